"""Preflight: is a PDF file fit to be printed at home?

``document``, ``page_reading`` and ``content`` read a file back into ``facts``, ``drawn`` looks at pictures of them,
and each module of ``rules`` holds the facts against one rule. ``examine`` puts these together.
"""
