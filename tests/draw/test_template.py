"""Templates: what is drawn when, how often and where, and mistakes at the template's own line."""

from pathlib import Path
from time import process_time
from typing import Any

import pytest
from drawn import SQUARE, Bench
from each import each
from projects import Project

from generator.draw.compile import read_template
from generator.draw.marks.marks import PlacedDrawing, Shape
from generator.draw.scope import MAX_REPEATS
from generator.draw.template import FixedDrawing, Template
from generator.model.values import Record


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    made.write("art/cat.svg", SQUARE)
    made.write("art/bat.svg", SQUARE.replace("M0 0", "M5 5"))
    return made


def say(words: str, attributes: str = "") -> str:
    """A text box with these words."""
    return f'<rect data-text="{words}" data-font="text" data-size="9" x="0" y="0" width="60" height="5" {attributes}/>'


def faults(bench: Bench, content: str, **item: Any) -> list[tuple[int, str]]:
    """Line and message of what an item shows to be wrong with a template."""
    findings = bench.draw(content, **item).findings
    assert all((finding.rule, finding.path) == ("template-syntax", None) for finding in findings)
    return [(finding.line, finding.message) for finding in findings]


# ---- data-if, data-for, data-let ----


@pytest.mark.parametrize(("price", "drawn"), [(1, True), (0, False), (None, False), ("", False), ("0", True)])
def test_data_if_draws_only_where_it_is_true(bench: Bench, price: object, drawn: bool) -> None:
    for content in (say("x", 'data-if="item.price"'), f'<g data-if="item.price">{say("x")}</g>'):
        assert bench.draw(content, price=price).texts == (["x"] if drawn else [])


@pytest.mark.parametrize(
    "content", ['<rect data-if="item.on" width="9" height="9"/>', '<g data-if="item.on"><circle r="3"/></g>']
)
def test_a_shape_that_comes_and_goes_but_never_differs_is_read_once(bench: Bench, content: str) -> None:
    template = bench.template(content)
    first, second = (bench.draw(template, on=True).placed for _ in range(2))
    assert first[0].drawing is second[0].drawing
    assert bench.draw(template, on=False).marks == []


def test_data_for_draws_once_a_member_and_counts(bench: Bench) -> None:
    counts = say("{{ n }} {{ loop.index }}/{{ loop.length }} {{ loop.index0 }} {{ loop.last }}")
    assert bench.draw(f'<g data-for="n in item.list">{counts}</g>', list=["a", "b"]).texts == [
        "a 1/2 0 False",
        "b 2/2 1 True",
    ]


@pytest.mark.parametrize("members", [[], None])
def test_data_for_over_nothing_draws_nothing(bench: Bench, members: object) -> None:
    assert bench.draw(f'<g data-for="n in item.list">{say("x")}</g>', list=members).marks == []


def test_loops_inside_loops_keep_their_own_counts(bench: Bench) -> None:
    inner = f'<g data-for="b in [1, 2]">{say("{{ a }}{{ b }} {{ loop.index }}")}</g>'
    content = f'<g data-for="a in [7, 8]">{inner}{say("{{ loop.index }}")}</g>'
    assert bench.draw(content).texts == ["71 1", "72 2", "1", "81 1", "82 2", "2"]


def test_data_let_names_values_each_from_those_before_it(bench: Bench) -> None:
    content = f'<g data-let="half = item.n / 2; twice = half * 4">{say("{{ half }} {{ twice }}")}</g>'
    assert bench.draw(content, n=3).texts == ["1.5 6.0"]


def test_data_let_comes_before_data_if_and_both_once_a_member(bench: Bench) -> None:
    content = f'<g data-for="n in [1, 2, 3]" data-let="odd = n % 2" data-if="odd">{say("{{ n }}")}</g>'
    assert bench.draw(content).texts == ["1", "3"]


def test_names_are_unknown_outside_their_element(bench: Bench) -> None:
    for attributes in ('data-let="a = 1"', 'data-for="a in [1]"'):
        ((line, message),) = faults(bench, f"<g {attributes}>{say('{{ a }}')}</g>\n{say('{{ a }}')}")
        assert (line, message) == (3, "'a' is unknown here")


def test_a_name_that_nobody_gives_is_reported_with_those_that_there_are(bench: Bench) -> None:
    hints = {
        content: bench.draw(say(content), title="Sweet", part=Record({"cost": 3})).findings[0].hint
        for content in ("{{ item.tilte }}", "{{ title }}", "{{ itm.title }}", "{{ item.part.price }}")
    }
    assert list(hints.values()) == ["did you mean title?", "write item.title", "did you mean item?", "known: cost"]
    assert bench.draw(say("{{ item.title }} {{ item.part.cost }}"), title="A", part=Record({"cost": 3})).findings == []


def test_names_stay_inside_though_something_goes_wrong_there(bench: Bench) -> None:
    content = f'<g data-for="a in [1]" data-if="nothing + 1">{say("x")}</g>\n{say("{{ a }}")}'
    assert [line for line, _ in faults(bench, content)] == [2, 3]


def test_an_elements_own_attributes_know_its_names(bench: Bench) -> None:
    content = f'<g data-let="across = 7" transform="translate({{{{ across }}}} 0)">{say("x")}</g>'
    assert bench.draw(content).runs[0].matrix[4] == 7
    assert bench.draw(say("{{ word(name) }}", "data-let=\"name = 'tale'\"")).texts == ["A tale of {n}"]


def test_a_transform_moves_all_that_is_inside(bench: Bench) -> None:
    content = (
        '<g data-for="n in item.list" transform="translate(0 {{ 10 * n }})">'
        f'<use href="art/cat.svg" width="10" height="10"/>{say("x")}<rect x="{{{{ n }}}}" width="9" height="9"/></g>'
    )
    picture, run, shape = bench.draw(content, list=[2]).marks
    assert isinstance(picture, PlacedDrawing)
    assert isinstance(shape, Shape)
    assert picture.matrix[5] == run.matrix[5] == 20  # type: ignore[union-attr]
    assert shape.path[0] == ("M", 2.0, 20.0)


def test_what_never_varies_is_one_drawing(bench: Bench) -> None:
    template = bench.template(
        f'<rect width="9" height="9"/><circle r="2"/><g><path d="M0 0H9"/></g>{say("x")}<path d="M1 1H2"/>'
    )
    assert [type(part) for part in template.parts][::2] == [FixedDrawing, FixedDrawing]
    assert len(bench.draw(template).placed[0].drawing.marks) == 3


def test_a_shape_may_vary_in_any_attribute(bench: Bench) -> None:
    content = '<rect x="{{ item.n }}" width="{{ 2 * item.n }}" height="9" fill="{{ item.fill }}"/>'
    (shape,) = bench.draw(content, n=4, fill="#f00").marks
    assert isinstance(shape, Shape)
    assert shape.path[:2] == (("M", 4.0, 0.0), ("L", 12.0, 0.0))
    assert shape.paint.fill == "#ff0000"


def test_what_is_only_looked_through_leaves_no_drawings(bench: Bench) -> None:
    content = '<use href="art/cat.svg" width="9" height="9"/><use href="art/{{ item.art }}.svg" width="9" height="9"/>'
    assert bench.draw(content, draws=False, art="bat").marks == []
    assert bench.draw(content, draws=False, art="dog").rules == ["template-syntax"]


# ---- Pictures ----


def test_a_picture_is_fitted_into_its_rectangle(bench: Bench) -> None:
    content = '<use href="art/{{ item.art }}.svg" x="5" y="5" width="40" height="20"/>'
    assert bench.draw(content, art="cat").placed[0].matrix == pytest.approx((2, 0, 0, 2, 15, 5))
    stretched = content.replace("width=", 'preserveAspectRatio="none" width=')
    assert bench.draw(stretched, art="cat").placed[0].matrix == pytest.approx((4, 0, 0, 2, 5, 5))


def test_items_with_the_same_picture_share_one_drawing(bench: Bench) -> None:
    template = bench.template('<use href="art/{{ item.art }}.svg" width="9" height="9"/>')
    cat, bat, again = (bench.draw(template, art=art).placed[0].drawing for art in ("cat", "bat", "cat"))
    assert cat is again
    assert cat.name != bat.name


def test_a_picture_that_is_not_there_is_blamed_on_its_field(bench: Bench) -> None:
    content = '<use href="art/{{ item.art }}.svg" data-place="art" width="9" height="9"/>'
    (finding,) = bench.draw(content, art="cta").findings
    assert (finding.rule, finding.path, finding.hint) == ("unknown-reference", ("art",), "did you mean cat?")
    assert "art/cta.svg" in finding.message


@each("namesake", ["", "art.svg", "face.svg"])
@each("art", [None, ""])
def test_a_picture_without_a_name_is_not_that_of_its_folder(tmp_path: Path, namesake: str, art: str | None) -> None:
    bench = Bench(tmp_path)
    bench.write("art/cat.svg", SQUARE)
    if namesake:
        bench.write(namesake, SQUARE)
    folder = Path(namesake).stem or "art"
    content = f'<use href="{folder}/{{{{ item.art }}}}" data-place="art" width="9" height="9"/>'
    (finding,) = bench.draw(content, art=art).findings
    assert (finding.rule, finding.path) == ("unknown-reference", ("art",))
    assert finding.message == f"there is no picture {folder}/ beside the template"
    assert finding.hint == "the name is empty: write that of a picture"


def test_a_picture_that_no_field_names_is_blamed_on_the_template(bench: Bench) -> None:
    ((line, message),) = faults(bench, '\n<use href="art/{{ item.art }}.svg" width="9" height="9"/>', art="cta")
    assert line == 3
    assert "art/cta.svg" in message


@pytest.mark.parametrize("name", ["../secret", "../../etc/passwd", "art/../../secret", "/etc/passwd"])
def test_no_picture_from_outside_the_folder_is_read(bench: Bench, name: str) -> None:
    (bench.folder.parent / "secret.svg").write_text(SQUARE, encoding="utf-8")
    content = '<use href="{{ item.art }}.svg" data-place="art" width="9" height="9"/>'
    assert bench.draw(content, art=name).rules == ["unknown-reference"]


def test_a_picture_with_a_mistake_in_it_is_named(bench: Bench) -> None:
    bench.write("art/odd.svg", SQUARE.replace("<path", "<video/><path"))
    ((line, message),) = faults(
        bench, '<use href="art/{{ item.art }}.svg" data-place="art" width="9" height="9"/>', art="odd"
    )
    assert line == 2
    assert message.startswith("art/odd.svg, line 1: <video>")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('<use href="art/{{ item.art }}.svg" width="9"/>', "a <use> that varies has no height"),
        ('<use href="art/{{ item.art }}.svg" width="wide" height="9"/>', "'wide' is not a number"),
        ('<use href="art/dog.svg" width="9" height="9"/>', "art/dog.svg: there is no file"),
        (
            '<use href="art/{{ item.art }}.svg" width="9" height="9" preserveAspectRatio="xMinYTop"/>',
            "preserveAspectRatio",
        ),
    ],
)
def test_a_use_that_cannot_be_read_is_a_mistake_of_the_template(bench: Bench, content: str, says: str) -> None:
    (problem,) = bench.problems(f"\n{content}")
    assert (problem.line, problem.rule) == (3, "template-syntax")
    assert problem.message.startswith(says)


# ---- Mistakes ----


@each(
    ("content", "says"),
    [
        ('<g data-if="item."><path d="M0 0"/></g>', "cannot read 'item.'"),
        ('<g data-if="x y"><path d="M0 0"/></g>', "cannot read 'x y'"),
        ('<g data-if="{% if x %}"><path d="M0 0"/></g>', "cannot read"),
        ('<rect width="{% if x %}1{% endif %}" height="2"/>', "only {{ expressions }} are allowed here"),
        ('<rect width="{# note #}" height="2"/>', "only {{ expressions }} are allowed here"),
        ('<g data-for="a of item.list"><path d="M0 0"/></g>', "data-for is 'a of item.list'"),
        ('<g data-for="A in item.list"><path d="M0 0"/></g>', "data-for is 'A in item.list'"),
        ('<g data-let="a == 1"><path d="M0 0"/></g>', "data-let is 'a == 1'"),
        ('<g data-let="a"><path d="M0 0"/></g>', "data-let is 'a'"),
        ('<g data-if="true" transform="spin(9)"><rect width="{{ 1 }}" height="1"/></g>', "transform: "),
        ('<text data-if="true">x</text>', "<text> is not read"),
        ('<text id="{{ 1 }}">x</text>', "<text> is not read"),
        ('<rect data-if="true" width="9" height="9" colour="red"/>', "<rect> has an attribute colour"),
    ],
)
def test_a_mistake_is_reported_at_its_line_before_any_item_is_drawn(bench: Bench, content: str, says: str) -> None:
    problems = bench.problems(f"<g>\n\n{content}</g>")
    assert [(problem.line, problem.rule) for problem in problems] == [(4, "template-syntax")]
    assert problems[0].message.startswith(says)


def test_all_mistakes_of_a_template_are_reported_at_once(bench: Bench) -> None:
    problems = bench.problems('<g data-if="1 +"/>\n<image href="a.png"/>\n<rect data-text="x" width="1" height="1"/>')
    assert {problem.line for problem in problems} == {2, 3, 4}


@each(("tag", "hint"), [("text", "words are set in a box"), ("img", "write image"), ("circel", "did you mean circle?")])
@each("attributes", ['x="1" src="a.png"', 'x="{{ item.x }}" src="a.png"'])
def test_a_foreign_element_is_one_mistake_with_a_way_out(bench: Bench, tag: str, hint: str, attributes: str) -> None:
    (problem,) = bench.problems(f"<{tag} {attributes}>A</{tag}>")
    assert problem.message == f"<{tag}> is not read in a template"
    assert problem.hint.startswith(hint)


@each(
    ("content", "says"),
    [
        ('<rect width="{{ item.tilte }}" height="9"/>', "'tilte' is not a field of the item"),
        ('<g data-if="tilte == 1"><path d="M0 0"/></g>', "'tilte == 1': 'tilte' is unknown here"),
        ('<g data-for="a in 7"><path d="M0 0"/></g>', "a list is needed here, not a number"),
        ('<g data-if="1 / 0"><path d="M0 0"/></g>', "'1 / 0': it divides by 0"),
        ('<g transform="{{ item.title }}"><path d="M0 0"/></g>', "'Sweet'"),
        ('<use href="art/cat.svg" x="{{ item.title }}" width="9" height="9"/>', "'Sweet' is not a number"),
        ('<use href="art/cat.svg" x="{{ item.title|float }}" width="{{ 10000000 }}" height="9"/>', "1e+07 is beyond"),
        ('<rect width="{{ word(\'nothing\') }}" height="9"/>', "\"word('nothing')\": "),
        ('<rect width="{{ word }}" height="9"/>', "'word' is a function"),
        ('<rect width="{{ item.title.upper }}" height="9"/>', "'item.title.upper' is a function"),
    ],
)
def test_a_mistake_that_an_item_shows_is_reported_at_the_templates_line(bench: Bench, content: str, says: str) -> None:
    ((line, message),) = faults(bench, f"<g>\n\n{content}</g>", title="Sweet")
    assert line == 4
    assert message.startswith(says)


@each(
    "root",
    [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" width="0mm" height="88mm"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" width="wide" height="88mm" viewBox="0 0 63 88"/>',
        "<html/>",
        "<svg",
        "",
    ],
)
def test_a_file_that_is_no_template_is_reported_so(bench: Bench, root: str) -> None:
    bench.write("face.svg", root)
    problems = read_template(bench.folder / "face.svg", bench.theme, "face.svg")
    assert isinstance(problems, list)
    assert [(problem.file, problem.line, problem.level) for problem in problems] == [("face.svg", 1, "error")]


def test_a_file_that_is_not_utf_8_is_reported_so(bench: Bench) -> None:
    (bench.folder / "face.svg").write_bytes(b"<svg>\xff</svg>")
    (problem,) = read_template(bench.folder / "face.svg", bench.theme, "face.svg")  # type: ignore[misc]
    assert "UTF-8" in problem.message


def test_a_viewbox_of_other_units_is_scaled_to_the_size(bench: Bench) -> None:
    root = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="10 10 120 80">'
    bench.write("face.svg", f"{root}{say('x')}</svg>")
    template = read_template(bench.folder / "face.svg", bench.theme, "face.svg")
    assert isinstance(template, Template)
    assert bench.draw(template).runs[0].matrix == pytest.approx((0.5, 0, 0, 0.5, -5, -5))


# ---- A template that a stranger wrote ----


@each(
    "expression",
    [
        "item.__class__", "item['__class__']", "item.title.__class__.__mro__", "word.__globals__", "''.__class__",
        "(item)|attr('__class__')", "item._values", "self.__init__", "'{0.__class__}'.format(item)",
        "item.title.format_map({})", "[].append(1)", "lipsum()", "cycler(1)", "namespace()",
    ],
)  # fmt: skip
def test_an_expression_does_not_reach_out(bench: Bench, expression: str) -> None:
    content = say(expression.join(("{{ ", " }}")).replace('"', "&quot;"))
    template = bench.read(content)
    if isinstance(template, Template):
        face = bench.draw(template, title="Sweet")
        assert face.rules == ["template-syntax"]
        assert face.texts == []


@each(
    "expression",
    [
        "9 ** 9 ** 9",
        "'x' * 1000000000",
        "[1] * 1000000000",
        "range(1000000000)|list|length",
        "range(1000000000)|sum",
        "'%1000000000d' % 1",
        "'x'.ljust(1000000000)",
        "'x'|center(1000000000)",
        "'{:1000000000}'.format(1)",
        "1|round(1000000000, 'ceil')",
        "(" * 90 + "1" + ")" * 90,
        "[" * 300 + "]" * 300,
        "1" + " + 1" * 3000,
        "'" + "x" * 20000 + "'",
        "(['x' * 9]|map('upper')|list)|join('y' * 9999999)",
    ],
)
def test_an_expression_does_not_run_long(bench: Bench, expression: str) -> None:
    started = process_time()
    template = bench.read(say("{{ " + expression + " }}"))
    if isinstance(template, Template):
        face = bench.draw(template)
        assert face.rules in (["template-syntax"], ["too-costly"], [])
        assert sum(map(len, face.texts)) < 100
    assert process_time() - started < 2


def test_names_that_double_each_other_do_not_fill_the_memory(bench: Bench) -> None:
    doubling = "; ".join(["a0 = 'xxxxxxxx'", *(f"a{n + 1} = a{n} ~ a{n}" for n in range(60))])
    assert bench.draw(f'<g data-let="{doubling}">{say("x")}</g>').rules == ["too-costly"]


def test_repeats_are_counted_over_the_whole_face(bench: Bench) -> None:
    many = " ".join(f'<g data-for="{name} in range(40)">' for name in "abc") + '<path d="M0 0H9"/>' + "</g>" * 3
    face = bench.draw(many)
    assert face.findings[0].message == f"repeats more than {MAX_REPEATS:,} times"
    assert len(face.marks) <= MAX_REPEATS


def test_a_list_of_an_item_may_have_as_many_members_as_may_be_repeated(bench: Bench) -> None:
    content = '<path data-for="n in item.list" d="M0 0H9"/>'
    assert len(bench.draw(content, list=list(range(MAX_REPEATS))).marks) == MAX_REPEATS
    assert bench.draw(content, list=list(range(MAX_REPEATS + 1))).rules == ["too-costly"]


# ---- In a project ----


def test_a_template_of_another_size_than_its_kind_is_reported_at_the_kind(project: Project) -> None:
    project.change("game.yaml", "size: [50, 40]", "size: [50, 45]")
    (problem,) = [problem for problem in project.check() if problem.rule == "wrong-size"]
    assert (problem.file, problem.line) == ("data/fair/game.yaml", 7)
    assert "50 x 40 mm; the kind is 50 x 45 mm" in problem.message


def test_a_template_that_is_not_there_names_those_that_are(project: Project) -> None:
    project.change("game.yaml", "template: stall.svg", "template: stal.svg")
    (problem,) = project.check()
    assert (problem.rule, problem.hint) == ("unknown-reference", "did you mean stall.svg?")


def test_a_template_outside_the_games_folder_is_refused(project: Project) -> None:
    project.write("templates/other.svg", SQUARE)
    project.change("game.yaml", "template: stall.svg", "template: ../other.svg")
    (problem,) = project.check()
    assert "lies outside templates/fair" in problem.message


def test_a_text_too_long_in_one_language_is_reported_at_that_languages_line(project: Project) -> None:
    project.change("stalls.yaml", "fr: Gâteaux", "fr: " + "Gâteaux " * 40)
    (problem,) = project.check()
    assert (problem.line, problem.rule) == (2, "text-overflow")
    assert problem.message.startswith("name of cake: does not fit at 6 pt: ")
    assert problem.message.endswith("(fr)")


def test_what_checking_finds_printing_finds_alike(project: Project) -> None:
    project.change("stalls.yaml", "en: Cake stall", "en: " + "Cake " * 60)
    checked = project.pnp("check").stdout
    printed = project.pnp("render").stderr
    (line,) = [line for line in checked.splitlines() if "text-overflow" in line]
    assert line in printed


def test_records_inside_items_are_seen_by_their_fields(bench: Bench) -> None:
    crate = Record({"height": 3, "label": None})
    assert bench.draw(say("{{ item.crate.height }}{{ item.crate.label }}"), crate=crate).texts == ["3"]


@pytest.mark.parametrize(
    "inside",
    ["<use href='{{ item.art }}.svg'/>", "<path d='M0 0H{{ item.x }}'/>", "<path data-if='blank' d='M0 0H1V1'/>"],
)
def test_an_expression_in_a_picture_is_blamed_on_the_picture(bench: Bench, inside: str) -> None:
    bench.write("art/odd.svg", SQUARE.replace("<path", f"\n{inside}<path"))
    ((line, message),) = faults(
        bench, '<use href="art/{{ item.art }}.svg" data-place="art" width="9" height="9"/>', art="odd"
    )
    assert line == 2
    assert message.startswith("art/odd.svg, line 2: ")
    assert message.endswith("is for templates: a picture is the same on every face")
