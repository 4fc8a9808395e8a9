"""Markdown is read as its author meant it, and what is not read is reported at its place."""

from pathlib import Path
from time import process_time

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from tries import slow_but

from generator.core.problem import Problem
from generator.read.blocks import Callout, Heading, List, Paragraph, RunningText, Table, plain
from generator.read.markdown import MAX_BYTES, MAX_LINES, MAX_PROBLEMS, parse_markdown, read_markdown

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "data").glob("*/rules.*.md"))


def read(body: str) -> RunningText:
    """A document without a mistake; the body begins on its third line."""
    document, problems = parse_markdown(f"# Title\n\n{body}", "rules.md")
    assert problems == []
    return document


def wrong(body: str) -> list[Problem]:
    document, problems = parse_markdown(f"# Title\n\n{body}", "rules.md")
    assert document.broken == bool(problems)
    return problems


def test_a_text_is_a_title_and_its_blocks_in_order() -> None:
    document = read("Hello.\n\n## Part\n\n### Step\n\n- one\n- two\n\n1. first\n\n> box\n\n| a |\n|---|\n| b |\n")
    assert plain(document.title) == "Title"
    kinds = [type(block) for block in document.blocks]
    assert kinds == [Paragraph, Heading, Heading, List, List, Callout, Table]
    assert [block.level for block in document.blocks if isinstance(block, Heading)] == [2, 3]


def test_blocks_need_no_empty_line_between_them() -> None:
    document = read("Hello.\n## Part\nText\n- one\n")
    assert [type(block) for block in document.blocks] == [Paragraph, Heading, Paragraph, List]


def test_bold_and_italic_words_keep_their_styles_and_places() -> None:
    (block,) = read("One **two** and *three*.").blocks
    assert isinstance(block, Paragraph)
    assert [(span.text, span.style, span.line, span.column) for span in block.spans] == [
        ("One ", "regular", 3, 1),
        ("two", "bold", 3, 7),
        (" and ", "regular", 3, 12),
        ("three", "italic", 3, 18),
        (".", "regular", 3, 24),
    ]


def test_the_lines_of_a_paragraph_are_joined_by_a_space() -> None:
    (block,) = read("One **two\nthree** four").blocks
    assert isinstance(block, Paragraph)
    assert plain(block.spans) == "One two three four"
    assert [(span.line, span.style) for span in block.spans] == [
        (3, "regular"),
        (3, "bold"),
        (4, "bold"),
        (4, "regular"),
    ]


@each("lines, words", [("山札を\n切る", "山札を切る"), ("山札を**切る**\n**Ａ**。", "山札を切るＡ。"), ("手札\nABC", "手札 ABC"),
    ("카드를\n뽑는다", "카드를 뽑는다"), ("次：\n・赤\n・青", "次：\n・赤\n・青"), ("１．切る\n２．引く", "１．切る\n２．引く"),
    ("So:\n• one\n• two", "So:\n• one\n• two"), ("①切る\n②引く\n※一枚", "①切る\n②引く\n※一枚")])  # fmt: skip
def test_lines_of_chinese_and_japanese_are_joined_without_a_space_and_signs_of_lists_begin_lines(
    lines: str, words: str
) -> None:
    (paragraph,) = read(lines).blocks
    assert isinstance(paragraph, Paragraph)
    assert "".join(span.text for span in paragraph.spans) == words


def test_signs_mean_themselves_after_a_backslash_and_between_spaces() -> None:
    (block,) = read(r"2 * 3, \*so\*, \_, \<b> & 4 < 5, a_b, [W] and {treats}").blocks
    assert isinstance(block, Paragraph)
    assert plain(block.spans) == "2 * 3, *so*, _, <b> & 4 < 5, a_b, [W] and {treats}"


def test_an_indented_line_goes_on_with_its_list_item() -> None:
    (block,) = read("- one\n  more\n- two\n").blocks
    assert isinstance(block, List)
    assert [plain(item.spans) for item in block.items] == ["one more", "two"]


def test_lists_begin_with_any_sign_and_numbers_may_all_be_one() -> None:
    blocks = read("* one\n* two\n\n+ three\n\n1. a\n1. b\n\n1) c\n2) d\n").blocks
    lists = [(block.ordered, len(block.items)) for block in blocks if isinstance(block, List)]
    assert lists == [(False, 2), (False, 1), (True, 2), (True, 2)]


def test_a_list_lies_in_the_item_that_it_is_indented_below() -> None:
    (block,) = read("1. one\n   more\n   - two\n     - three\n\n   and so\n2. four\n").blocks
    assert isinstance(block, List)
    first, second = block.items
    inner, so = first.inner
    assert (plain(first.spans), plain(so.spans), plain(second.spans)) == ("one more", "and so", "four")  # type: ignore[union-attr]
    assert isinstance(inner, List)
    assert (inner.line, inner.column, plain(inner.items[0].spans)) == (5, 4, "two")
    assert [type(part) for part in inner.items[0].inner] == [List]


def test_words_with_a_line_below_them_are_a_heading() -> None:
    document, problems = parse_markdown("Title\n=====\n\nPart\n----\n\n#### Deep\n", "rules.md")
    assert problems == []
    assert plain(document.title) == "Title"
    assert [block.level for block in document.blocks if isinstance(block, Heading)] == [2, 4]


def test_a_line_that_ends_with_two_spaces_or_a_backslash_is_broken_there() -> None:
    (block,) = read("one  \ntwo\\\n**three\\\nfour**, five \\\\\nsix  ").blocks
    assert isinstance(block, Paragraph)
    assert "".join(span.text for span in block.spans) == "one\ntwo\nthree\nfour, five \\ six"


def test_code_and_the_words_of_a_link_are_text() -> None:
    (block,) = read('`*a*`, ``b`c``, ` d ` {dew} `{dew}` [see *it*](https://example.org/x_y_(z) "so") e').blocks
    assert isinstance(block, Paragraph)
    assert plain(block.spans) == "*a*, b`c, d {dew} {dew} see it e"
    assert "{" in [span.text for span in block.spans]  # which makes no icon


def test_a_box_holds_paragraphs_and_lists() -> None:
    (block,) = read("> **Case.** One\n> two.\n>\n> - a\n> - b\n").blocks
    assert isinstance(block, Callout)
    paragraph, points = block.blocks
    assert isinstance(paragraph, Paragraph)
    assert isinstance(points, List)
    assert plain(paragraph.spans) == "Case. One two."
    assert (points.line, points.column) == (6, 3)


def test_a_table_has_cells_with_their_places_and_columns_with_their_sides() -> None:
    (block,) = read("| a | b | c |\n|---|:-:|--:|\n| 1 | **2** | x \\| y |\n").blocks
    assert isinstance(block, Table)
    assert block.aligns == ("start", "center", "right")
    assert [plain(cell) for cell in block.head] == ["a", "b", "c"]
    assert [plain(cell) for cell in block.rows[0]] == ["1", "2", "x | y"]
    assert (block.rows[0][1][0].line, block.rows[0][1][0].column) == (5, 9)


@each(
    ("text", "styles"),
    [
        ("an _odd_ word", ["regular", "italic", "regular"]),
        ("(_all of it_)!", ["regular", "italic", "regular"]),
        ("Ya. _¿Quién va?_ Yo.", ["regular", "italic", "regular"]),
        ("_«Qui va là ?»_ dit-il", ["italic", "regular"]),
        ("_{dew} falls_ (_) _?", ["italic", "regular"]),
        ("snake_case_words and a_ b", ["regular"]),
        ("fill in: ____ and _ too", ["regular"]),
        ("**bold** _thin_", ["bold", "regular", "italic"]),
        ("\\_not\\_ this", ["regular"]),
    ],
)
def test_underscores_at_the_edges_of_words_make_them_italic(text: str, styles: list[str]) -> None:
    document, problems = parse_markdown(f"# T\n\n{text}\n", "rules.md")
    assert problems == []
    spans = document.blocks[0].spans  # type: ignore[union-attr]
    found = [span.style for span in spans]
    assert [style for at, style in enumerate(found) if at == 0 or found[at - 1] != style] == styles


MISTAKES = [
    ("####### Deep", 3, 1, "six levels"),
    ("#Part", 3, 1, "a space is missing"),
    ("##", 3, 1, "without words"),
    ("# Again", 3, 1, "a second title"),
    ("text <b>bold</b>", 3, 6, "HTML"),
    ("a <!-- remark -->", 3, 3, "HTML"),
    ("fish &amp; chips", 3, 6, "character reference"),
    ("use `code", 3, 5, "not closed"),
    ("use `co\nde`", 3, 5, "not closed"),
    ("```\ncode\n```", 3, 1, "code"),
    ("see [a *mark](https://example.org) out*", 3, 13, "edge of a link"),
    ("see *a [mark*](https://example.org) in", 3, 14, "edge of a link"),
    ("see [this](<https://example.org>)", 3, 10, "link"),
    ("[a]: https://example.org", 3, 1, "link"),
    ("so ![alt](picture.png)", 3, 4, "picture"),
    ("note[^1]", 3, 5, "footnote"),
    ("~~gone~~", 3, 1, "struck"),
    ("an __odd__ word", 3, 4, "underscores"),
    ("a\ttab", 3, 2, "tab"),
    ("---", 3, 1, "line across"),
    ("Title\n===", 3, 1, "second title"),
    ("-", 3, 1, "empty list item"),
    ("- [ ] tick", 3, 1, "tick"),
    ("- one\n - two", 4, 2, "indented by 1"),
    ("1. one\n  - two", 4, 3, "indented by 2"),
    ("- one\n      - two", 4, 7, "indented by 6"),
    ("- one\n    - two\n  - three", 5, 3, "indented by 2, those above it by 4"),
    ("- one\n  ## Part", 4, 3, "a list item holds"),
    ("- one\n\n  > box", 5, 3, "a list item holds"),
    ("- one\n\n  Part\n  ---", 6, 3, "a list item holds"),
    ("- one\n  - two\n    - three\n      - four", 6, 7, "more than 3 deep"),
    ("1. one\n1. two\n4. three", 5, 1, "number 3"),
    ("1. one\n2. two\n1. three", 5, 1, "numbered 1"),
    ("- one\ntwo", 4, 1, "list item above"),
    ("> one\ntwo", 4, 1, "box above"),
    ("1. one\n3. three", 4, 1, "number 2"),
    ("    code", 3, 1, "indented"),
    (">", 3, 1, "empty box"),
    ("> ## Part", 3, 3, "a box holds"),
    ("> > box", 3, 3, "a box holds"),
    ("a **b", 3, 3, "never closed"),
    ("a b** c", 3, 4, "closes nothing"),
    ("**a *b* c**", 3, 5, "inside bold"),
    ("***a***", 3, 1, "at once"),
    ("| a | b |\n|---|---|\n| 1 |", 5, 1, "1 cell; the table's head has 2"),
    ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", 5, 1, "3 cells"),
    ("| a | b |\n| 1 | 2 |", 4, 1, "sets its head apart"),
    ("| a |\n|---|\n| 1", 5, 4, "not closed"),
    ("| a |\n|---|", 3, 1, "without rows"),
    ("| a | b | c | d | e | f |\n|---|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 | 6 |", 3, 1, "6 columns"),
]


@each(("body", "line", "column", "words"), MISTAKES)
def test_what_is_not_read_is_reported_at_its_line_and_column(body: str, line: int, column: int, words: str) -> None:
    problems = wrong(body)
    assert (line, column) in [(problem.line, problem.column) for problem in problems if words in problem.message]
    assert {(problem.file, problem.rule, problem.level) for problem in problems} == {
        ("rules.md", "prose-syntax", "error")
    }


def test_one_mistake_hides_no_other() -> None:
    problems = wrong("a <b>\n\n#Deep\n\n| a |\n|---|\n| 1 | 2 |\n")
    assert [problem.line for problem in problems] == [3, 5, 9]


@pytest.mark.parametrize("text", ["", "Hello.\n\n# Title", "## Part\n"])
def test_a_text_without_a_title_at_its_head_is_a_problem(text: str) -> None:
    document, problems = parse_markdown(text, "rules.md")
    assert document.broken
    assert [(problem.line, problem.column) for problem in problems] == [(1, 1)]


def test_a_file_too_large_or_too_long_is_refused(tmp_path: Path) -> None:
    for text in ("# Title\n\n" + "x" * MAX_BYTES, "# Title\n" + "\n" * MAX_LINES):
        path = tmp_path / "rules.en.md"
        path.write_text(text)
        document, problems = read_markdown(path, "rules.en.md", tmp_path)
        assert document.broken
        assert len(problems) == 1


@pytest.mark.parametrize(
    ("data", "line", "column"), [(b"# T\n\nab\xff", 3, 3), ("# T\n\na\u2028b".encode(), 3, 2), (b"# T\n\x00", 2, 1)]
)
def test_bytes_that_are_no_text_are_reported_at_their_place(
    tmp_path: Path, data: bytes, line: int, column: int
) -> None:
    path = tmp_path / "rules.en.md"
    path.write_bytes(data)
    _, problems = read_markdown(path, "rules.en.md", tmp_path)
    assert [(problem.line, problem.column) for problem in problems] == [(line, column)]


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n")
    inside = tmp_path / "data"
    inside.mkdir()
    (inside / "rules.en.md").symlink_to(tmp_path / "secret.md")
    document, problems = read_markdown(inside / "rules.en.md", "rules.en.md", inside)
    assert document.title == ()
    assert "leads out" in problems[0].message


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rules.en.md"
    path.write_bytes("\ufeff# Title\r\n\r\nOne\r\ntwo\r\n".encode())
    document, problems = read_markdown(path, "rules.en.md", tmp_path)
    assert problems == []
    assert [plain(block.spans) for block in document.blocks if isinstance(block, Paragraph)] == ["One two"]


UNITS = ["*a", "[", "![", "&a", "_ ", "<", "|", "- \n", "> \n", "**a** ", "\\", "#\n", "1. a\n", "| a |\n"]


@pytest.mark.parametrize("unit", slow_but(1, UNITS))
def test_reading_the_longest_text_takes_no_more_than_seconds(unit: str) -> None:
    text = "# Title\n\n" + unit * (MAX_BYTES // len(unit))
    started = process_time()
    parse_markdown("\n".join(text.split("\n")[:MAX_LINES]), "rules.md")
    assert process_time() - started < 8  # with a time that grows as the square it would be minutes


def test_problems_are_reported_up_to_a_sensible_number() -> None:
    assert len(wrong("<b> " * 5 * MAX_PROBLEMS)) == MAX_PROBLEMS


@given(st.text(alphabet="#-*_>|`[]()!<&;:\\ 1.ab\n", max_size=200))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    document, problems = parse_markdown(text, "rules.md")
    assert document.broken == bool(problems)
    lines = text.split("\n")
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


@given(st.lists(st.sampled_from(["one", "two", "three.", "4", "“five”"]), min_size=1, max_size=30))
def test_plain_words_come_through_unchanged(words: list[str]) -> None:
    (block,) = read("so " + " ".join(words)).blocks
    assert isinstance(block, Paragraph)
    assert plain(block.spans).split() == ["so", *words]


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_rules_of_the_games_are_read_without_a_problem(path: Path) -> None:
    document, problems = read_markdown(path, path.name, ROOT / "data")
    assert problems == []
    assert len(document.blocks) > 20
