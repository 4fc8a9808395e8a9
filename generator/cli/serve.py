"""``pnp serve``."""

import os
import sys
from dataclasses import replace
from socket import gethostname

from generator.check.cache import open_cache, user_folder
from generator.cli.reporting import note, one_line, report
from generator.core.folders import Project
from generator.web.history import History, history_folder
from generator.web.serving import address_of, listening, log_to_stderr, serve
from generator.web.terms import ANYWHERE, Terms
from generator.web.workshop import Workshop


def run(project: Project, terms: Terms, *, opened: bool) -> None:
    """Serve the project until an interrupt."""
    if terms.game is not None:
        project.game_folder(terms.game)
    sock = listening(terms.host, terms.port)
    address = address_of(sock)
    own = replace(terms, port=sock.getsockname()[1], names=_names(terms.host))
    workshop = Workshop(project, own, cache=open_cache(), history=_history(project, terms))

    def ready() -> None:
        report(one_line(f"serving {project.data.as_posix()} on {address}; Ctrl-C ends"))
        sys.stdout.flush()
        if opened:
            _open(address + (f"{terms.game}/" if terms.game else ""))

    log_to_stderr()
    with sock:
        serve(workshop, sock, ready)


def _history(project: Project, terms: Terms) -> History:
    """What was written into a project before; where there is no place to keep it, it is known for this run only."""
    try:
        return History(history_folder(user_folder(), project.data) if terms.writes else None)
    except RuntimeError:  # the user has no home
        return History()


def _names(host: str) -> tuple[str, ...]:
    """By what names this machine is called where it listens on all its addresses."""
    name = gethostname().lower()
    return (name, f"{name}.local") if host in ANYWHERE and name else ()


def has_display() -> bool:
    """Whether a browser could show something here."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    import webbrowser
    from threading import Thread

    if not has_display():
        return

    def opens() -> None:
        if not webbrowser.open(address):
            note(f"open {address} in a browser")

    Thread(target=opens, daemon=True).start()
