"""What answers at which addresses; of requests that write: who may, how much, and how long a body may take to come."""

import asyncio
import errno
import json
import os
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.core.problem import Infeasible, reason_of
from generator.printing.press import REFUSED
from generator.web.answering import unkept
from generator.web.asking import WorkshopRequest, query_forms
from generator.web.guard import has_token, most_body, too_much

SLOWEST_BODY = 20.0  # s for all of it
MOST_FIELDS = 500  # of a form
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: JSON can say it, no file can hold it
_JSON, _FORM, _PARTS = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
_BOUNDARY = re.compile(r'boundary="?([^\s";,]{1,70})"?', re.I)
_NAMED = re.compile(r'\b(name|filename)="([^"]*)"')


class SentFile(NamedTuple):
    """A file in a form."""

    name: str
    content: bytes


RequestBody = Mapping[str, Any]
GetEndpoint = TypeVar("GetEndpoint", bound=Callable[[WorkshopRequest], Response | Awaitable[Response]])
WriteEndpoint = TypeVar("WriteEndpoint", bound=Callable[[WorkshopRequest, RequestBody], Response])
ROUTES: defaultdict[str, list[Route]] = defaultdict(list)  # by the module of what answers


def get(
    path: str, *, only: Sequence[str] | None = None, waits: bool | None = True, press: str = ""
) -> Callable[[GetEndpoint], GetEndpoint]:
    """Have a function of what is asked answer at a path; it runs in a thread, unless it is a coroutine.

    Args:
        path: as Starlette has it.
        only: the options that the query may have; any if None.
        waits: see `WorkshopRequest`.
        press: the command whose options of printing the query may have beside those.
    """

    def answered_by(function: GetEndpoint) -> GetEndpoint:
        def endpoint(request: Request) -> Any:
            return function(_workshop_request(request, only, press, waits=waits))

        async def waiting(request: Request) -> Any:
            return await endpoint(request)

        ROUTES[function.__module__].append(Route(path, waiting if iscoroutinefunction(function) else endpoint))
        return function

    return answered_by


def _writes(
    method: str,
    path: str,
    *,
    only: Sequence[str] | None = None,
    waits: bool | None = True,
    press: str = "",
    looks: bool = False,
    file: bool = False,
) -> Callable[[WriteEndpoint], WriteEndpoint]:
    """Have a function of what is asked and what was sent answer at a path; it runs in a thread.

    What is sent is a JSON object with the header ``X-Pnp-Token``, or a form with a field ``token``, in which files are
    `SentFile`; where a ``file`` is taken, its bytes, which the function is given under that name. What ``looks`` has
    the workshop look at its files before. For others, see `get`.
    """

    def answered_by(function: WriteEndpoint) -> WriteEndpoint:
        def answer(request: Request, sent: RequestBody) -> Response:
            try:
                if looks:
                    request.app.state.workshop.look()
                return function(_workshop_request(request, only, press, waits=waits), sent)
            except OSError as error:  # a full disk, a folder that may not be written to
                if error.errno == errno.ENAMETOOLONG:
                    raise
                name = os.path.basename(str(error.filename or "")) or "a file"
                raise Infeasible(f"cannot write {name}: {reason_of(error)}") from None

        async def endpoint(request: Request) -> Response:
            terms = request.app.state.workshop.terms
            if not terms.writes:
                raise HTTPException(403, "nothing is written here")
            content = await _body(request)
            sent = {"file": content} if file else _read(request.headers.get("content-type", ""), content)
            token = sent.get("token")
            if not has_token(request, terms, token if isinstance(token, str) else None):
                raise HTTPException(403, "the page is an old one: load it again")
            return await to_thread.run_sync(answer, request, sent)

        ROUTES[function.__module__].append(Route(path, endpoint, methods=[method]))
        return function

    return answered_by


post, put = partial(_writes, "POST"), partial(_writes, "PUT")


def _workshop_request(
    request: Request, only: Sequence[str] | None, press: str, *, waits: bool | None
) -> WorkshopRequest:
    own = only or ()
    workshop_request = WorkshopRequest(request, waits=waits, forms=query_forms(press, own))
    if only is not None:
        refused = {name.replace("_", "-"): reason for name, reason in REFUSED.get(press, {}).items()}
        workshop_request.only(*own, *workshop_request.forms, refused=refused)
    return workshop_request


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
                    raise HTTPException(413, too_much(request.url.path))
                parts.append(part)
    except ClientDisconnect:
        raise HTTPException(400, "the rest of it did not come") from None
    except TimeoutError:
        raise HTTPException(408, "that takes too long to come") from None
    return b"".join(parts)


def _read(content_type: str, body: bytes) -> RequestBody:
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == _JSON:
            read = json.loads(body)
            if isinstance(read, dict):
                return read
        elif kind == _FORM:
            return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS))
        elif kind == _PARTS and (boundary := _BOUNDARY.search(content_type)):
            return dict(_parts(body, b"\r\n--" + boundary[1].encode("ascii")))
    except (ValueError, KeyError, RecursionError):
        pass
    raise HTTPException(400 if kind in (_JSON, _FORM, _PARTS) else 415, "an object as JSON, or a form, is wanted")


def _parts(body: bytes, boundary: bytes) -> Iterator[tuple[str, str | SentFile]]:
    """The fields of a form with files (RFC 7578), as browsers send it.

    Raises:
        ValueError: it is none, or has too many fields.
    """
    _, *parts, end = (b"\r\n" + body).split(boundary, MOST_FIELDS)
    if not end.startswith(b"--") or boundary in end:
        raise ValueError
    for part in parts:
        head, _, content = part.partition(b"\r\n\r\n")
        named = dict(_NAMED.findall(head.decode("utf-8")))
        file = named.get("filename")
        yield named["name"], content.decode("utf-8") if file is None else SentFile(file.replace("%22", '"'), content)


def text_in(sent: RequestBody, name: str) -> str:
    """A text among what was sent, its lines ended by a line feed.

    Raises:
        HTTPException: there is none.
    """
    text = sent.get(name)
    if not isinstance(text, str) or _SURROGATE.search(text):
        raise HTTPException(400, f"{name} is missing, or no text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def done(sent: RequestBody, data: Mapping[str, Any], address: str) -> Response:
    """Report what was done, as JSON; who sent a form is led on to an address."""
    return RedirectResponse(address, 303) if "token" in sent else unkept(data)
