"""Fields and words of choices that get another name: nothing that is printed or told is another afterwards."""

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from projects import ROOT, typed
from tries import part, slow_but, tries

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.core.folders import Project
from generator.core.problem import Infeasible, Refusal, WrongUse
from generator.core.rewriting import Replacement
from generator.editing.expression_names import FieldRename, use_in
from generator.editing.renames import Rename, rename_field, rename_word, uses_of, words_of
from generator.editing.trials import require_same
from generator.model.fields import ChoiceField, ListField, RecordField, TextField
from generator.model.game import Game
from generator.model.load import load_game
from generator.model.schema import OWN
from generator.pdf.face_svg import face_svg

SHIPPED = ("tricks-or-treats", "collectors", "star-road")
Case = tuple[str, str, str]  # kind, field, word


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The games that `pnp new` makes."""
    folder = tmp_path_factory.mktemp("games")
    sorts = ("cards", "tokens", "tiles", "board")
    for options in (["garden"], ["harbour", "--languages", "en,fr", *(f"--kind={sort}" for sort in sorts)]):
        result = typed(folder, "new", *options)
        assert result.exit_code == 0, result.output
    return Project(folder / "data", folder / "templates")


def cases(game: Game) -> Iterator[Case]:
    for kind in game.kinds.values():
        for name, field in kind.fields.items():
            if name not in (*OWN, "art"):
                yield kind.name, name, ""
                yield from ((kind.name, name, word) for word in words_of(field))


def renamed(project: Project, name: str, case: Case, new: str) -> Rename:
    game, _ = load_game(project.data / name, name)
    kind, field, word = case
    templates = project.templates / game.templates
    if word:
        return rename_word(game, templates, kind, field, word, new)
    return rename_field(game, templates, kind, field, new)


def put(changes: list[Replacement]) -> None:
    for path, _, content in changes:
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)


def texts(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def faces(checked: CheckResult) -> dict[tuple[str, str, str], bytes]:
    """All that is printed of the items, front and back."""
    drawn = {}
    for kind in checked.game.kinds.values():
        for at, item in enumerate(kind.items if kind.printed and not kind.prose else ()):
            for side in ("front", "back") if kind.back else ("front",):
                face = checked.renderer.face(kind, kind.items[at], checked.game.language, side=side)[0]
                drawn[kind.name, item.id, side] = face_svg(face, "", "en")
    return drawn


def told(checked: CheckResult, folder: Path) -> list[tuple[str, int, str, str]]:
    return sorted((each.file.replace(str(folder), ""), each.line, each.rule, each.level) for each in checked.problems)


@pytest.mark.parametrize("name", slow_but(["harbour"], ["harbour", "garden"]))
def test_a_new_name_changes_no_face_and_no_problem(games: Project, tmp_path: Path, name: str) -> None:
    first = check_game(games, name)
    before, problems = faces(first), told(first, games.data.parent)
    for number, case in enumerate(part(list(cases(first.game)), 5)):
        own = tmp_path / str(number)
        shutil.copytree(games.data.parent, own)
        project = Project(own / "data", own / "templates")
        rename = renamed(project, name, case, "zebra")
        assert not rename.obstacles
        assert rename.uses
        if case[1:] != ("to", case[2]) or not case[2]:  # ids of places, which no choice of letters may rename
            put(rename.changes)
            after = check_game(project, name)
            assert told(after, own) == problems, case
            assert faces(after) == before, case
        else:
            with pytest.raises(Infeasible, match="would look different"):
                require_same(project, name, rename)


@pytest.mark.rare
@pytest.mark.parametrize("name", SHIPPED)
def test_a_new_name_in_a_shipped_game_is_sound_or_refused(name: str, tmp_path: Path) -> None:
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder / name, tmp_path / folder / name)
    project = Project(tmp_path / "data", tmp_path / "templates")
    game, _ = load_game(project.data / name, name)
    renames = [(case, renamed(project, name, case, "zebra")) for case in cases(game)]
    free = [(case, rename) for case, rename in renames if not rename.obstacles]
    assert len(free) > 10
    sound = 0
    for _, rename in part(free, 12):
        with suppress(Refusal):  # names that expressions put together, and words that are ids of something else
            require_same(project, name, rename)
            sound += 1
    assert sound


@pytest.mark.rare
@pytest.mark.parametrize("name", SHIPPED)
def test_a_name_that_is_given_back_leaves_every_byte_of_a_shipped_game(name: str, tmp_path: Path) -> None:
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder / name, tmp_path / folder / name)
    project = Project(tmp_path / "data", tmp_path / "templates")
    game, _ = load_game(project.data / name, name)
    before = texts(tmp_path)
    for kind, field, word in part(list(cases(game)), 6):
        put(renamed(project, name, (kind, field, word), "zebra").changes)
        back = (kind, field, "zebra") if word else (kind, "zebra", "")
        try:
            put(renamed(project, name, back, word or field).changes)
        except WrongUse:  # templates have `blank` and `range` themselves, so nothing is called so anew
            for path in texts(tmp_path).keys() - before.keys():
                (tmp_path / path).unlink()
            for path, content in before.items():
                (tmp_path / path).write_bytes(content)
            continue
        after = texts(tmp_path)
        assert {path for path in before if after.get(path) != before[path]} == set(), (kind, field, word)
        for path in after.keys() - before.keys():  # a picture that something else needs too has both names
            (tmp_path / path).unlink()


NAMES = st.from_regex(r"[a-z][a-z0-9_]{3,12}", fullmatch=True).filter(lambda name: name not in ("item", "items"))


@pytest.mark.slow
@settings(max_examples=tries(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(new=NAMES, at=st.integers(0, 11))
def test_whatever_a_field_is_called_it_can_be_called_back(games: Project, new: str, at: int) -> None:
    game, _ = load_game(games.data / "harbour", "harbour")
    fields = [case for case in cases(game) if not case[2]]
    kind, field, _ = fields[at % len(fields)]
    before = texts(games.data.parent)
    try:
        rename = renamed(games, "harbour", (kind, field, ""), new)
    except WrongUse:
        return
    put(rename.changes)
    try:
        assert load_game(games.data / "harbour", "harbour")[1] == []
        put(renamed(games, "harbour", (kind, new, ""), field).changes)
        assert texts(games.data.parent) == before
    finally:
        for path, content in before.items():
            (games.data.parent / path).write_bytes(content)


SUIT = ChoiceField(of=("sun", "moon"))
CARD = RecordField(
    fields={
        "suit": SUIT,
        "tags": ListField(of=SUIT),
        "name": TextField(),
        "row": RecordField(fields={"suit": TextField()}),
    }
)


def changed(text: str, word: str = "", *, bare: bool = False) -> str:
    rename = FieldRename("suit", "zebra", (CARD,), word)
    use = use_in(text, rename, CARD if bare else None, {"item": CARD}, {"cards": CARD})
    for start, end, new in sorted(use.edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def test_names_in_expressions_are_found_by_what_they_mean() -> None:
    for text, wanted in {
        "item.suit": "item.zebra",
        "item['suit'] ~ item.name": "item['zebra'] ~ item.name",
        "item.row.suit": "item.row.suit",
        "other.suit": "other.suit",
        "items('cards', suit=item.suit)|map(attribute='suit')|list": "items('cards', zebra=item.zebra)|map(attribute='zebra')|list",
        "items('dice', suit=3)": "items('dice', suit=3)",
        "(items('cards')|first).suit": "(items('cards')|first).zebra",
        "items('cards')|selectattr('suit', 'equalto', 'suit')|list": "items('cards')|selectattr('zebra', 'equalto', 'suit')|list",
        "items('cards')[0].suit if item.suit &lt; 'x' else 'suit'": "items('cards')[0].zebra if item.zebra &lt; 'x' else 'suit'",
        "-item.suit": "-item.zebra",
        "item.suit +": "item.zebra +",
    }.items():
        assert changed(text) == wanted
    assert changed("suit == 'sun' and name", bare=True) == "zebra == 'sun' and name"
    for text, wanted in {
        "item.suit == 'sun'": "item.suit == 'zebra'",
        "item.name == 'sun'": "item.name == 'sun'",
        "{'sun': 1, 'moon': 2}[item.suit]": "{'zebra': 1, 'moon': 2}[item.suit]",
        "['sun', 'moon']": "['zebra', 'moon']",
        "'sun' in item.tags": "'sun' in item.tags",
    }.items():
        assert changed(text, "sun") == wanted


def test_names_that_cannot_be_are_refused(games: Project) -> None:
    for new in ("", "Suit", "2nd", "item", "a b", "value", "if", "copies", "true"):
        with pytest.raises(WrongUse):
            renamed(games, "harbour", ("cards", "suit", ""), new)
    for new in ("", "moon", "a,b", "it's", "a: b", "x#"):
        with pytest.raises(WrongUse):
            renamed(games, "harbour", ("cards", "suit", "sun"), new)
    with pytest.raises(WrongUse):
        renamed(games, "harbour", ("cards", "copies", ""), "number")


def test_what_uses_a_name_is_listed_line_by_line(games: Project) -> None:
    game, _ = load_game(games.data / "harbour", "harbour")
    uses = uses_of(game, games.templates / "harbour", "cards", "suit")
    assert {use.file for use in uses} == {"game.yaml", "cards.yaml", "forge.yaml", "templates/cards.svg"}
    line = next(use for use in uses if use.file == "game.yaml")
    assert re.match(r"suit: \{type: choice", line.text)
    assert (games.data / "harbour" / "game.yaml").read_text(encoding="utf-8").splitlines()[
        line.line - 1
    ].strip() == line.text
