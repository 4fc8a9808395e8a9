"""The commands about the command line itself."""

from typing import Annotated, Literal

import click
import typer

from generator.cli.group import command

Shell = Literal["bash", "zsh", "fish", "powershell"]  # that can complete what is typed


def _complete_commands(ctx: typer.Context, incomplete: str) -> list[str]:
    group = ctx.find_root().command
    names = group.list_commands(ctx) if isinstance(group, click.Group) else []
    return [name for name in names if name.startswith(incomplete)]


CommandName = Annotated[
    str | None,
    typer.Argument(metavar="[COMMAND]", autocompletion=_complete_commands, help="The command; all if none is named."),
]
ShellName = Annotated[Shell, typer.Argument(help="The shell.")]


@command("help")
def help_command(ctx: typer.Context, name: CommandName = None) -> None:
    """Tell what a command does and what it takes."""
    root = ctx.find_root()
    if name is None:
        click.echo(root.get_help())
        return
    assert isinstance(root.command, click.Group)
    _, found, _ = root.command.resolve_command(root, [name])
    assert found is not None
    found.make_context(name, ["--help"], parent=root)


@command("completion")
def completion(ctx: typer.Context, shell: ShellName) -> None:
    """Write what teaches a shell to complete what is typed.

    It completes commands, options, and the games, kinds, items and languages of the project.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    import generator.cli.powershell  # noqa: F401 - click gets to know it

    root, kind = ctx.find_root(), get_completion_class(shell)
    assert kind is not None
    # The base's own: that of bash would ask bash for its version, and there may be none here.
    click.echo(ShellComplete.source(kind(root.command, {}, "pnp", "_PNP_COMPLETE")), nl=False)
