"""Every check explains itself with examples, and the examples hold."""

import re
from pathlib import Path
from textwrap import dedent

from each import each

from generator.model.load import load_game
from generator.rules.apply import check_balance
from generator.rules.rulebook import checks

EXAMPLE = re.compile(r"^(PASS|FAIL)(?: (\d+):(\d+))?\n((?:    .*\n?)+)", re.M)
GAME = "name: Example\nkinds:\n  things:\n    title: Things\n    fields: {}\n"


def examples(name: str) -> list[tuple[str, str, str, str]]:
    return EXAMPLE.findall(checks()[name].__doc__ or "")


def found(body: str, folder: Path) -> list[tuple[str, str, str]]:
    """The problems of an example, as line and column within it, and rule."""
    lines = dedent(body).splitlines()
    fields, rule = lines[0].removeprefix("fields: "), lines[1].removeprefix("rule: ").strip()[1:-1]
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME.replace("fields: {}", f"fields: {fields}"))
    book = f"- {{rule: the-rule, kind: things, source: test, why: test, pass: {{}}, fail: {{}}, {rule}}}\n"
    (folder / "balance.yaml").write_text(book)
    (folder / "things.yaml").write_text("\n" * 3 + "\n".join(lines[3:]) + "\n")
    game, problems = load_game(folder, "example")
    assert problems == []
    problems, _ = check_balance(game)
    assert {problem.rule for problem in problems if problem.file == "example/balance.yaml"} <= {"example-fails"}
    return [(str(p.line), str(p.column), p.rule) for p in problems if p.file == "example/things.yaml"]


@each("name", checks())
def test_examples_of_a_check_hold(name: str, tmp_path: Path) -> None:
    cases = examples(name)
    assert {verdict for verdict, *_ in cases} == {"PASS", "FAIL"}
    for number, (verdict, line, column, body) in enumerate(cases):
        result = found(body, tmp_path / f"example-{number}")
        if verdict == "PASS":
            assert result == []
        else:
            assert (line, column, "the-rule") in result
