"""The rules of preflight, one module each; a rule's name is its module's, with hyphens for underscores.

A module's docstring is its manual page. Nothing lists them: a module that is put here is in force.
"""
