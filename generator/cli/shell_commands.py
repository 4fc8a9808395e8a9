"""The commands about the command line itself."""

from typing import Annotated, Literal

import click
import typer

from generator.cli.group import command
from generator.cli.reporting import stop

Shell = Literal["bash", "zsh", "fish", "powershell"]  # that can complete what is typed


def _complete_topics(ctx: typer.Context, incomplete: str) -> list[str]:
    from generator.core.manual_pages import manual

    group = ctx.find_root().command
    names = group.list_commands(ctx) if isinstance(group, click.Group) else []
    return [name for name in dict.fromkeys([*names, *manual()]) if name.startswith(incomplete)]


Topic = Annotated[str | None, {"autocompletion": _complete_topics}]


@command("help")
def help_command(ctx: typer.Context, topic: Topic = None) -> int:
    """Show what a command does and takes, or a page of the manual."""
    from generator.core.manual_pages import manual
    from generator.model.values import nearest

    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    if topic is None:
        click.echo(root.get_help())
    elif topic == "pages":
        click.echo("\n".join(f"{name:<26}{page.title}" for name, page in manual().items()))
    elif topic in manual() and topic not in root.command.commands:
        click.echo(manual()[topic].text.rstrip("\n"))
    elif topic not in root.command.commands:
        pages = "pnp --help lists commands, pnp help pages lists pages"
        hint = nearest(topic, [*root.command.commands, *manual()], pages)
        return stop(f"there is no command and no page {topic!r}; {hint}")
    else:
        root.command.commands[topic].make_context(topic, ["--help"], parent=root)
    return 0


@command("completion")
def completion(ctx: typer.Context, shell: Shell) -> None:
    """Print a completion script for your shell.

    It completes commands, options, and the games, kinds, items and languages of the project.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    import generator.cli.powershell  # noqa: F401 - click gets to know it

    root, kind = ctx.find_root(), get_completion_class(shell)
    assert kind is not None
    # The base's own: that of bash would ask bash for its version, and there may be none here.
    click.echo(ShellComplete.source(kind(root.command, {}, "pnp", "_PNP_COMPLETE")), nl=False)
