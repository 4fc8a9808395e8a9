"""The check types, one module each. A game's ``balance.yaml`` puts them in force with its own numbers.

A module's docstring is its manual page: a sentence, then examples that the tests run and `pnp rules` prints.
``FAIL 3:21`` names the line and column, within the example, at which the problem must be. ``REACH`` says
what the check judges by; with ``value`` and ``item``, each item by itself, so that what is made can be compared with it
one by one.
"""
