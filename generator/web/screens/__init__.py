"""What the workshop shows, one module per screen or download; they are found by their names.

A screen is added by one module here and, if it is a page, one template in ``pages/``. What screens are built of is
imported from here:

- ``get``, ``post`` or ``put`` above a function say the address that it answers at, and the options of its query.
  More definite paths go before others, in any module.
- The function is given what is ``WorkshopRequest`` (game, kind, item, options), and for ``post`` and ``put`` also what
  was ``RequestBody``. It runs in a thread, unless it is a coroutine, which waits for nothing.
- It answers by ``page`` or ``WorkshopRequest.page`` for a template, ``sent`` for bytes, ``unkept`` for data, ``done``
  for whoever sent a form or data. It raises a `Refusal` where something can't be had, which becomes a page, or an
  ``HTTPException`` where nobody would ask so by a page.

``SITE = True`` says that a site has it too: see `generator.web.site`. ``TAB`` is for what the frame of all pages is to
lead to: see ``Tab``. Work of more than some tenths of a second goes to
`generator.web.errands`. What changes files saves them by `generator.web.saving.saved`. Texts that people read are in
``words/en.yaml`` and ``words/fr.yaml``, one key each in both.
"""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from generator.web.answering import Tab, page, path_of, sent, unkept
from generator.web.asking import WorkshopRequest
from generator.web.endpoints import RequestBody, SentFile, done, get, post, put, text_in

# What answers, and what it is given.
__all__ = ["RequestBody", "SentFile", "Tab", "WorkshopRequest", "get", "post", "put", "text_in"]
# What it answers with.
__all__ += ["HTTPException", "Response", "done", "page", "path_of", "sent", "unkept"]
