"""A run of the server: from a socket to its end."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable, Sequence

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.core.problem import Infeasible, reason_of
from generator.web.app import make_app
from generator.web.workshop import Workshop

HEADER_SECONDS = 10.0  # twice that at most for the first line and the headers of a request
PATIENCE = 3  # s for answers that are under way when the server is asked to end


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; the port is any free one if 0.

    Raises:
        Infeasible: the port is taken, or the address is none of this machine.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            # On Windows SO_REUSEADDR would let two programs listen on one port.
            listener.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
            listener.bind(address)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise Infeasible(
            f"cannot serve on {host}:{port}: {reason_of(error)}; --port names another, --port 0 any free one"
        ) from None
    return listener


def address_of(sock: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = sock.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _Protocol(H11Protocol):
    """Closes connections on which no request becomes whole."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_again([])

    def _look_again(self, before: Sequence[object]) -> None:
        """Look whether a request came since ``before``, which holds the last one that was there then."""
        if self.transport.is_closing():
            return
        waits = self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete)
        if waits and before == [self.cycle]:
            self.transport.close()
            return
        self.loop.call_later(HEADER_SECONDS, self._look_again, [self.cycle] if waits else [])


class _Server(uvicorn.Server):
    """Says when it is ready, and lets go who listens when it ends; signals are `cli`'s affair."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._ending = ready, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()  # or open lines of events would be waited for, and then complained of
        await super().shutdown(sockets)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a line of the log is one: an answer that is given up at the end, which is said before, is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def config_of(app: ASGIApp) -> uvicorn.Config:
    """The settings with which an application is served."""
    logging.getLogger("uvicorn.error").addFilter(_is_fault)
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_graceful_shutdown=PATIENCE,
        h11_max_incomplete_event_size=16_384,
        http=_Protocol,
        ws="none",
        lifespan="on",
    )


def serve(workshop: Workshop, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Answer until a signal asks to end; it is passed on to `cli` then."""
    gc.enable()  # `cli` has switched it off, for commands that end
    sys.setswitchinterval(0.002)  # answers are not to wait for what a game is working out
    app = make_app(workshop, watches=True)
    server = _Server(config_of(app), ready, app.state.hub.close)
    asyncio.run(server.serve([sock]))


def log_to_stderr() -> None:
    """Write the server's faults to standard error, one line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
