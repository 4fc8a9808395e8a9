"""What the docs say of the code is so."""

import re
from pathlib import Path

import make_docs
import pytest
from each import each

ROOT = Path(__file__).parent.parent
DOCS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("file", make_docs.MADE)
def test_what_is_made_from_the_code_is_as_the_code_is(file: str) -> None:
    assert make_docs.fresh(file) == (ROOT / "docs" / file).read_text(encoding="utf-8"), "stale: make docs"


def test_a_stale_page_is_told_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("by hand\n<!-- part: made by make docs -->\nold\n<!-- end of part -->\nby hand\n")
    monkeypatch.setattr(make_docs, "HERE", tmp_path)
    monkeypatch.setattr(make_docs, "MADE", {"page.md": {"part": lambda: "new\n"}})
    assert make_docs.main(["--check"]) == 1
    assert capsys.readouterr().out == "docs/page.md is stale: make docs\n"
    assert "old" in page.read_text()
    assert make_docs.main([]) == 0
    assert re.sub(r"\n+", "\n", page.read_text()) == (
        "by hand\n<!-- part: made by make docs -->\nnew\n<!-- end of part -->\nby hand\n"
    )
    assert make_docs.main(["--check"]) == 0


def test_every_attribute_and_name_of_templates_is_explained_by_hand_too() -> None:
    by_hand = make_docs.PART.sub("", (ROOT / "docs/templates.md").read_text(encoding="utf-8"))
    made = make_docs.template_attributes()
    assert [name for name in re.findall(r"`(data-[a-z]+)`", made) if f"`{name}" not in by_hand] == []
    first, second, *_ = make_docs.template_names().splitlines()
    assert [name for name in re.findall(r"`(\w+)`", first + second) if not re.search(rf"`{name}\b", by_hand)] == []


def test_no_attribute_is_explained_that_does_not_exist() -> None:
    by_hand = make_docs.PART.sub("", (ROOT / "docs/templates.md").read_text(encoding="utf-8"))
    named = set(re.findall(r"\bdata-[a-z]+", by_hand))
    assert named - set(re.findall(r"data-[a-z]+", make_docs.template_attributes())) == set()


@each("page", DOCS)
def test_every_link_and_every_path_of_the_docs_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    unquoted = re.sub(r"`!\[[^`]*`", "", text)  # figures of running text are shown as they are written
    links = [target for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", unquoted) if "://" not in target]
    paths = re.findall(r"`((?:generator|tests|docs|bench)/[\w./-]+)`", text)
    paths = [path.removesuffix("GAME/") for path in paths]  # a folder that each game has for itself
    assert [target for target in links if not (page.parent / target).exists()] == []
    assert [path for path in paths if not (ROOT / path).exists()] == []
