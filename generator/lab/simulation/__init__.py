"""Whole games by the thousand, on as many processes as wanted. Game, policies and seed in, figures out."""
