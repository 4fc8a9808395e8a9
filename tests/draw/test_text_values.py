"""Values in texts: ``{=EXPRESSION}`` and ``{n|phrase}``, on faces, in running text and in what is told of an item."""

import pytest
from projects import Project, with_prose
from pypdf import PdfReader
from test_pages import KIND, PAGE, SECTION

WORDS = """\
coins: {en: "{n} coins", fr: "{n} sous"}
coins-one: {en: "{n} coin", fr: "{n} sou"}
"""


@pytest.fixture
def fair(project: Project) -> Project:
    project.write("templates/fair/words.yaml", WORDS)
    return project


def note(fair: Project, text: str) -> None:
    fair.change("stalls.yaml", "  price: 3\n", f"  price: 3\n  note: {text}\n")


def printed(fair: Project, *options: str, kind: str = "stalls") -> str:
    assert fair.pnp("render", "--kind", kind, *options).exit_code == 0
    ending = ".fr" if "fr" in options else ""
    return " ".join(PdfReader(fair.folder / f"output/fair/{kind}{ending}.pdf").pages[0].extract_text().split())


def test_values_and_plurals_are_printed_in_each_language(fair: Project) -> None:
    note(fair, '{en: "Pay {price|coins}, or {1|coins} and {=price * 2}.", fr: "{price|coins} de {=name}"}')
    assert fair.check() == []
    assert "Pay 3 coins, or 1 coin and 6." in printed(fair)
    assert "3 sous de Gâteaux" in printed(fair, "--lang", "fr")
    told = fair.pnp("show", "stalls/cake", "--picture", "never").stdout
    assert "Pay 3 coins, or 1 coin and 6." in told
    assert "{=" not in told


def test_a_field_may_be_called_as_a_part_of_a_mapping_is(fair: Project) -> None:
    names = ("keys", "items", "values", "held", "get")
    fair.change("game.yaml", "price: {", "".join(f"{name}: {{type: string}}\n      " for name in names) + "price: {")
    told = ", ".join(f"{{={name}}} {{=item.{name}}}" for name in names)
    note(fair, f'"{told}"' + "".join(f"\n  {name}: my-{name}" for name in names))
    assert fair.check() == []
    assert ", ".join(f"my-{name} my-{name}" for name in names) in printed(fair)


def test_what_a_value_reads_decides_what_is_printed_again(fair: Project) -> None:
    """A check that remembers sees a change of what a text's value looks at, be it another item."""
    note(fair, "\"{=items('stalls')|map(attribute='price')|sum} in all\"")
    assert "8 in all" in printed(fair)
    fair.change("stalls.yaml", "price: 5", "price: 7")
    assert "10 in all" in printed(fair)


def test_items_are_found_by_values_of_their_fields(fair: Project) -> None:
    note(
        fair,
        "\"{=items('stalls', price=price + 2)|map(attribute='name')|first}, {=items('stalls', id='none')|length}\"",
    )
    assert "Darts, 0" in printed(fair)


MISTAKES = [
    ('"Pay {=prize} now"', 14, "'prize' is unknown here"),
    ('"Pay {price|coin} now"', 14, "words.yaml has no 'coin'"),
    ("Pay {=price +} now", 13, "cannot read"),
    ('{en: "Pay 1", fr: "Paye {=code}"}', 33, "has no value"),
    ('"{=price / 0}"', 10, "divides by 0"),
    ('"{=item}"', 10, "neither text nor a number"),
    ('"{name|coins}"', 10, ""),
    ("\"{=items('stalls', prize=3)}\"", 10, "stalls have no field 'prize'"),
]


def test_mistakes_are_reported_at_their_columns(fair: Project) -> None:
    before = fair.path("stalls.yaml").read_text(encoding="utf-8")
    for text, column, words in MISTAKES[:6]:
        note(fair, text)
        found = fair.check()
        assert [(one.line, one.column, one.rule) for one in found] == [(4, column, "text-value")], text
        assert words in found[0].message, text
        assert "'coin'" not in words or found[0].hint == "did you mean coins?"
        fair.write("stalls.yaml", before)


def test_what_is_escaped_or_an_icon_prints_as_it_stands(fair: Project) -> None:
    note(fair, "'a \\{=price} {x} {=}'")
    assert fair.check() == []
    assert "a {=price} {x} {=}" in printed(fair)


def test_running_text_has_values_over_the_game(fair: Project) -> None:
    fair.change("game.yaml", "  people:\n", f"{KIND}  people:\n")
    fair.write("templates/fair/rules.svg", PAGE)
    fair.write("templates/fair/section.svg", SECTION)
    style = fair.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    fair.write("templates/fair/style.yaml", with_prose(style))
    for language in ("en", "fr"):
        fair.write(f"rules.{language}.md", "# T\n\nThere are **{=items('stalls')|length}** stalls: {2|coins}.\n")
    assert fair.check() == []
    assert "There are 2 stalls: 2 coins." in printed(fair, kind="rules")
    fair.write("rules.en.md", "# T\n\nThere are {=stalls} stalls.\n")
    mistake = [("data/fair/rules.en.md", 3, 11, "text-value")]
    assert [(one.file, one.line, one.column, one.rule) for one in fair.check()] == mistake
    fair.write("rules.en.md", "# T\n\nThere are {=stalls} stalls.\n\n{contents}\n\n## Section\n\nText.\n")  # set twice
    assert [(one.file, one.line, one.column, one.rule) for one in fair.check()] == mistake
