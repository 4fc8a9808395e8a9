"""`pnp calibrate` and `pnp render --printer`: what is refused, what is stored, and what becomes of the file it is in."""

import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pypdf
import pytest
import yaml
from fontTools.ttLib import TTFont
from projects import FONTS, Project

ROOT = Path(__file__).parents[2]
STRAIGHT = "mid=0,0 tl=0,0 tr=0,0 bl=0,0 br=0,0"
THREE_OFF = "mid=3,0 tl=-4,0 tr=-4,0 bl=-4,0 br=-4,0"  # 3.8 mm less four fifths


@pytest.fixture
def home(project: Project) -> Project:
    """A project that has the test sheet's font."""
    barlow = "templates/common/fonts/barlow"
    shutil.copytree(ROOT / barlow, project.folder / barlow)
    return project


def refused(home: Project, *words: str) -> str:
    """What a command says that is wrong use, in one line."""
    result = home.pnp(*words)
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return " ".join(re.sub("[│╭╮╰╯─]", " ", result.stderr).split())


def profile(home: Project, name: str = "home") -> dict[str, object]:
    known = {one["printer"]: one for one in yaml.safe_load((home.folder / "printers.yaml").read_text(encoding="utf-8"))}
    found: dict[str, object] = known[name]
    return found


def sheet(home: Project, page: int = 0) -> str:
    return pypdf.PdfReader(home.folder / "output/calibration.pdf").pages[page].extract_text()


@pytest.mark.parametrize("paper", ["100x100", "50x50"])
def test_paper_too_small_for_the_sheet_is_wrong_use(home: Project, paper: str) -> None:
    said = refused(home, "calibrate", "--paper", paper)
    size = paper.replace("x", " × ")
    assert said.startswith(f"pnp: the calibration sheet does not fit paper of {size} mm; measure the printer on larger")
    assert not (home.folder / "output").exists()


def test_the_sheet_has_a_ruler_and_says_the_whole_command(home: Project) -> None:
    home.pnp("calibrate", "--printer", "home", "--edge", "short", "--paper", "letter")
    text = sheet(home)
    for words in ('--printer "home"', "--edge short --paper letter", '"sheet=plain mid=X,Y', "100 mm", "10 mm"):
        assert words in text
    assert "print at 100 %" in text


def test_a_name_that_the_font_cannot_write_is_left_to_be_filled_in(home: Project) -> None:
    assert home.pnp("calibrate", "--printer", "打印机").exit_code == 0
    assert "--printer NAME" in sheet(home)


def test_a_printer_three_millimetres_off_is_measured_with_one_sheet(home: Project) -> None:
    result = home.pnp("calibrate", "--printer", "home", "--reading", f"sheet=plain {THREE_OFF}")
    assert result.exit_code == 0
    assert profile(home)["x"] == 3.0


def test_what_a_tried_profile_leaves_over_is_added_once(home: Project) -> None:
    home.pnp("calibrate", "--printer", "home", "--reading", f"sheet=plain {THREE_OFF}")
    home.pnp("calibrate", "--printer", "home")
    text = sheet(home)
    assert "should read 0" in text
    code = re.search(r'"sheet=(\w+)', text)
    assert code is not None
    left_over = ["calibrate", "--printer", "home", "--reading", f"sheet={code[1]} mid=0,0 tl=1,0 tr=1,0 bl=1,0 br=1,0"]
    assert home.pnp(*left_over).exit_code == 0
    assert profile(home)["x"] == 3.2
    assert f"sheet={code[1]} was printed with other numbers than printers.yaml now has" in refused(home, *left_over)
    assert profile(home)["x"] == 3.2


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (f"sheet=plain {STRAIGHT} br=9,9", "br twice: br=0,0 and br=9,9"),
        (f"sheet=1234 {STRAIGHT}", "print the sheet again"),
        ("sheet=plain mid=0,0 tl=1,1", "no reading for tr, bl, br"),
        ("sheet=plain mid=0,0 tl=9,0 tr=0,0 bl=0,0 br=-3,0", "nothing was stored"),
        ("sheet=plain mid=2,0 tl=0,0 tr=0,0 bl=0,0 br=0,0", "read mid once more"),
        ("sheet=plain mid=x,0", "'mid=x,0'; write PLACE=X,Y"),
    ],
)
def test_readings_that_are_wrong_are_not_stored(home: Project, reading: str, said: str) -> None:
    assert said in refused(home, "calibrate", "--printer", "home", "--reading", reading)
    assert not (home.folder / "printers.yaml").exists()


def test_who_answers_no_question_is_told_how_to_go_on(home: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.cli.calibrate.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    assert "type the command that its step 5 says" in refused(home, "calibrate", "--printer", "home")
    assert (home.folder / "output/calibration.pdf").exists()


FILES = {
    "block": "# mine\n- printer: attic  # the old one\n  x: 1\n\n# the new one\n- printer: home # here\n"
    "  x: 9 # far\n  y: 2\n  turn: 0\n  scale: 1 # as it was\n# the end\n",
    "flow": "# mine\n- {printer: attic, x: 1}\n- {y: 2, printer: 'home'} # here\n",
    "short": "- printer: attic\n  x: 1\n- printer: home # here\n# the end, without a line's end",
    "indented": "# mine\n  - printer: attic\n    x: 1\n  -\n    edge: long # here\n    printer: home\n",
    "crlf": "\ufeff# mine\r\n- printer: attic\r\n  x: 1\r\n- printer: home\r\n  x: ~ # here\r\n  y:\r\n",
}


@pytest.mark.parametrize("form", FILES)
@pytest.mark.parametrize("name", ["home", "cellar"])
def test_what_its_user_wrote_into_the_file_stays(home: Project, form: str, name: str) -> None:
    file, text = home.folder / "printers.yaml", FILES[form]
    file.write_text(text, encoding="utf-8", newline="")
    result = home.pnp("calibrate", "--printer", name, "--reading", f"sheet=plain {THREE_OFF}")
    assert result.exit_code == 0, result.output
    after = file.read_bytes().decode("utf-8")
    assert re.findall("#.*", after) == re.findall("#.*", text)
    assert (profile(home, name)["x"], profile(home, name)["y"]) == (3.0, 0.0)
    assert profile(home, "attic")["x"] == 1
    assert ("\r\n" in after) == ("\r\n" in text)
    assert after.count("\n") == after.count("\r\n") or "\r\n" not in after
    if name == "cellar":
        assert after.startswith(text)


def test_a_file_that_cannot_be_added_to_is_left_as_it_is(home: Project) -> None:
    file = home.folder / "printers.yaml"
    file.write_text("[{printer: attic}]\n")
    said = refused(home, "calibrate", "--printer", "home", "--reading", f"sheet=plain {THREE_OFF}")
    assert 'write into it yourself: {printer: "home", edge: long, x: 3.000,' in said
    assert file.read_text() == "[{printer: attic}]\n"


def test_two_profiles_of_one_name_are_refused_with_both_lines(home: Project) -> None:
    (home.folder / "printers.yaml").write_text("- printer: home\n  x: 1\n- printer: home\n  x: 2\n")
    said = "printers.yaml:3:3: the printer 'home' is repeated here; it is first at line 1; keep one of the two"
    assert said in refused(home, "calibrate", "--printer", "home")
    assert said in refused(home, "calibrate", "--printer", "home", "--reading", f"sheet=plain {STRAIGHT}")
    assert said in refused(home, "render", "--printer", "home", "--backs", "long")


def test_a_profile_for_one_edge_is_not_used_or_replaced_for_the_other(home: Project) -> None:
    (home.folder / "printers.yaml").write_text("- printer: home\n  edge: long\n  x: 1\n")
    said = refused(home, "render", "--printer", "home", "--backs", "short")
    assert said.startswith("pnp: printers.yaml:1: the profile of 'home' was measured with paper turned about its long")
    assert "print with --backs long, or measure that too: pnp calibrate --printer 'home-short' --edge short" in said
    for more in ([], ["--reading", f"sheet=plain {STRAIGHT}"]):
        said = refused(home, "calibrate", "--printer", "home", "--edge", "short", *more)
        assert "take another name, such as 'home-short'" in said
    assert profile(home)["x"] == 1
    assert not (home.folder / "output").exists()


@pytest.mark.parametrize("backs", [[], ["--backs", "none"], ["--backs", "fold"]])
@pytest.mark.parametrize("name", ["home", "nobody"])
def test_a_printer_without_a_second_side_is_wrong_use(home: Project, backs: list[str], name: str) -> None:
    (home.folder / "printers.yaml").write_text("- printer: home\n  x: 1\n")
    said = refused(home, "render", "--printer", name, *backs)
    assert "--printer" in said
    assert "give --backs long, short or separate too" in said
    assert not (home.folder / "output").exists()


def test_an_unknown_printer_is_refused_though_no_kind_has_a_back(home: Project) -> None:
    assert "no profile of a printer 'nobody'" in refused(home, "render", "--printer", "nobody", "--backs", "long")
    assert not (home.folder / "output").exists()


def test_a_printer_that_is_little_off_needs_neither_cross_nor_code(project: Project) -> None:
    result = project.pnp("calibrate", "--printer", "home", "--reading", "tl=5,-2 tr=5,-2 bl=5,-2 br=5,-2")
    assert result.exit_code == 0
    assert "backs lie +1.00 mm right, -0.40 mm down" in result.stdout


def test_the_sheet_speaks_the_language_that_is_asked_for(home: Project) -> None:
    for language, said in (
        ("de", "Das Blatt gegen das Licht halten"),
        ("fr", "Imprimée sans profil"),
        ("es", "¿dónde"),
    ):
        assert home.pnp("calibrate", "--lang", language).exit_code == 0
        page = pypdf.PdfReader(home.folder / "output/calibration.pdf").pages[0].extract_text()
        assert said in page
    result = home.pnp("calibrate", "--lang", "xx")
    assert (result.exit_code, "no words in 'xx'" in result.stderr) == (2, True)
    home.write("pnp.yaml", "lang: xx\n")
    assert home.pnp("calibrate").exit_code == 0


def test_the_projects_fonts_write_what_those_of_the_tool_lack(home: Project) -> None:
    english = (ROOT / "templates/common/words/en.yaml").read_text(encoding="utf-8")
    home.write("templates/common/words/eo.yaml", english.replace("print at 100 %", "狐"))
    result = home.pnp("calibrate", "--lang", "eo")
    assert (result.exit_code, "no font has '狐'" in result.stderr) == (2, True)
    font = TTFont(FONTS / "lilita-one" / "LilitaOne_400Regular.ttf")
    for table in font["cmap"].tables:
        table.cmap[ord("狐")] = table.cmap.get(ord("A"), ".notdef")
    font.save(home.folder / "templates/common/fonts/Kitsune.ttf")
    assert home.pnp("calibrate", "--lang", "eo").exit_code == 0
