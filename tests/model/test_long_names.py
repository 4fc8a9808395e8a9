"""Names of files that no file system takes: each is a problem at its place, whoever asks for the file."""

import json

import pytest
from projects import PROSE, Project
from tries import part

from generator.draw.file_use import forget_files

LONG = "a" * 300
DEEP = "a/" * 3000 + "a"
PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">
  <rect data-flow="1" x="5" y="5" width="40" height="30"/>
</svg>
"""
RULES = "  rules: {title: {en: R, fr: R}, size: [50, 40], template: page.svg, prose: rules}\n"
STALL = "templates/fair/stall.svg"
STYLE = "templates/fair/style.yaml"
# The file that names another, what is put where in it, and whether there may be folders in a name.
PLACES = [
    ("game.yaml", "    template: stall.svg", "    template: NAME.svg"),
    ("game.yaml", "    template: stall.svg", "    template: stall.svg\n    back: NAME.svg"),
    ("game.yaml", "    template: stall.svg", "    template: stall.svg\n    blank_guide: NAME.svg"),
    ("game.yaml", "    template: stall.svg", "    template: stall.svg\n    shaped: NAME.svg"),
    ("game.yaml", "    template: stall.svg", "    template: stall.svg\n    file: NAME.yaml"),
    ("game.yaml", "kinds:", "templates: NAME\nkinds:"),
    ("game.yaml", "prose: rules", "prose: NAME"),
    ("game.yaml", "  people:", "  ? NAME\n  : {title: P, fields: {name: {type: text}}}\n  people:"),
    ("game.yaml", "    title: {en: Stalls", "    share: NAME\n    title: {en: Stalls"),
    ("stalls.yaml", "note: moon", "note: NAME"),
    ("stalls.yaml", "id: cake", "id: NAME"),
    (STALL, '"back.svg"', '"NAME.svg"'),
    (STALL, '"back.svg"', '"NAME"'),
    (STALL, '"back.svg"', '"../NAME.png"'),
    ("templates/fair/back.svg", "</svg>", '<use href="NAME.svg"/></svg>'),
    (STYLE, "fonts: {text: ShareTechMono_400Regular}", "fonts: {text: NAME}"),
    (STYLE, "fonts:", "cover: NAME.svg\nfonts:"),
    (STYLE, "fonts:", "icons: {coin: NAME.svg}\nfonts:"),
    (STYLE, "section.svg", "NAME.svg"),
    ("./pnp.yaml", "out: print", "templates: NAME"),
    ("./pnp.yaml", "out: print", "out: NAME"),
]  # fmt: skip


@pytest.fixture
def fair(project: Project) -> Project:
    """The small project with running text, and pictures that templates and items name."""
    project.change("game.yaml", "  people:\n", f"{RULES}  people:\n")
    project.write("rules.en.md", "# Rules\n\n## One\n\nWords.\n")
    project.write("rules.fr.md", "# Rules\n\n## One\n\nWords.\n")
    project.write("templates/fair/page.svg", PAGE)
    for picture in ("back", "moon"):
        project.write(
            f"templates/fair/{picture}.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
        )
    project.change(
        STALL,
        "</svg>",
        '<use href="back.svg" width="1" height="1"/><use href="{{ item.note }}" width="1" height="1"/></svg>',
    )
    project.change("stalls.yaml", "  price: 3\n", "  price: 3\n  note: moon\n")
    project.change("stalls.yaml", "  price: 5\n", "  price: 5\n  note: moon\n")
    style = project.path(STYLE).read_text(encoding="utf-8")
    project.write(STYLE, style + PROSE)
    project.write("templates/fair/section.svg", PAGE.replace(' data-flow="1"', ""))
    project.write("./pnp.yaml", "out: print\n")
    return project


@pytest.mark.tried
def test_a_name_that_no_file_can_have_is_a_problem_at_its_place(fair: Project) -> None:
    assert [one for one in fair.check() if one.level == "error"] == []
    for file, old, new in part(PLACES, 9):
        text = fair.path(file).read_text(encoding="utf-8")
        assert old in text
        line = text[: text.index(old)].count("\n") + 1
        for name in (LONG, DEEP):
            fair.write(file, text.replace(old, new.replace("NAME", name)))
            forget_files()
            done = fair.pnp("check", "--no-cache", "--format", "json")
            assert done.exit_code == 1, (file, new, done.output[:999])
            found = [one for one in json.loads(done.stdout) if f"{fair.path(file)}".endswith(one["file"])]
            inside = "back.svg, line 1" in done.stdout  # of a picture the template that uses it is named
            assert inside or any(one["line"] in (1, line, line + 1) for one in found), (new, done.output)
        assert file == "./pnp.yaml" or fair.pnp("schema").exit_code == 0, new
        fair.write(file, text)
