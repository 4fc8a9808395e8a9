"""Preflight: is a PDF file fit to be printed at home?

``document``, ``page_reading`` and ``page_objects`` read a file back into ``facts``, page by page, ``drawn`` looks at
pictures of its pages, ``components`` holds fronts against backs, and each function of ``rules`` holds the facts against
one rule. ``examine`` puts these together; ``apart`` does it in a process of its own, for files of which nothing is
known.
"""
