"""What decks are made of, exact chances (``questions/`` about any game, those of guests about one), and ``lab.yaml``.
`Game` or question in, figures and words out.
"""
