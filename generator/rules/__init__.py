"""The rulebook of a game, with one check type per module in ``checks/``; the contents of a box. `Game` in, `Problem`s
out.
"""
