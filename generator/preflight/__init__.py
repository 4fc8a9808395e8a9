"""Preflight: is a PDF file fit to be printed at home?

``document``, ``page`` and ``content`` read a file back into ``values``, ``drawn`` looks at pictures of its pages, and
each module of ``rules`` holds the values against one rule. ``examine`` puts these together, ``proof`` writes a file of
ours and puts it in place only if it passes.
"""
