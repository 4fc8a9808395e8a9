"""Figures of decks, exact chances (a module per question in ``questions/``), and ``lab.yaml``. `Game` or question in,
figures and words out.
"""
