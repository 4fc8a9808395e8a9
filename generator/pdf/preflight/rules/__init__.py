"""The rules of preflight, one module each; a rule's name is its module's, with hyphens for underscores.

A module's docstring is its manual page. Nothing lists them: a module that is put here is in force. It has one of these
functions, or both, as pages come one after the other and are not kept:

- ``check_page(pdf, page)`` yields a `Finding` a breach that shows on this page; of the `Pdf`, only what is at its head
  is known;
- ``check(pdf)`` yields one a breach by the file as a whole, when all of its pages were read.
"""
