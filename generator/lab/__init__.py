"""What decks are made of, exact chances (``questions/`` about any game, a game's own about one), and ``lab.yaml``.
`Game` or question in, figures and words out.
"""
