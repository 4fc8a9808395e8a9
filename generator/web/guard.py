"""Who is let in, and what every answer forbids browsers to do."""

from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from generator.web.speech import refusal_in, spoken
from generator.web.terms import ANYWHERE, LOOPBACK, Terms

READING = ("GET", "HEAD")
MOST_ADDRESS = 4_000  # bytes of path and query
MOST_BODY = 2_000_000  # bytes
FILES, MOST_FILE = (
    ("/-/pictures/", "/-/import/", "/-/fonts/", "/-/sheets"),
    24_000_000,
)  # addresses that take files, and how many bytes of one
IMPOSED, MOST_IMPOSED = "/-/impose", 200_000_000  # the address that takes many files, and bytes of all
TOKEN = "x-pnp-token"
_FROM_ELSEWHERE = "that comes from another site"
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# A picture that is opened by itself is a document: it may show what it holds, and nothing else.
PICTURE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'; sandbox"
)


class RequestGuard:
    """Lets requests in by their headers, and adds to all answers what they forbid."""

    def __init__(self, app: ASGIApp, terms: Terms) -> None:
        self.app, self.terms = app, terms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse with one line."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if headers.get("content-type", "").startswith("image/svg"):
                    headers["content-security-policy"] = PICTURE_POLICY
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            status, why = refusal
            request = Request(scope)
            accepted = request.headers.get("accept-language", "")[:400]
            why = refusal_in(spoken(None, request.cookies.get("pnp-ui"), accepted), why)
            headers = {"cache-control": "no-store"}
            answer: Response = PlainTextResponse(why + "\n", status, headers)
            if "application/json" in Headers(scope=scope).get("accept", ""):  # a script that shows it
                answer = JSONResponse({"error": why}, status, headers)
            await answer(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if not self._is_called(headers.getlist("host")):
            return 421, "this server is not called so: open it by the address that it printed"
        raw = scope.get("raw_path") or b""
        if len(raw) + len(scope["query_string"]) > MOST_ADDRESS:
            return 414, "the address is too long"
        path = scope["path"]
        if b"%2f" in raw.lower() or b"%5c" in raw.lower() or any(sign < " " or sign in "\\\x7f" for sign in path):
            return 400, "such an address can be that of nothing"
        if any(part in (".", "..") for part in path.split("/")):
            return 400, "such an address can be that of nothing"
        if scope["method"] in READING:
            # Another site may lead here, but not have its pages ask for pictures, sheets or events of these games.
            elsewhere = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
            return (403, _FROM_ELSEWHERE) if elsewhere and headers.get("sec-fetch-mode") != "navigate" else None
        return self._refusal_to_write(scope["method"], path, headers)

    def _refusal_to_write(self, method: str, path: str, headers: Headers) -> tuple[int, str] | None:
        if method not in ("POST", "PUT"):
            return 405, "no such thing can be done here"
        if not self.terms.writes:
            return 403, "nothing is written here"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, _FROM_ELSEWHERE
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] != headers.get("host", "").lower():
            return 403, _FROM_ELSEWHERE
        length = headers.get("content-length", "")
        if length and (not length.isdigit() or int(length) > most_body(path)):
            return 413, too_much(path)
        return None

    def _is_called(self, hosts: list[str]) -> bool:
        if len(hosts) != 1:
            return False
        try:
            parts = urlsplit(f"//{hosts[0]}")
            name, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            return False
        if parts.username is not None or parts.path or parts.query or parts.fragment:
            return False
        is_own = name in {*LOOPBACK, self.terms.host.lower(), *self.terms.names}
        if self.terms.host in ANYWHERE and not is_own:  # a page that was led astray by a name has that name, no number
            is_own = _is_number(name)
        return is_own and (port is None or not self.terms.port or port == self.terms.port)


def most_body(path: str) -> int:
    """The most bytes that may be sent to an address."""
    if path == IMPOSED:
        return MOST_IMPOSED
    return MOST_FILE if path.startswith(FILES) else MOST_BODY


def too_much(path: str) -> str:
    """That more is sent to an address than may be."""
    return f"that is too large: {most_body(path) // 1_000_000} MB is the most"


def _is_number(name: str) -> bool:
    """Whether a host is named by its IP address."""
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def has_token(request: Request, terms: Terms, form_token: str | None = None) -> bool:
    """Whether a request that writes shows the token, in a header or a form's field, and has it as its cookie too."""
    presented = form_token or request.headers.get(TOKEN, "")
    cookie = request.cookies.get(terms.cookie, "")
    token = terms.token.encode()
    return compare_digest(presented.encode("utf-8", "replace"), token) and compare_digest(
        cookie.encode("utf-8", "replace"), token
    )
