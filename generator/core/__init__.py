"""Exact arithmetic of draws and dice. Deck or roll in, fractions out."""
