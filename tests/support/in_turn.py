"""Runs commands one after the other in one process: lines of JSON in, and what each printed with its status out."""

import json
import sys
from typing import Any


def main() -> None:
    """Answer until nobody asks."""
    from typer.testing import CliRunner

    from generator.cli.commands import app

    for line in sys.stdin:
        typed: list[str] = json.loads(line)
        try:
            result = CliRunner().invoke(app, typed, catch_exceptions=False)
            answer: list[Any] = [result.exit_code, result.stdout, result.stderr]
        except Exception as error:  # noqa: BLE001 - it is shown, and compared
            answer = [3, "", f"{type(error).__name__}: {error}"]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
