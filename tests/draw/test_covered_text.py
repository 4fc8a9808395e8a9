"""Texts on texts and under ink: letters that cannot be read, and none that only stand near."""

from pathlib import Path

import pytest
from each import each
from PIL import Image

from generator.check.build import check_game, check_kept
from generator.check.cache import Cache
from generator.check.file_states import FileLooker
from generator.check.workspace import forget_kept_files
from generator.core.choices import InkName
from generator.core.folders import Project

GAME = """name: Fair
languages: [en, de]
kinds: {stalls: {title: Stalls, size: [50, 40], template: stall.svg, fields: {name: {type: text}, price: {type: string}}}}
"""
ITEMS = """- {id: a, name: {en: Cakes, de: Kuchen}, price: one}
- {id: b, name: {en: Sugar cakes in the longest of words, de: Zucker}, price: two}
- {id: c, name: {en: Ices, de: Eis}, price: three}
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">'


def text(x: float, y: float, more: str = "", words: str = "{{ item.name }}", wide: float = 44) -> str:
    box = f'x="{x}" y="{y}" width="{wide}" height="8"'
    return f'<rect data-text="{words}" data-font="text" data-size="12" data-min="6" {box} {more}/>'


def found(folder: Path, *parts: str, ink: InkName = InkName.full) -> list[tuple[str, int]]:
    data, templates = folder / "data" / "fair", folder / "templates" / "fair"
    for place in (data, templates):
        place.mkdir(parents=True, exist_ok=True)
    (data / "game.yaml").write_text(GAME)
    (data / "stalls.yaml").write_text(ITEMS)
    (templates / "style.yaml").write_text("fonts: {text: Andika_400Regular}\n")
    (templates / "stall.svg").write_text("\n".join((HEAD, *parts, "</svg>")))
    Image.new("RGB", (600, 400), "white").save(templates / "opaque.png")
    Image.new("RGBA", (600, 400), (0, 0, 0, 0)).save(templates / "clear.png")
    checked = check_game(Project(folder / "data", folder / "templates"), "fair", ink=ink)
    assert [problem for problem in checked.problems if problem.level == "error"] == []
    rules = ("text-overlap", "hidden-text")
    return [(problem.rule, problem.line) for problem in checked.problems if problem.rule in rules]


PRICE = text(3, 4, words="{{ item.price }}")
BLACK = '<rect x="2" y="2" width="46" height="12" fill="#000"/>'
HIDING = (
    BLACK,
    BLACK.replace("#000", "#fff"),
    '<circle cx="15" cy="8" r="10" fill="#fff"/>',
    '<g transform="translate(20 8) rotate(20)"><rect x="-14" y="-5" width="28" height="10" fill="#eee"/></g>',
    '<image href="opaque.png" x="1" y="1" width="48" height="32"/>',
    "<g data-if=\"item.id == 'b'\">" + BLACK + "</g>",
    '<rect data-let="far = 2" x="{{ far }}" y="2" width="46" height="12" fill="#000"/>',
)
SHOWING = (
    BLACK.replace("/>", ' fill-opacity="0.5"/>'),
    BLACK.replace("/>", ' opacity="0.5"/>'),
    BLACK.replace('fill="#000"', 'fill="none" stroke="#000"'),
    BLACK.replace('y="2"', 'y="20"'),
    '<path d="M1 1h48v12h-48zM2 2v10h46v-10z" fill="#000" fill-rule="evenodd"/>',
    '<image href="clear.png" x="1" y="1" width="48" height="32"/>',
    '<line x1="1" y1="7" x2="49" y2="7" stroke="#000" stroke-width="0.5"/>',
)


@each("ink", [InkName.full, InkName.low])
def test_texts_on_each_other_are_told_once_at_the_later_one(ink: InkName, tmp_path: Path) -> None:
    assert found(tmp_path, text(3, 3), PRICE, ink=ink) == [("text-overlap", 3)]


@pytest.mark.slow
@each("cover", HIDING)
def test_what_hides_a_text_is_told_at_the_text(cover: str, tmp_path: Path) -> None:
    assert found(tmp_path, text(3, 3), cover) == [("hidden-text", 2)]


@pytest.mark.slow
@each("cover", SHOWING + HIDING)
def test_what_lets_a_text_be_seen_or_lies_behind_it_is_not(cover: str, tmp_path: Path) -> None:
    parts = (text(3, 3), cover) if cover in SHOWING else (cover, text(3, 3))
    assert found(tmp_path, *parts) == []


def test_boxes_may_meet_if_letters_do_not(tmp_path: Path) -> None:
    assert found(tmp_path, text(3, 3), text(3, 8, 'data-valign="bottom"', "low")) == []
    assert found(tmp_path, text(3, 3, wide=20), text(26, 3, words="right", wide=20)) == []


def test_only_the_longest_of_all_words_reaches_the_price(tmp_path: Path) -> None:
    parts = text(3, 3, 'data-lines="1" data-min="12"', wide=90), text(38, 3, words="{{ item.price }}", wide=11)
    head = HEAD.replace('viewBox="0 0 50 40"', 'viewBox="0 0 50 40" overflow="visible"')
    assert head != HEAD
    found_here = found(tmp_path, text(3, 3, 'data-lines="1"'), text(40, 3, words="{{ item.price }}", wide=9))
    assert found_here == [("text-overlap", 3)], parts


@each("over", [0, 1])
def test_a_template_may_say_that_it_is_meant(over: int, tmp_path: Path) -> None:
    meant = ['data-over="allowed"' if over == number else "" for number in (0, 1)]
    assert found(tmp_path, text(3, 3, meant[0]), text(3, 4, meant[1], "{{ item.price }}")) == []
    assert found(tmp_path, text(3, 3, 'data-over="allowed"'), BLACK) == []


def test_texts_that_an_invisible_group_holds_are_on_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, text(3, 3), f'<g opacity="0">{PRICE}</g>') == []


def test_texts_along_lines_meet_others_where_their_letters_stand(tmp_path: Path) -> None:
    line = '<rect data-text="Along the road" data-font="text" data-size="12" data-along="M3 {y}H47"/>'
    assert found(tmp_path, text(3, 3), line.format(y=9)) == [("text-overlap", 3)]
    assert found(tmp_path, text(3, 3), line.format(y=30)) == []


@each("faded", ["", 'opacity="0.5"', 'transform="rotate(90 25 20)"'])
def test_texts_in_groups_are_found_where_the_group_has_them(faded: str, tmp_path: Path) -> None:
    both = f"<g {faded}>{text(10, 16, wide=30)}\n{text(10, 17, words='{{ item.price }}', wide=30)}</g>"
    assert found(tmp_path, both) == [("text-overlap", 3)]


@pytest.mark.slow
def test_the_check_tells_the_same_from_its_cache_and_after_each_edit(tmp_path: Path) -> None:
    near = text(3, 3, 'data-lines="1"'), text(40, 3, words="{{ item.price }}", wide=9)
    assert found(tmp_path, *near) == [("text-overlap", 3)]
    project, cache = Project(tmp_path / "data", tmp_path / "templates"), Cache(tmp_path / "kept", b"secret")
    stalls = tmp_path / "data" / "fair" / "stalls.yaml"
    shorter = ITEMS.replace("Sugar cakes in the longest of words", "Sweet")
    for words, count in ((ITEMS, 1), (ITEMS, 1), (shorter, 0), (shorter, 0), (ITEMS, 1)):
        stalls.write_text(words)
        forget_kept_files()
        kept = check_kept(project, "fair", cache, FileLooker(project))
        assert [problem.rule for problem in kept.problems].count("text-overlap") == count
        forget_kept_files()
        assert kept.problems == check_game(project, "fair", jobs=2).problems


def test_shadows_outlines_and_readings_of_a_text_are_its_own(tmp_path: Path) -> None:
    assert found(tmp_path, text(3, 3, words="**bold** _slanted_ and plain")) == []


@pytest.mark.parametrize("words", ["yes", "true"])
def test_another_word_is_an_error(words: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="data-over"):
        found(tmp_path, text(3, 3, f'data-over="{words}"'))
