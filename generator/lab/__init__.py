"""Exact chances: ``questions/`` about any game, ``games/GAME/`` about one. Question in, fractions and words out."""
