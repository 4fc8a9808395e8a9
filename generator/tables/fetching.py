"""A spreadsheet that is published in the web, fetched when somebody asks for it, and never by itself.

Only https is spoken, only with addresses of the public internet: what a link or a redirect names may be a device in the
reader's own network. Each name is looked up once, and the very address that was judged is connected to.
"""

import ipaddress
import socket
import ssl
import time
from contextlib import suppress
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from generator.core.problem import Infeasible, WrongUse, reason_of

MOST = 16 * 1024 * 1024  # bytes
SECONDS = 30.0  # in all
REDIRECTS = 5
_SILENT = 10.0  # s without a byte
_SORTS = {
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
}
# Of addresses that hold one of IPv4 (RFC 6052), one is a gateway's for all the world; the others (RFC 8215, 4291, 3056,
# 4380), and those of a site (RFC 3879), are nobody's who publishes a sheet.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NOBODYS = [ipaddress.ip_network(one) for one in ("64:ff9b:1::/48", "::/96", "2002::/16", "2001::/32", "fec0::/10")]
_LATE = "it takes longer than {:g} s"
_MOVED = (301, 302, 303, 307, 308)


def fetch(url: str, folder: Path) -> Path:
    """Save a published sheet in a folder, under a name that says what it is.

    Raises:
        WrongUse: the address is none of https.
        Infeasible: it cannot be had, is too large, takes too long, or is not a sheet.
    """
    end = time.monotonic() + SECONDS
    address = url
    for _ in range(REDIRECTS + 1):
        parts = urlsplit(address)
        if parts.scheme != "https" or not parts.hostname or parts.username is not None:
            where = "" if address == url else f" (it leads to {address})"
            raise WrongUse(f"{url}{where}: only addresses that begin with https:// are fetched")
        try:
            connection = _Connection(parts.hostname, parts.port or 443, timeout=_SILENT)
            watch = Timer(end - time.monotonic(), connection.cut_off)
            watch.daemon = True
            watch.start()
            try:
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                connection.request("GET", path, headers={"Accept": ", ".join(_SORTS), "User-Agent": "pnp-generator"})
                answer = connection.getresponse()
                connection.refuse_late()  # headers that were cut off look whole
                leads = answer.getheader("Location")
                if answer.status not in _MOVED or not leads:
                    return _saved(url, answer, folder, end)
                address = urljoin(address, leads)
            finally:
                watch.cancel()
                connection.close()
        except (OSError, HTTPException, ValueError) as error:
            why = reason_of(error) if isinstance(error, OSError) else str(error) or type(error).__name__
            if isinstance(error, ssl.SSLCertVerificationError):
                why = f"its certificate does not prove whose it is: {error.verify_message}"
            raise Infeasible(f"cannot fetch {url}: {why}; nothing was changed") from None
    raise Infeasible(f"cannot fetch {url}: it leads on more than {REDIRECTS} times")


def _saved(url: str, answer: HTTPResponse, folder: Path, end: float) -> Path:
    if answer.status != 200:
        raise Infeasible(f"cannot fetch {url}: the server says {answer.status} {answer.reason}; nothing was changed")
    sort = answer.headers.get_content_type()
    if sort not in _SORTS:
        hint = "publish it as CSV (Google Sheets: Share, Publish to web)"
        raise Infeasible(f"{url} is not a spreadsheet but {sort}; {hint}")
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(64 * 1024):
        parts.append(part)
        size += len(part)
        if size > MOST:
            raise Infeasible(f"{url} is larger than {MOST // 1024**2} MiB")
        if time.monotonic() > end:
            break
    if time.monotonic() > end:
        raise Infeasible(f"cannot fetch {url}: {_LATE.format(SECONDS)}; nothing was changed")
    if answer.length:
        raise Infeasible(f"cannot fetch {url}: the answer was cut off; nothing was changed")
    stem = "".join(sign for sign in Path(unquote(urlsplit(url).path)).stem if sign.isalnum() or sign in "-_")[:40]
    file = folder / f"{stem or 'sheet'}{_SORTS[sort]}"
    file.write_bytes(b"".join(parts))
    return file


class _Connection(HTTPSConnection):
    """Connects to the public internet only, and does not outlast its time."""

    is_late = False

    def connect(self) -> None:
        self.refuse_late()
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(each[4][0]) for each in found]
        if not addresses or not all(map(_is_public, addresses)):
            raise OSError(f"{self.host} is not an address of the public internet")
        for address in addresses:  # of a network that this computer is not in, the first may lead nowhere
            try:
                connection = socket.create_connection((address, self.port), self.timeout)
                break
            except OSError:
                if address == addresses[-1]:
                    raise
        self.sock = connection  # closed with the connection
        self.refuse_late()
        self.sock = _secured(connection, self.host)
        self.refuse_late()

    def refuse_late(self) -> None:
        """Go on only while there is time left."""
        if self.is_late:
            self.close()
            raise OSError(_LATE.format(SECONDS))

    def cut_off(self) -> None:
        """End an answer that comes drop by drop; whoever waits for it gets an error."""
        self.is_late = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    inside = getattr(ip, "ipv4_mapped", None) or ip
    if ip in _NAT64:
        inside = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return inside.is_global and not inside.is_multicast and not any(ip in network for network in _NOBODYS)


def _secured(connection: socket.socket, host: str) -> Any:
    return ssl.create_default_context().wrap_socket(connection, server_hostname=host)
