"""Requests that write: who may, how much, and how long a body may take to come."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from generator.web.guard import has_token, most_body
from generator.web.workshop import Workshop

SLOWEST_BODY = 20.0  # s for all of it
MOST_FIELDS = 500  # of a form
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: JSON can say it, no file can hold it
_JSON, _FORM = "application/json", "application/x-www-form-urlencoded"

Written = Mapping[str, Any]


def writing(
    answer: Callable[[Request, Written], Response], *, file: bool = False, plays: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint for POST and PUT out of a function of the request and what was sent.

    What is sent is a JSON object with the header ``X-Pnp-Token``, or a form with a field ``token``; where a ``file`` is
    taken, its bytes, which the function is given under that name. What ``plays`` writes no file: it needs no token, and
    is there with ``--read-only`` too. The function runs in a thread.
    """

    async def endpoint(request: Request) -> Response:
        workshop: Workshop = request.app.state.workshop
        if not workshop.terms.writes and not (plays and workshop.terms.plays):
            raise HTTPException(403, "nothing is written here")
        content = await _body(request)
        sent = {"file": content} if file else _read(request.headers.get("content-type", ""), content)
        token = sent.get("token")
        if not plays and not has_token(request, workshop.terms, token if isinstance(token, str) else None):
            raise HTTPException(403, "the page is an old one: load it again")
        return await to_thread.run_sync(answer, request, sent)

    return endpoint


async def _body(request: Request) -> bytes:
    """All that is sent.

    Raises:
        HTTPException: it is too much, or too slow.
    """
    parts, length = [], 0
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            async for part in request.stream():
                length += len(part)
                if length > most_body(request.url.path):
                    raise HTTPException(413, "that is too much")
                parts.append(part)
    except TimeoutError:
        raise HTTPException(408, "that takes too long to come") from None
    return b"".join(parts)


def _read(content_type: str, body: bytes) -> Written:
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == _JSON:
            read = json.loads(body)
            if isinstance(read, dict):
                return read
        elif kind == _FORM:
            return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except (ValueError, RecursionError):
        pass
    raise HTTPException(400 if kind in (_JSON, _FORM) else 415, "an object as JSON, or a form, is wanted")


def text_in(sent: Written, name: str) -> str:
    """A text among what was sent, its lines ended by a line feed.

    Raises:
        HTTPException: there is none.
    """
    text = sent.get(name)
    if not isinstance(text, str) or _SURROGATE.search(text):
        raise HTTPException(400, f"{name} is missing, or no text")
    return text.replace("\r\n", "\n").replace("\r", "\n")
