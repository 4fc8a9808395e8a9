"""Faults that tools like this one had in reading data and setting text, each with what is promised instead.

The numbers are those of the collection of traps that the project started from.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pypdf
import pypdfium2
import pytest
import typer.main
from PIL import ImageChops
from projects import FONTS, ROOT, STALL, Project

from generator.cli.commands import app
from generator.sheet.grid import fit_grid

PDF = "output/fair/stalls.pdf"
SYMBOLS = FONTS / "dejavu" / "DejaVuSans.ttf"


def deck(project: Project, *names: str) -> None:
    """A deck of one stall a name, each name as it is to be written in YAML."""
    project.write("stalls.yaml", "".join(f"- id: s{n}\n  name: {name}\n  price: {n}\n" for n, name in enumerate(names)))


def printed(project: Project) -> str:
    """All that can be read on the printed sheets."""
    result = project.pnp("render")
    assert result.exit_code == 0, result.stderr
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(project.folder / PDF).pages)


def add_fallback(project: Project) -> None:
    shutil.copy(SYMBOLS, project.folder / "templates" / "common" / "fonts")
    style = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    project.write("templates/fair/style.yaml", style + f"fallback: [{SYMBOLS.stem}]\n")


# ---- 16 and 17: digits that turn into numbers ----

LOOKALIKES = ["007", "NO", "on", "12:30", "1_000", "1.10", "2024-01-02", "=", "1e3", "0x1F", "true"]


def test_16_a_title_of_digits_or_words_that_look_like_values_prints_as_typed(project: Project) -> None:
    deck(project, *LOOKALIKES)
    lines = printed(project).splitlines()
    assert [title for title in LOOKALIKES if title not in lines] == []


@pytest.mark.parametrize("absent", ["~", "null", ""])
def test_16_what_is_no_title_is_reported_with_its_place(project: Project, absent: str) -> None:
    deck(project, absent)
    assert project.places() == [(1, 3, "missing-field")]
    deck(project, '"~"', '"null"')
    assert {"~", "null"} <= set(printed(project).splitlines())


def test_17_a_whole_number_prints_without_a_fraction(project: Project) -> None:
    project.change("templates/fair/stall.svg", 'data-field="note"', 'data-field="weight"')
    project.write(
        "stalls.yaml", "- {id: a, name: A, price: 2, weight: 2}\n- {id: b, name: B, price: 10, weight: 2.5}\n"
    )
    lines = printed(project).splitlines()
    assert (lines.count("2"), lines.count("10"), lines.count("2.5"), lines.count("2.0")) == (2, 1, 1, 0)


# ---- 18: characters that mean something elsewhere ----


def test_18_signs_of_markup_and_templates_are_text(project: Project) -> None:
    titles = ["R&D", "a < b", "<coin>", "&amp;", "<b>bold", "{{ 7 * 7 }}", "{% if %}", "%d %s", "\\n", "$x$", "* x *"]
    deck(project, *(f"'{title}'" for title in titles), *(f"'{title}'" for title in (r"\*\*x\*\*", r"\\n")))
    lines = printed(project).splitlines()
    assert [title for title in (*titles, "**x**", r"\n") if title not in lines] == []  # backslashes before signs


# ---- 19 to 22: what is silently lost elsewhere ----


def test_19_a_repeated_key_names_both_lines(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: 3\n  price: 4")
    (found,) = project.check()
    assert (found.line, found.column, found.level, found.rule) == (4, 3, "error", "duplicate-key")
    assert "line 3" in found.message


def test_19_a_repeated_id_names_both_lines(project: Project) -> None:
    project.change("stalls.yaml", "id: darts", "id: cake")
    (found,) = project.check()
    assert (found.line, found.column, found.level, found.rule) == (5, 7, "error", "duplicate-id")
    assert "line 1" in found.message


def test_20_a_byte_order_mark_and_windows_line_breaks_load(project: Project) -> None:
    data = project.path("stalls.yaml").read_bytes()
    project.write("stalls.yaml", b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert project.check() == []


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("  price: 3", "\tprice: 3", (3, 1)),
        ("  price: 3", "\u00a0\u00a0price: 3", (3, 1)),
        ("price: 3", "price:\u00a03", (3, 9)),
        ("price: 3", "price: 3\u00a0", (3, 10)),
        ("price: 3", "price: “3”", (3, 10)),
        ("id: cake", "id: “cake”", (1, 7)),
        ("Cake stall", "Cake\u0085stall", (2, 18)),
    ],
)
def test_20_what_a_spreadsheet_leaves_behind_is_named_with_line_and_column(
    project: Project, old: str, new: str, place: tuple[int, int]
) -> None:
    project.change("stalls.yaml", old, new)
    assert [(found.line, found.column) for found in project.check()] == [place]


def test_20_non_breaking_spaces_and_curly_quotes_in_a_text_print_as_typed(project: Project) -> None:
    add_fallback(project)
    deck(project, "«\u00a0Oh\u202f!\u00a0»", "“Cake” isn’t")
    read = printed(project).replace("\u00a0", " ").replace("\u202f", " ")
    assert "« Oh ! »" in read
    assert "“Cake” isn’t" in read


@pytest.mark.parametrize("copies", ["-1", "2.5", '"3x"', "3x", "1000000"])
def test_21_copies_that_are_no_number_of_prints_are_an_error_with_their_line(project: Project, copies: str) -> None:
    project.change("stalls.yaml", "copies: 2", f"copies: {copies}")
    (found,) = project.check()
    assert (found.line, found.column, found.level) == (4, 11, "error")


def test_21_copies_0_print_none_and_copies_left_open_print_one(project: Project) -> None:
    project.change("stalls.yaml", "copies: 2", "copies: 0")
    assert "Cake" not in printed(project)
    project.change("stalls.yaml", "copies: 0", "copies:")
    assert printed(project).count("Cake") == 1


def test_22_an_unknown_key_is_an_error_with_the_nearest_known_one(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: 3\n  wears: [cake]")
    (found,) = project.check()
    assert (found.line, found.column, found.rule, found.hint) == (4, 3, "unknown-field", "did you mean wares?")


# ---- 23 and 24: names ----


@pytest.mark.parametrize("name", ["Ä & b#1", "100%", "a b", "it's", "x;y", "a.b"])
def test_23_a_picture_may_have_any_name(project: Project, name: str) -> None:
    use = '<use href="art/{{ item.art }}.svg" data-place="art" x="30" y="16" width="10" height="10"/>'
    project.write("templates/fair/stall.svg", STALL.replace("</svg>", f"{use}</svg>"))
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#f00"/></svg>'
    project.write(f"templates/fair/art/{name}.svg", picture)
    yaml_name = name.replace("'", "''")
    project.write("stalls.yaml", f"- {{id: a, name: A, price: 1, art: '{yaml_name}'}}\n")
    assert project.check() == []
    assert project.pnp("render").exit_code == 0


def test_24_every_option_that_the_documents_name_is_there() -> None:
    command = typer.main.get_command(app)
    known = {"--help"} | {flag for part in command.commands.values() for option in part.params for flag in option.opts}  # type: ignore[attr-defined]
    known |= {flag for option in command.params for flag in option.opts}
    named: dict[str, str] = {}
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "data").rglob("*.md")]:
        if path.parent.name == "decisions":  # their notes name what is gone
            continue
        for use in re.findall(r"pnp [a-z]+[^\n`]*", path.read_text(encoding="utf-8")):
            named |= dict.fromkeys(re.findall(r"--[a-z][a-z-]*", use), path.name)
    assert {flag: file for flag, file in named.items() if flag not in known} == {}


# ---- 25 to 31: text ----


def test_25_a_character_that_no_font_has_fails_by_character_card_and_font(project: Project) -> None:
    deck(project, '"日 ⚔ → 😀"')
    (found,) = [problem for problem in project.check() if problem.rule == "missing-glyph"]
    assert (found.line, found.column, found.level) == (2, 9, "error")
    for word in ("日", "U+65E5", "⚔", "→", "😀", "s0", "ShareTechMono_400Regular"):
        assert word in found.message
    assert project.pnp("render").exit_code == 1
    assert not (project.folder / PDF).exists()


def test_25_a_fallback_font_has_the_rest_and_it_reads_back(project: Project) -> None:
    add_fallback(project)
    deck(project, '"Łódź ⚔ → x"')
    assert project.check() == []
    assert "Łódź ⚔ → x" in printed(project)


def test_26_a_word_wider_than_its_box_is_broken_and_stays_inside(project: Project) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän"
    deck(project, word)
    assert word in printed(project).replace("\n", "")
    page = pypdfium2.PdfDocument(project.folder / PDF)[0].get_textpage()
    slot = fit_grid((210.0, 297.0), (50.0, 40.0)).slots[0]
    left, right = (edge / 25.4 * 72 for edge in (slot.x + 3, slot.x + slot.width - 3))
    bottom, top = ((297 - edge) / 25.4 * 72 for edge in (slot.y + slot.height - 3, slot.y + 3))
    for number in range(len(word)):
        box = page.get_charbox(number)
        assert left - 0.1 <= box[0] <= box[2] <= right + 0.1
        assert bottom - 0.1 <= box[1] <= box[3] <= top + 0.1


def test_27_four_hundred_words_are_an_error_with_the_lines_too_many(project: Project) -> None:
    deck(project, "word " * 400)
    (found,) = project.check()
    assert (found.line, found.column, found.rule) == (2, 9, "text-overflow")
    assert re.search(r"does not fit at 6 pt: \d+ lines too many", found.message)
    assert project.pnp("render").exit_code == 1
    assert not (project.folder / PDF).exists()


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4" fill="#000"/></svg>'


@pytest.mark.parametrize(
    "name", ["[c] first", "last [c]", "[c]", "two [c][c] of them", "many [c] words [c] on more than one line [c]"]
)
def test_28_an_icon_may_stand_anywhere_in_a_line(project: Project, name: str) -> None:
    project.write("templates/fair/kit/coin.svg", ICON)
    style = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    project.write("templates/fair/style.yaml", style + 'icons: {"[c]": kit/coin.svg}\n')
    deck(project, f'"{name}"')
    assert project.check() == []
    read = printed(project)
    assert "[c]" not in read
    assert [word for word in name.replace("[c]", " ").split() if word not in read] == []


def test_29_a_blank_field_an_empty_one_and_none_at_all_give_the_same_picture(project: Project) -> None:
    common = "name: Same, price: 1"
    project.write(
        "stalls.yaml", f'- {{id: a, {common}}}\n- {{id: b, {common}, note: ~}}\n- {{id: c, {common}, note: ""}}\n'
    )
    assert project.pnp("render").exit_code == 0
    picture = pypdfium2.PdfDocument(project.folder / PDF)[0].render(scale=10 * 25.4 / 72).to_pil()  # 10 pixels a mm
    pictures = []
    for slot in fit_grid((210.0, 297.0), (50.0, 40.0)).slots[:3]:
        left, top = round(slot.x * 10) + 5, round(slot.y * 10) + 5
        inside = (left, top, left + round(slot.width * 10) - 10, top + round(slot.height * 10) - 10)
        pictures.append(picture.crop(inside).convert("L"))
    assert pictures[0].getextrema() == (0, 255)
    for other in pictures[1:]:
        assert not any(ImageChops.difference(pictures[0], other).histogram()[9:])  # edges are smoothed by the place


def test_30_straight_quotes_and_dashes_stay_as_typed(project: Project) -> None:
    deck(project, "'\"a\" -- b... (c)'")
    assert '"a" -- b... (c)' in printed(project)


def test_31_a_font_that_is_not_there_is_an_error_that_lists_those_that_are(project: Project) -> None:
    project.write("templates/fair/style.yaml", "fonts: {text: Helvetica}\n")
    found = [problem for problem in project.check() if problem.file == "templates/fair/style.yaml"]
    assert [(problem.line, problem.column, problem.rule) for problem in found] == [(1, 15, "unknown-reference")]
    assert "Helvetica" in found[0].message
    assert found[0].hint.startswith(
        "known: ShareTechMono_400Regular, "
    )  # the game's own, then what comes with the tool
    assert project.pnp("render").exit_code == 1


# ---- 33 and 35: output ----


@pytest.mark.slow
def test_33_two_runs_at_other_times_and_places_give_the_same_bytes(project: Project) -> None:
    digests = set()
    for zone, seed in (("UTC", "0"), ("Asia/Tokyo", "1"), ("America/Lima", "4242")):
        out = project.folder / f"out-{seed}"
        environment = {**os.environ, "TZ": zone, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "generator", "render", "--out", str(out)]
        subprocess.run(command, cwd=project.folder, env=environment, capture_output=True, timeout=60, check=True)
        digests.add(hashlib.sha256((out / "fair" / "stalls.pdf").read_bytes()).hexdigest())
    assert len(digests) == 1


@pytest.mark.parametrize("face", ["template: stall.svg", "template: stall.svg\n    back: stall-back.svg"])
def test_35_a_face_that_is_not_there_is_an_error_before_anything_is_written(project: Project, face: str) -> None:
    project.change("game.yaml", "template: stall.svg", face)
    if "back" not in face:
        project.path("templates/fair/stall.svg").unlink()
    result = project.pnp("render", "--backs", "long")
    assert result.exit_code == 1
    assert "there is no" in result.stderr
    assert not (project.folder / "output").exists()


def test_no_trap_of_data_and_text_is_without_a_test() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    tested = {int(number) for number in re.findall(r"^def test_(\d+)_", source, re.M)}
    assert tested == {*range(16, 32), 33, 35}
