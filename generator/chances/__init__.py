"""Exact chances of draws and of dice, as fractions: arithmetic that rules and questions share."""
