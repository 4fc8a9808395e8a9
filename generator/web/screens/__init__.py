"""What the workshop shows, one module per screen or download; they are found by their names.

A screen is added by one module here and, if it is a page, one template in ``pages/``:

- functions with ``get``, ``post`` or ``put`` of `generator.web.endpoints` above them, which say the address and the
  options of its query. More definite paths go before others, in any module.
- ``PUBLIC = True`` where strangers may use it on a public server; it is not there for them without it.
- ``TAB``, if the frame of all pages is to lead to it: see `generator.web.answering.Tab`.

An endpoint is a plain function (it runs in a thread), or a coroutine where it waits for nothing. It is given what is
asked, `generator.web.asking.Asked` (game, kind, item, options of the query), and answers by `generator.web.answering`:
``page`` for a template, ``sent`` for bytes, ``unkept`` for data. It raises a `Refusal` where something can't be had,
which becomes a page. Work of more than some tenths of a second goes to `generator.web.errands`. What changes files
saves them by `generator.web.turning.saved`. Texts that people read are in ``words/en.yaml`` and ``words/fr.yaml``, one
key each in both.
"""
