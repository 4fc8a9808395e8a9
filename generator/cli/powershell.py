"""Completion in PowerShell, by click's protocol, which knows other shells only."""

import os

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

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
