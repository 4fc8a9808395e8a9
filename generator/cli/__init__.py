"""Doors: options, wiring, words; no decisions. ``app`` decides how the program ends, ``reporting`` prints."""
