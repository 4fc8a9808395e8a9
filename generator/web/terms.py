"""On which terms the workshop is open: to whom, at which address, whether it may write."""

from dataclasses import dataclass, field
from secrets import token_urlsafe

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("0.0.0.0", "::")  # to listen on all addresses of the machine


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one run."""

    host: str = "127.0.0.1"
    port: int = 0
    game: str | None = None  # to open first
    read_only: bool = False
    names: tuple[str, ...] = ()  # by which it may be called in addition to loopback names and ``host``
    site: bool = False  # its pages are those of a site: no file is shown or written
    games: tuple[str, ...] = ()  # that are shown; all that are there if none
    checked: bool = False  # its games were checked before, and no file of them changes
    token: str = field(default_factory=lambda: token_urlsafe(24), repr=False)  # that requests which write show

    @property
    def writes(self) -> bool:
        """Whether files may be written."""
        return not (self.read_only or self.site)

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds the token: browsers distinguish hosts, but not ports."""
        return f"pnp-token-{self.port}"
