"""What is read means the same to other readers of Markdown; what would not is reported at its place."""

from time import process_time

import pytest
from as_commonmark import ours, theirs
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.read.blocks import misread
from generator.read.markdown import parse_markdown

READ = [
    "## Setup ##\n\n### Cards ########  \n\nGo.\n", "## C#\n\n## Card \\#\n\n## Card #5\n",
    "- one\n\n- two\n- three\n\n\n- four\n", "1. one\n2. two\n\n3. three\n", "- one\n\n1. two\n\n- three\n",
    "> - one\n>\n> - two\n", "- #5 is a card\n- =\n- -5 points\n- 3 coins\n",
    "snake_case, 2 * 3, *one*, _two_, **three**s, un**four**, “**five**”, (*six*) and 5 _ 4\n",
    "One **two\nthree** and\n*four*.\n", "*[see] map*, [see] and [a][b]\n",
    "| a | *b* |\n|---|---|\n| c \\| d | e |\n\nafter\n", "Text\n- one\n", "![Caption](art/a.svg)\n",
    "* one\n+ two\n- three\n", "1. one\n1. two\n\n1. three\n", "1) one\n2) two\n1. three\n",
    "- one\n  two\n  - three\n\n    four\n  - five\n\n- six\n", "1. one\n\n   two\n\n   - three\n",
    "> - one\n>   1. two\n", "Part\n---\n\nTwo\nlines\n--\n#### Four\n###### Six ######\n",
    "one  \ntwo\\\n*three  \nfour*  \n", "a `b *c*` ``d`e`` ` f ` [g](h) *[i](j_k*l)* [**m**](n 'o')\n",
]  # fmt: skip


@each("body", READ)
def test_what_is_read_means_the_same_to_others(body: str) -> None:
    assert ours(body) is not None
    assert ours(body) == theirs(body)


@each(
    "body, line, column",
    [
        ("- - nested", 3, 3),
        ("1. 2. nested", 3, 4),
        ("- # heading", 3, 3),
        ("- > box", 3, 3),
        ("- * * *", 3, 3),
        ("-     code", 3, 1),
        ("1.      code", 3, 1),
        ("-   -   -", 3, 1),
        ("Text\n*  *  *", 4, 1),
        ("Text\n--- -", 4, 1),
        ("*\n+", 3, 1),
        ("- one\n 2. two", 4, 2),
        ("1. one\n2. two\n\n1. three", 6, 1),
        ("## ##", 3, 1),
        ("see [the map][m]\n\n[m]:\n/maps", 5, 1),
        ("[the\nmap]: /maps\nText", 3, 1),
        ("- [m]: /maps", 3, 3),
        ("[a\\]b]: /maps", 3, 1),
        ("see [a [nested] word](/maps)", 3, 21),
        ("see [a](</maps>)", 3, 7),
        ("[a *b](/c) d*", 3, 6),
        ('an*"odd"* mark', 3, 3),
        ('an**"odd"** mark', 3, 3),
        ('an_"odd"_ mark', 3, 3),
        ("*(*odd) mark", 3, 1),
        ("**(**odd) mark", 3, 1),
        ("*(*both*)*", 3, 1),
        ("_(_both_)_", 3, 1),
        ("_*both*_", 3, 1),
        ("__(bold)__", 3, 1),
        ("so __(bold)__.", 3, 4),
        ("so _\\__ it", 3, 4),
        ("first\nan *and \"odd\"*x", 4, 4),
        ("| a |\n|---|\n| b |\nText", 6, 1),
        ("a | b\n---|---\n1 | 2", 4, 1),
        ("a | b\n:-- | --:\n1 | 2", 4, 1),
        ("Text\n![Caption](art/a.svg)", 4, 1),
        ("- one\n![Caption](art/a.svg)", 4, 1),
    ],
)  # fmt: skip
def test_what_others_read_otherwise_is_reported_at_its_place(body: str, line: int, column: int) -> None:
    _, problems = parse_markdown("# Title\n\n" + body, "rules.md")
    assert (problems[0].line, problems[0].column, problems[0].rule) == (line, column, "prose-syntax")


BLOCKS = [
    "- ", "1. ", "2. ", "> ", "# ", "## ", "  ", "    ", "---", "* ", "+ ", "=", "| a |", "|---|", "\n", "\n\n", "#",
    "-", "+ ", "1) ", "   ", "     ", "- a\n", "==", "####", "  \n", "\\\n",
]  # fmt: skip
SIGNS = [
    "*", "**", "_", "__", "***", " ", "a", "b", '"', "(", ")", ".", "\\", "$", "é", "\n", "[", "]", "(b)", "]: /c", "`",
    "``", "](c)", "[d](e)", "  \n", "\\\n", "漢",
]  # fmt: skip


@given(st.lists(st.sampled_from([*BLOCKS, "a", "b c", "\n", "\n"]), max_size=12).map("".join))
def test_no_blocks_that_are_read_mean_something_else_to_others(body: str) -> None:
    read = ours(body)
    assert read is None or read == theirs(body)


@given(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=12).map("".join))
def test_no_marks_that_are_read_mean_something_else_to_others(body: str) -> None:
    read = ours("x" + body) if "漢" not in body else None
    assert read is None or read == theirs("x" + body)


def test_marks_beside_letters_without_spaces_are_marks() -> None:
    assert ours("です**「強調」**です") == [("p", [("です", "regular"), ("「強調」", "bold"), ("です", "regular")])]


@pytest.mark.parametrize(
    "text", ["*a" * 60_000, "a*" * 60_000, "*" * 60_000 + "a*" * 60_000, "_a *" * 40_000 + "a_" * 40_000]
)
def test_pairs_are_found_in_time_that_grows_with_the_text(text: str) -> None:
    start = process_time()
    misread(text, ())
    assert process_time() - start < 4
