"""Exact chances: ``questions/`` about any game, those of guests about one. Question in, fractions and words out."""
