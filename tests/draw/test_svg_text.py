"""Reading SVG text into elements that know where they are."""

import time

from each import each

from generator.core.problem import Problem
from generator.draw.svg.parse import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, SVG_NAMESPACE, Element, parse_svg

OPEN = f'<svg xmlns="{SVG_NAMESPACE}">'


def tree(text: str) -> Element:
    found = parse_svg(text, "drawing.svg")
    assert isinstance(found, Element), found
    return found


def problem(text: str) -> Problem:
    found = parse_svg(text, "drawing.svg")
    assert isinstance(found, Problem), "no problem was found"
    return found


def test_elements_keep_order_attributes_and_text() -> None:
    root = tree(f'{OPEN}<title>A &amp; B</title><g id="a"><path d="M0 0"/></g></svg>')
    assert [element.tag for element in root.walk()] == ["svg", "title", "g", "path"]
    assert root.children[0].text == "A & B"
    assert root.children[1].attributes == {"id": "a"}
    assert root.children[1].children[0].attributes == {"d": "M0 0"}


def test_elements_know_line_and_column_of_their_tag() -> None:
    root = tree(f"{OPEN}\n  <title>é</title><g>\n<path/></g></svg>")
    title, group = root.children
    assert (title.line, title.column) == (2, 3)
    assert (group.line, group.column) == (2, 19)  # é counts as one
    assert (group.children[0].line, group.children[0].column) == (3, 1)


def test_attributes_know_line_and_column() -> None:
    text = f'{OPEN}<use é="a > b"\r\n   xlink:href = \'#x\' y="2"/></svg>'
    text = text.replace("<svg", '<svg xmlns:xlink="http://www.w3.org/1999/xlink"')
    use = tree(text).children[0]
    assert use.where("é") == (1, use.column + 5)
    assert use.where("href") == (2, 4)
    assert use.where("y") == (2, 22)
    assert use.where("x") == (use.line, use.column)


def test_a_prefix_for_svg_is_read() -> None:
    root = tree(f'<s:svg xmlns:s="{SVG_NAMESPACE}"><s:g/></s:svg>')
    assert [element.tag for element in root.walk()] == ["svg", "g"]


def test_foreign_elements_and_attributes_are_left_out() -> None:
    root = tree(
        f'<svg xmlns="{SVG_NAMESPACE}" xmlns:sodipodi="http://sodipodi" xmlns:inkscape="http://inkscape">'
        '<sodipodi:namedview id="v"><path xmlns="http://www.w3.org/2000/svg"/>text</sodipodi:namedview>'
        '<g inkscape:label="Layer" xml:space="preserve" data-field="title" id="a"/></svg>'
    )
    assert [element.tag for element in root.walk()] == ["svg", "g"]
    assert root.children[0].attributes == {
        "xml:space": "preserve", "data-field": "title", "id": "a",
    }  # fmt: skip
    assert root.text == ""


def test_href_wins_over_xlink_href() -> None:
    head = f'<svg xmlns="{SVG_NAMESPACE}" xmlns:l="http://www.w3.org/1999/xlink">'
    assert tree(f'{head}<use l:href="#old"/></svg>').children[0].attributes == {"href": "#old"}
    assert tree(f'{head}<use l:href="#old" href="#new"/></svg>').children[0].attributes == {"href": "#new"}


DECLARED = ('<!ENTITY a "&#38;b;">', '<!ENTITY % a "b">', '<!ENTITY a SYSTEM "file:///etc/passwd">', "<!ELEMENT a ANY>",
            '<!ATTLIST svg onload CDATA "x">', f'<!ENTITY a "{"b" * 300}">')  # fmt: skip


@each(
    ("text", "line", "column", "words"),
    [
        *(
            (f'<?xml version="1.0"?>\n<!DOCTYPE svg [\n{declared}\n]>{OPEN}</svg>', 2, 1, "document type")
            for declared in DECLARED
        ),
        (f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x">{OPEN}&nbsp;</svg>', 1, 99, "&nbsp; is"),
        (f"{OPEN}\n  <?php echo?></svg>", 2, 3, "<?php"),
        ('<?xml version="1.0"?>\n<?xml-stylesheet href="a.css"?><svg/>', 2, 1, "xml-stylesheet"),
        (f"{OPEN}\n<g>\n</svg>", 2, 1, "never closed"),
        (f"{OPEN}&nbsp;</svg>", 1, 41, "&nbsp; is a sign of HTML"),
        (f"{OPEN}\ud800</svg>", 1, 41, "cannot be read as SVG"),
        (f'{OPEN}<g id="a" id="b"/></svg>', 1, 51, "is in this tag twice"),
        ("", 1, 1, "the file is empty"),
        ("\n<html/>", 2, 1, "<html>"),
        ("<svg/>", 1, 1, "<svg> without xmlns="),
        (f"{OPEN}</svg><svg/>", 1, 47, "something follows the end"),
    ],
)
def test_what_is_no_plain_svg_is_a_problem_at_its_place(text: str, line: int, column: int, words: str) -> None:
    found = problem(text)
    assert (found.file, found.line, found.column) == ("drawing.svg", line, column)
    assert (found.level, found.rule) == ("error", "template-syntax")
    assert words in found.message


def test_a_document_type_that_only_names_svg_is_passed_over() -> None:
    named = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert tree(f"{named}{OPEN}<g/></svg>").children[0].tag == "g"


def test_namespaces_are_read_as_illustrator_names_them() -> None:
    kinds = '<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY st0 "fill:#fff;">'
    drawing = tree(f'<!DOCTYPE svg [{kinds}]><svg xmlns="&ns_svg;"><g style="&st0;"/></svg>')
    assert drawing.children[0].attributes == {"style": "fill:#fff;"}


def test_an_entity_bomb_is_refused_before_it_grows() -> None:
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(30))
    start = time.process_time()
    assert "document type" in problem(f'<!DOCTYPE svg [<!ENTITY e0 "a">{entities}]>{OPEN}&e30;</svg>').message
    assert time.process_time() - start < 1


def test_depth_is_limited_to_sixty() -> None:
    assert MAX_DEPTH == 60
    groups = "<g>" * 59 + "</g>" * 59
    assert len(list(tree(f"{OPEN}{groups}</svg>").walk())) == 60
    found = problem(f"{OPEN}\n{'<g>' * 60}{'</g>' * 60}</svg>")
    assert (found.line, found.column) == (2, 59 * 3 + 1)


def test_depth_counts_foreign_elements_too() -> None:
    foreign = '<x:a xmlns:x="y">' + "<x:a>" * 70
    assert "60 deep" in problem(f"{OPEN}{foreign}").message


def test_the_number_of_elements_is_limited() -> None:
    assert MAX_ELEMENTS == 100_000
    assert len(tree(f"{OPEN}{'<g/>' * 49_999}</svg>").children) == 49_999
    assert "100,000 elements" in problem(f"{OPEN}{'<g/>' * 100_000}</svg>").message


def test_files_over_two_mebibytes_are_refused() -> None:
    filler = MAX_BYTES - len(f"{OPEN}<!--é--></svg>".encode())
    assert tree(f"{OPEN}<!--é{'x' * filler}--></svg>").children == []
    assert "bytes" in problem(f"{OPEN}<!--é{'x' * (filler + 1)}--></svg>").message
