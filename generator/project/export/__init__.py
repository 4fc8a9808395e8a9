"""Faces as pictures, for Tabletop Simulator and for print-on-demand shops."""
