"""What the docs say of the code is so."""

import ast
import re
import tomllib
from pathlib import Path

import make_docs
import pytest
from each import each

ROOT = Path(__file__).parents[2]
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")])


@pytest.mark.parametrize("file", make_docs.MADE)
def test_what_is_made_from_the_code_is_as_the_code_is(file: str) -> None:
    assert make_docs.fresh(file) == (ROOT / "docs" / file).read_text(encoding="utf-8"), "stale: make docs"


def test_a_stale_page_is_reported_and_not_written(
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


def template_attributes() -> set[str]:
    """Every attribute of ours that the code of faces names, documentation left out."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "generator/draw").rglob("*.py")]
    texts = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and re.fullmatch(r"data-[a-z]+", text)}


def on_templates() -> str:
    """What is written by hand of templates, on the page to look things up in and on that of pictures."""
    pages = [ROOT / "docs/templates.md", ROOT / "docs/do/pictures.md"]
    return make_docs.PART.sub("", "\n".join(page.read_text(encoding="utf-8") for page in pages))


@pytest.mark.slow
def test_every_attribute_and_name_of_templates_is_explained_by_hand_too() -> None:
    by_hand = on_templates()
    assert "data-tint" in template_attributes()
    assert [name for name in template_attributes() if f"`{name}" not in by_hand] == []
    first, second, *_ = make_docs.template_names().splitlines()
    assert [name for name in re.findall(r"`(\w+)`", first + second) if not re.search(rf"`{name}\b", by_hand)] == []


@pytest.mark.slow
def test_no_attribute_is_explained_that_does_not_exist() -> None:
    by_hand = on_templates()
    named = set(re.findall(r"\bdata-[a-z]+", by_hand))
    assert named - template_attributes() == set()


@each("page", DOCS)
def test_every_link_and_every_path_of_the_docs_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    unquoted = re.sub(r"(?ms)^```.*?^```|`!\[[^`]*`", "", text)  # figures of running text are shown as they are written
    links = [target for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", unquoted) if "://" not in target]
    paths = re.findall(r"`((?:generator|tests|docs|bench)/[\w./-]+)`", text)
    paths = [path.removesuffix("GAME/") for path in paths]  # a folder that each game has for itself
    paths = paths if page.parent.name != "decisions" else []  # a decision refers to its own time
    assert [target for target in links if not (page.parent / target).exists()] == []
    assert [path for path in paths if not (ROOT / path).exists()] == []


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as Git hosts and the manual's site make them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each("page", DOCS)
def test_every_link_to_a_heading_finds_it(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", page.read_text(encoding="utf-8"))
    assert [f"{to}#{name}" for to, name in links if name not in anchors((page.parent / to) if to else page)] == []


def test_pages_of_the_site_lead_to_no_single_decision_which_it_does_not_have() -> None:
    found = [
        page.name for page in (ROOT / "docs").rglob("*.md") if "](../decisions/" in page.read_text(encoding="utf-8")
    ]
    assert not found


def test_the_site_of_the_manual_and_its_contents_have_every_page() -> None:
    """Each page is once in the site's navigation, and the page of contents leads to it."""
    docs = ROOT / "docs"
    pages = {str(page.relative_to(docs)) for page in [*docs.glob("*.md"), *docs.glob("*/*.md")]}
    pages = {page for page in pages if not page.startswith("decisions/")}
    named = re.findall(r'"([\w/-]+\.md)"', str(tomllib.loads((ROOT / "zensical.toml").read_text())).replace("'", '"'))
    assert sorted(named) == sorted(pages)
    linked = set(re.findall(r"\]\(([\w/-]+\.md)\)", (docs / "index.md").read_text(encoding="utf-8")))
    assert pages - linked == {"index.md"}


def options_by_command() -> dict[str, set[str]]:
    """Every command with the names of its options."""
    commands = make_docs._group().commands
    return {
        name: {option for param in one.params for option in (*param.opts, *param.secondary_opts)} | {"--help", "-h"}
        for name, one in commands.items()
    }


def code_of(page: Path) -> list[str]:
    """What a page shows as code: words between backticks, and lines of blocks."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"(?ms)^```[a-z]*\n(.*?)^```", text)
    lines = [re.sub(r"(^|\s)#.*", "", line) for line in "\n".join(blocks).splitlines()]  # without remarks
    return [*re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text)), *lines]


@each("page", [page for page in DOCS if page.parent.name != "decisions" and page.name != "CHANGELOG.md"])
def test_every_command_option_and_module_that_a_document_names_exists(page: Path) -> None:
    """Decisions and the changelog refer to their own time; ``play.py`` is a file of games."""
    options = options_by_command()
    anywhere = set().union(*options.values()) | {"--version"}
    modules = [path.as_posix() for path in ROOT.rglob("*.py") if not {".venv", ".node"} & set(path.parts)]
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    unknown = []
    for code in code_of(page):
        for name, rest in re.findall(r"(?:^|[ $(])pnp ([a-z]+)\b([^|;&#\n]*)", code):
            unknown += [] if name in options else [f"pnp {name}"]
            named = re.findall(r"(?<!\S)(--[a-z][a-z-]*)", rest)
            unknown += [f"pnp {name} {option}" for option in named if option not in options.get(name, anywhere)]
        if code.startswith("--"):
            unknown += [option for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", code) if option not in anywhere]
        if re.fullmatch(r"[\w/]+(?<!play)\.py", code) and not any(module.endswith(f"/{code}") for module in modules):
            unknown.append(code)
        unknown += [f"make {name}" for name in re.findall(r"^make ([a-z-]+)", code) if name not in targets]
    assert unknown == []


@each("page", DOCS)
def test_every_row_of_a_table_is_below_its_head(page: Path) -> None:
    """An empty line between two rows ends the table."""
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    assert re.findall(r"\n\n(\|[^\n]*)\n(?!\|[-:| ]+\|)", text) == []
