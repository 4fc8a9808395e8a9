"""Histograms, bars of shares, heat maps, cost curves, as SVG. Numbers and names in, text out."""
