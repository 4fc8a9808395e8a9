"""The rulebook of a game, with one generic check a module in ``checks/``; what a game for n players holds. `Game` in,
`Problem`s out.
"""
