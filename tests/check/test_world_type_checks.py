"""What a check says of type, of defaults of the project, and of names of items that there are not."""

from projects import Project
from pypdf import PdfReader

SHOWN = (
    '<rect data-if="item.owner" data-field="owner" data-font="text" data-size="8" x="25" y="16" width="20" height="5"'
    " data-text=\"{{ (items('people')|selectattr('id', 'equalto', item.owner)|first).name }}\"/></svg>"
)


def test_a_name_of_no_item_is_reported_alone_and_not_at_the_template(project: Project) -> None:
    project.change("game.yaml", "      prizes:", "      owner: {type: reference, to: people}\n      prizes:")
    project.change("templates/fair/stall.svg", "</svg>", SHOWN)
    project.change("stalls.yaml", "  price: 3\n", "  price: 3\n  owner: an\n")
    assert [(problem.rule, problem.line) for problem in project.check()] == [("unknown-reference", 4)]
    project.change("stalls.yaml", "owner: an\n", "owner: ann\n")
    assert project.check() == []
    project.change("templates/fair/stall.svg", "equalto', item.owner", "equalto', 'nobody'")
    assert [problem.rule for problem in project.check()] == ["template-syntax"]


def test_bleed_and_joints_of_the_project_are_those_of_a_check(project: Project) -> None:
    assert project.check() == []
    full = 'x="0" y="0" width="50" height="40" fill="#88aadd"'
    project.change("templates/fair/stall.svg", 'x="1" y="1" width="48" height="38" fill="none"', full)
    assert project.check() == []
    project.write("./pnp.yaml", "bleed: 3\n")
    assert {problem.rule for problem in project.check()} == {"short-bleed"}
    project.write("./pnp.yaml", "paper: a4\n")
    project.change("game.yaml", "size: [50, 40]", "size: [420, 297]")
    project.change(
        "templates/fair/stall.svg",
        'width="50mm" height="40mm" viewBox="0 0 50 40"',
        'width="420mm" height="297mm" viewBox="0 0 420 297"',
    )
    assert [problem.rule for problem in project.check()] == ["wrong-size"]
    project.write("./pnp.yaml", "join: butt\n")
    assert project.check() == []
    assert project.pnp("render", "--kind", "stalls").exit_code == 0
    text = "".join(page.extract_text() for page in PdfReader(project.folder / "output/fair/stalls.pdf").pages)
    assert text.count("A1") >= 3, "above the piece, in the drawing, and at the seam"


def test_numbers_on_faces_go_by_the_language(project: Project) -> None:
    project.change("game.yaml", "price: {type: whole", "price: {type: number")
    project.change("stalls.yaml", "price: 3", "price: 3.5")
    project.change("templates/fair/stall.svg", 'data-field="price"', 'data-text="{{ item.price / 2 }} m {{ 0.25 }}"')
    assert project.check() == []
    for language, ending, said in (("en", "", "1.75 m 0.25"), ("fr", ".fr", "1,75 m 0,25")):
        assert project.pnp("render", "--kind", "stalls", "--lang", language).exit_code == 0
        page = PdfReader(project.folder / f"output/fair/stalls{ending}.pdf").pages[0]
        assert said in " ".join(page.extract_text().split())


def test_each_language_is_set_in_its_own_fonts(project: Project) -> None:
    own = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    font = own.split("text: ")[1].split("}")[0]
    project.write("templates/fair/style.yaml", f"fonts: {{text: {{default: {font}, fr: DejaVuSans}}}}\n")
    assert project.check() == []
    for language, ending, there in (("en", "", False), ("fr", ".fr", True)):
        assert project.pnp("render", "--kind", "stalls", "--lang", language).exit_code == 0
        fonts = PdfReader(project.folder / f"output/fair/stalls{ending}.pdf").pages[0]["/Resources"]["/Font"]  # type: ignore[index]
        assert any("DejaVu" in str(one.get_object()["/BaseFont"]) for one in fonts.values()) is there
