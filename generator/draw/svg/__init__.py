"""Pictures: the subset of SVG that can be drawn, and what lies outside it as problems. File in, marks out."""
