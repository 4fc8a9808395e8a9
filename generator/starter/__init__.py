"""New games: a small one to change, presets of kinds, copies of games. Name in, folders out."""
