"""Blank forms: everything but what players write, and a guide to copy from."""

from pathlib import Path

import pytest
from projects import Project
from pypdf import PdfReader
from typer.testing import CliRunner

from generator.cli.commands import app

ROOT = Path(__file__).parents[2]


def blank(out: Path, *arguments: str) -> tuple[int, str]:
    folders = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates"), "--out", str(out)]
    result = CliRunner().invoke(app, ["blank", *arguments, *folders])
    return result.exit_code, result.stdout + result.stderr


def pages(out: Path, name: str) -> list[str]:
    return [page.extract_text() for page in PdfReader(out / name).pages]


@pytest.mark.slow
def test_blank_surprise_cards_bring_the_icons_with_their_caps_and_shares(tmp_path: Path) -> None:
    assert blank(tmp_path, "tricks-or-treats", "--kind", "surprise-cards")[0] == 0
    (text,) = pages(tmp_path, "tricks-or-treats/surprise-cards-blank.pdf")
    for words in ("To copy from", "±1–4", "±1–9", "•1–3", "26 in 100", "8 in 100"):
        assert words in text
    assert PdfReader(tmp_path / "tricks-or-treats/surprise-cards-blank.pdf").page_labels == ["Page [empty - vierge]"]


def test_blank_forms_come_in_both_languages(tmp_path: Path) -> None:
    assert blank(tmp_path, "tricks-or-treats", "--kind", "surprise-cards", "--lang", "fr")[0] == 0
    assert "À recopier" in pages(tmp_path, "tricks-or-treats/surprise-cards-blank.fr.pdf")[0]


def test_so_many_forms_are_printed_as_were_asked_for(tmp_path: Path) -> None:
    status, text = blank(tmp_path, "tricks-or-treats", "--kind", "surprise-cards", "--count", "12", "--style", "frame")
    assert status == 0
    assert " 13 " in text  # twelve and the guide
    assert len(pages(tmp_path, "tricks-or-treats/surprise-cards-blank.pdf")) == 2


@pytest.mark.slow
def test_the_styles_differ_in_what_they_leave_to_the_pen(tmp_path: Path) -> None:
    found = {}
    for style in ("frame", "picture", "effects"):
        assert blank(tmp_path / style, "tricks-or-treats", "--kind", "surprise-cards", "--style", style)[0] == 0
        found[style] = (tmp_path / style / "tricks-or-treats/surprise-cards-blank.pdf").read_bytes()
    assert len(set(found.values())) == 3
    assert len(found["frame"]) < len(found["picture"]) < len(found["effects"])


def test_pictures_can_be_one_or_a_mix(tmp_path: Path) -> None:
    one = ["tricks-or-treats", "--kind", "surprise-cards", "--style", "effects", "--count", "5", "--art"]
    assert blank(tmp_path / "one", *one, "owl")[0] == 0
    assert blank(tmp_path / "mix", *one, "mix")[0] == 0
    sizes = [(tmp_path / name / "tricks-or-treats/surprise-cards-blank.pdf").stat().st_size for name in ("one", "mix")]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tricks-or-treats", "--kind", "surprise-cards", "--style", "lavish"], "known: picture, frame, effects"),
        (["tricks-or-treats", "--kind", "surprise-cards", "--art", "dragon"], "no picture 'dragon'"),
        (["star-road", "--kind", "stands"], "no blank form"),
        (["star-road", "--kind", "rules"], "no blank form"),
    ],
)
def test_wrong_use_is_one_clear_line(tmp_path: Path, arguments: list[str], words: str) -> None:
    status, text = blank(tmp_path / "out", *arguments)
    assert status == 2
    assert words in text
    assert not (tmp_path / "out").exists()


def test_a_word_that_does_not_fit_a_form_is_reported(project: Project) -> None:
    words = "data-text=\"{{ 'write a very long sentence here' if blank else '' }}\""
    box = f'<rect {words} data-font="text" data-size="8" x="30" y="16" width="9" height="4"/></svg>'
    template = project.folder / "templates/fair/stall.svg"
    template.write_text(template.read_text(encoding="utf-8").replace("</svg>", box), encoding="utf-8")
    result = project.pnp("check")
    assert result.exit_code == 1
    assert "stall.svg:6:" in result.stdout
    assert "text-overflow" in result.stdout
