"""``pnp lsp``."""

from pathlib import Path

from generator.cli.ending import carried_out
from generator.core.folders import Project


def run(data: Path, templates: Path, *, named: bool) -> int:
    """Answer until the editor is done; the exit status."""

    def command() -> int:
        from generator.lsp.server import serve

        return serve(Project(data.absolute(), templates.absolute()) if named else None)

    return carried_out(command)
