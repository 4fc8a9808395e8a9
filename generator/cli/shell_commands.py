"""The commands about the command line itself."""

import os
from typing import Annotated, Literal

import click
import typer
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

from generator.cli.group import command
from generator.core.escape import escaped
from generator.core.problem import NotFound

Shell = Literal["bash", "zsh", "fish", "powershell"]  # that can complete what is typed


def _complete_topics(ctx: typer.Context, incomplete: str) -> list[str]:
    from generator.core.manual_pages import manual

    group = ctx.find_root().command
    names = group.list_commands(ctx) if isinstance(group, click.Group) else []
    return [name for name in dict.fromkeys([*names, *manual()]) if name.startswith(incomplete)]


Topics = Annotated[list[str] | None, {"autocompletion": _complete_topics}]


@command("help")
def help_command(ctx: typer.Context, topics: Topics = None) -> None:
    """Show what a command does and takes, or a page of the manual."""
    from generator.core.manual_pages import manual, pages_about
    from generator.model.values import nearest

    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    topic = " ".join(topics or ())
    if not topic:
        click.echo(root.get_help())
    elif topic == "pages":
        click.echo("\n".join(f"{name:<26}{page.title}" for name, page in manual().items()))
    elif topic in manual() and topic not in root.command.commands:
        click.echo(manual()[topic].text.rstrip("\n"))
    elif topic not in root.command.commands and (about := pages_about(topic)):
        rows = (f"pnp help {name:<19}{heading}" for name, texts in about.items() for heading in texts)
        click.echo("\n".join([f"there is no page {escaped(topic)}; these tell of it:", *rows]))
    elif topic not in root.command.commands:
        pages = "pnp --help lists commands, pnp help pages lists pages"
        hint = nearest(topic, [*root.command.commands, *manual()], pages)
        raise NotFound(f"there is no command and no page {topic!r}; {hint}")
    else:
        root.command.commands[topic].make_context(topic, ["--help"], parent=root)


@command("completion")
def completion(ctx: typer.Context, shell: Shell) -> None:
    """Print a completion script for your shell.

    It completes commands, options, and the games, kinds, items and languages of the project.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    root, kind = ctx.find_root(), get_completion_class(shell)
    assert kind is not None
    # The base's own: that of bash would ask bash for its version, and there may be none here.
    click.echo(ShellComplete.source(kind(root.command, {}, "pnp", "_PNP_COMPLETE")), nl=False)


SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $Env:%(complete_var)s = "powershell_complete"
    $Env:COMP_WORDS = $commandAst.ToString()
    $Env:COMP_WORD = $wordToComplete
    %(prog_name)s | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
    Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_WORD -ErrorAction SilentlyContinue
}
"""


@add_completion_class
class PowerShellComplete(ShellComplete):
    """Answers one value a line; names of files PowerShell completes by itself where nothing is answered."""

    name = "powershell"
    source_template = SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being typed, and that one."""
        words, typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[1:], os.environ.get("COMP_WORD", "")
        return (words[:-1] if typed else words), typed

    def format_completion(self, item: CompletionItem) -> str:
        """The line of one value."""
        return str(item.value) if item.type == "plain" else ""
