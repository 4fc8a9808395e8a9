"""The rulebook of a game, with one check type per module in ``checks/``; what a game for n players holds. `Game` in,
`Problem`s out.
"""
