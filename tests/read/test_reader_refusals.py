"""What the reader refuses, and the line and column that it names."""

import os
import sys
import time
from pathlib import Path

import pytest
from each import each
from tries import slow_but

from generator.read.reader import MAX_DEPTH, MAX_KEY, read_bytes, read_file, read_text
from generator.read.tree import MAX_BYTES, MAX_NODES, Mapping, Scalar, Sequence

ITEM = "- id: a\n"


def refused(text: str | bytes) -> tuple[int, int, str]:
    """Line, column and message of the one thing wrong with a text that cannot be read."""
    root, problems = read_bytes(text, "f.yaml") if isinstance(text, bytes) else read_text(text, "f.yaml")
    assert root is None
    (problem,) = problems
    assert (problem.file, problem.level, problem.rule) == ("f.yaml", "error", "yaml-syntax")
    return problem.line, problem.column, problem.message


@each(
    ("text", "line", "column", "says"),
    [
        ("- id: a\n  title: b\n  x: [\r\n", 3, 7, "the file ends where a value is wanted"),
        ("- id: a\n\ttitle: b\n", 2, 1, "a tab where YAML needs spaces"),
        ("a:\n\t- b\n", 2, 1, "a tab where YAML needs spaces"),
        ("a: x\n\ty\n", 2, 1, "a tab where YAML needs spaces"),
        ('- title: "a\n- id: b\n', 1, 10, "the quote that opens here is never closed"),
        ("- title: 'a\n---\n", 1, 10, "the quote that opens here is never closed"),
        ("- title: {en: a\n- id: b\n", 1, 10, "the bracket that opens here is not closed"),
        ("- x: [a, b\n  y: 2\n", 1, 6, "the bracket that opens here is not closed"),
        ("- title: {en: Dr: who, fr: x}\n", 1, 17, "a comma or the closing bracket is missing"),
        ('- title: {en: "a" b}\n', 1, 19, "a comma or the closing bracket is missing"),
        ("- title: Dr: who\n", 1, 12, "a colon is not expected here"),
        ("- id:a\n  title: b\n", 1, 3, "a space is missing after this colon"),
        ("- id: a\n  title\n  art: b\n", 2, 3, "a colon and a space are missing after this key"),
        *(
            (f"- id: a\n{text}", line, 1, "a merge left two versions of these lines here")
            for text, line in (
                ("<<<<<<< HEAD\n  x: 1\n=======\n  x: 2\n>>>>>>> other\n", 2),
                ("  x: 1\n<<<<<<< HEAD\n- id: b\n=======\n- id: c\n>>>>>>> 1f2e3d\n", 3),
                ("  x: |\n    a\n>>>>>>> other\n", 4),
            )
        ),
        ("- title: - a\n", 1, 10, "a list starts on a line of its own"),
        ("- id: a\n title: b\n", 2, 2, "indented by 1 space; the lines around it by 2"),
        ('- title: "a" b\n', 1, 14, "the text goes on after its closing quote"),
        ("- title: 'it's'\n", 1, 14, "the text goes on after its closing quote"),
        ("- id: a\n– id: b\n", 2, 1, "– is not a hyphen"),
        ("- id: a\n-id: b\n", 2, 1, "a space is missing after this hyphen"),
        ("- id: a\n  x: 1\n  - id: b\n", 3, 3, "indented by 2 spaces; the items above it by 0"),
        (
            "sun: {a: #fadd7e}\nx: 1\n",
            1,
            10,
            "YAML takes what begins with # for a comment, and the bracket before it is not closed",
        ),
        ("- title: [W] x\n", 1, 10, "an unquoted text cannot start with ["),
        ("- title: @home\n", 1, 10, "an unquoted text cannot start with @"),
        ("- title: `a`\n", 1, 10, "an unquoted text cannot start with `"),
        ("- title: %a\n", 1, 10, "an unquoted text cannot start with %"),
        ("- title: ]\n", 1, 10, "an unquoted text cannot start with ]"),
        ("- title: *bold*\n", 1, 10, "an unquoted text cannot start with * or &"),
        ("- title: & co\n", 1, 10, "an unquoted text cannot start with * or &"),
        ("- title: !a!b c\n", 1, 10, "an unquoted text cannot start with !"),
        ("- title: ?\n", 1, 10, "an unquoted text cannot start with ?"),
        ('- title: "a\\q"\n', 1, 12, "in double quotes \\ starts an escape, and this is none"),
        ('- title: "\\xzz"\n', 1, 13, "in double quotes \\ starts an escape, and this is none"),
        ("- title: > x\n", 1, 12, "after | or > the text starts on a new line"),
        ("  - id: a\n- id: b\n", 2, 1, "indented by 0 spaces; the items above it by 2"),
        ("%YAML 9.0\n---\na: 1\n", 1, 1, "a line that starts with % is for YAML itself"),
        ("? [a, b]\n: c\n", 1, 3, "a key must be a plain word"),
        ("{[a]: b}\n", 1, 2, "a key must be a plain word"),
        ("- a: 1\n---\n- b: 2\n", 2, 1, "a second document starts here"),
        ("---\n---\n", 2, 1, "a second document starts here"),
    ],
)
def test_broken_yaml_is_named_where_its_author_would_look(text: str, line: int, column: int, says: str) -> None:
    assert refused(text) == (line, column, says)


@each(
    ("text", "line", "column", "says"),
    [
        ("a: &x b\n", 1, 4, "the anchor &x is not allowed"),
        ("- &a [1]\n- *a\n", 1, 3, "the anchor &a is not allowed"),
        ("- b\n- *a\n", 2, 3, "an unquoted text cannot start with *; aliases are not read"),
        ("a:\n  <<: *b\n", 2, 7, "an unquoted text cannot start with *; aliases are not read"),
        ('a: !!python/object/apply:os.system ["x"]\n', 1, 4, "the tag !!python/object/apply:os.system is not allowed"),
        ("a: !!str 007\n", 1, 4, "the tag !!str is not allowed"),
        ("a: !wow\n", 1, 4, "the tag !wow is not allowed"),
        ("%TAG ! tag:x,2000:\n---\na: !foo x\n", 3, 4, "the tag tag:x,2000:foo is not allowed"),
    ],
)
def test_what_can_stand_for_more_than_it_says_is_refused(text: str, line: int, column: int, says: str) -> None:
    assert refused(text) == (line, column, says)


def test_a_file_of_aliases_that_stands_for_billions_is_refused_at_its_first_anchor() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    assert refused("\n".join(lines))[:2] == (1, 5)


def test_a_merge_key_is_a_key_like_any_other() -> None:
    root, problems = read_text("a:\n  <<: {b: 1}\n", "f")
    assert problems == []
    assert isinstance(root, Mapping)
    inner = root.values["a"]
    assert isinstance(inner, Mapping)
    assert list(inner.keys) == ["<<"]


@each(
    ("data", "line", "column", "says"),
    [
        ("- id: é\n  title: caf\xe9\n".encode("latin-1"), 1, 7, "byte 0xE9 is not UTF-8"),
        (b"- id: \xc3\xa9\n  title: \xc3\xa9caf\xe9\n", 2, 14, "byte 0xE9 is not UTF-8"),
        (b"\xef\xbb\xbf- id: \xe9\n", 1, 7, "byte 0xE9 is not UTF-8"),
        (ITEM.encode("utf-16"), 1, 1, "the file is in UTF-16 or UTF-32, not in UTF-8"),
        (ITEM.encode("utf-16-le"), 1, 2, "the character U+0000 is not allowed here"),
        (ITEM.encode("utf-32"), 1, 1, "the file is in UTF-16 or UTF-32, not in UTF-8"),
        (b"\x80\x81\x82", 1, 1, "byte 0x80 is not UTF-8"),
    ],
)
def test_bytes_that_are_not_utf8_are_named_by_line_and_column(data: bytes, line: int, column: int, says: str) -> None:
    assert refused(data) == (line, column, says)


@each("code", [0, 1, 8, 0x0B, 0x1B, 0x7F, 0x85, 0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF, 0xD800])
def test_a_character_that_cannot_be_seen_is_named_where_it_is(code: int) -> None:
    assert refused(f"- id: éé\r\n  title: é日{chr(code)}b\n")[:2] == (2, 12)


@each("escape", ["\\0", "\\e", "\\x7f", "\\N", "\\L", "\\uFEFF", "\\uFFFE"])
def test_an_escape_for_such_a_character_is_refused_at_its_text(escape: str) -> None:
    assert refused(f'- id: "a{escape}b"\n')[:2] == (1, 7)


@each(
    ("text", "line", "column", "says"),
    [
        ("- id: a\n\u00a0 title: b\n", 2, 1, "a space that is none to YAML (U+00A0) is here"),
        ("- id: a\n  title:\u00a0b\n  x: 1\n", 2, 9, "a space that is none to YAML (U+00A0) is here"),
        ("- id: a\n  title:\u202fb\n  x: 1\n", 2, 9, "a space that is none to YAML (U+202F) is here"),
        ("- id: a\n  title\u00a0: b\n", 2, 8, "a space that is none to YAML (U+00A0) is here"),
        ("-\u00a0id: a\n", 1, 2, "a space that is none to YAML (U+00A0) is here"),
        (
            "- id: a\n  ti\u200btle: b\n",
            2,
            3,
            "the key 'ti\\u200btle' holds a space that is none to YAML, or something unseen",
        ),
    ],
)
def test_a_space_that_is_none_to_yaml_is_named(text: str, line: int, column: int, says: str) -> None:
    assert refused(text) == (line, column, says)


def test_a_non_breaking_space_within_a_text_is_text() -> None:
    root, problems = read_text("- title: «\u00a0Oh\u202f!\u00a0»\n", "f")
    assert problems == []
    assert isinstance(root, Sequence)
    assert isinstance(root.items[0], Mapping)
    assert root.items[0].values["title"] == Scalar("«\u00a0Oh\u202f!\u00a0»", True, 1, 10)


def test_curly_quotes_are_text_and_quote_nothing() -> None:
    root, problems = read_text("a: “b”\n", "f")
    assert problems == []
    assert isinstance(root, Mapping)
    assert root.values["a"] == Scalar("“b”", True, 1, 4)


@each("text", ["", "\n\n", "# only\n# comments\n", "---\n", "\ufeff", "  \n"])
def test_a_file_without_a_value_is_empty_and_no_mistake(text: str) -> None:
    root, problems = read_bytes(text.encode(), "f")
    assert problems == []
    assert root is None or (isinstance(root, Scalar) and root.absent)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_lines_are_counted_alike_whatever_ends_them(line_break: str) -> None:
    _, problems = read_bytes(line_break.join(["- a: 1", "  b: 2", "  a: 3", ""]).encode(), "f")
    assert [(p.line, p.column, p.rule) for p in problems] == [(3, 3, "duplicate-key")]


def test_a_byte_order_mark_moves_no_column() -> None:
    plain, marked = (read_bytes(mark + b"- a: 1\n", "f") for mark in (b"", b"\xef\xbb\xbf"))
    assert plain == marked


def test_repeated_keys_are_all_found_with_the_line_of_the_first_at_any_depth() -> None:
    text = "- a:\n    b: 1\n    c: 2\n    b: {d: 1, d: 2}\n  a: 3\n"
    root, problems = read_text(text, "f")
    assert [(p.line, p.column, p.rule) for p in problems] == [
        (4, 5, "duplicate-key"),
        (4, 15, "duplicate-key"),
        (5, 3, "duplicate-key"),
    ]
    assert ["line 2" in problems[0].message, "line 4" in problems[1].message, "line 1" in problems[2].message] == [
        True
    ] * 3
    assert isinstance(root, Sequence)
    assert isinstance(root.items[0], Mapping)
    assert list(root.items[0].keys) == ["a"]


def test_a_key_is_the_same_with_and_without_quotes() -> None:
    _, problems = read_text('"a": 1\na: 2\n', "f")
    assert [(p.line, p.column, p.rule) for p in problems] == [(2, 1, "duplicate-key")]


def test_a_key_longer_than_a_line_is_refused_and_not_repeated_in_full() -> None:
    line, column, message = refused("? " + "k" * (MAX_KEY + 1) + "\n: v\n")
    assert (line, column) == (1, 3)
    assert len(message) < 80


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[" * 20_000, (1, MAX_DEPTH + 1)),
        ("{a: " * 20_000, (1, 4 * MAX_DEPTH + 1)),
        ("- " * 20_000, (1, 2 * MAX_DEPTH + 1)),
        ("\n".join(" " * depth + "a:" for depth in range(2_500)), (MAX_DEPTH + 1, MAX_DEPTH + 1)),
        ("\n".join(" " * depth + "- " for depth in range(2_500)), (MAX_DEPTH + 1, MAX_DEPTH + 1)),
    ],
    ids=["flow lists", "flow mappings", "lists on a line", "block mappings", "block lists"],
)
def test_deep_nesting_is_refused_where_it_goes_too_deep(text: str, place: tuple[int, int]) -> None:
    started = time.process_time()
    assert refused(text)[:2] == place
    assert time.process_time() - started < 1


def test_forty_levels_can_be_read() -> None:
    assert read_text("[" * MAX_DEPTH + "]" * MAX_DEPTH, "f")[1] == []


@pytest.mark.rare
def test_a_million_items_are_refused_where_the_limit_is_reached() -> None:
    started = time.process_time()
    assert refused("- a\n" * 1_000_000)[:2] == (MAX_NODES, 3)
    assert time.process_time() - started < 10


def test_a_hundred_thousand_keys_in_one_mapping_are_read_in_a_few_seconds() -> None:
    started = time.process_time()
    root, problems = read_text("".join(f"k{n}: 1\n" for n in range(100_000)), "f")
    assert problems == []
    assert isinstance(root, Mapping)
    assert len(root.keys) == 100_000
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "text", slow_but(1, ["a: " + "x" * 4_000_000, 'a: "' + "x " * 2_000_000 + '"', "a: |\n" + " x\n" * 1_000_000])
)
def test_a_text_of_four_megabytes_is_read_at_once(text: str) -> None:
    started = time.process_time()
    assert read_text(text, "f")[1] == []
    assert time.process_time() - started < 5


@pytest.mark.rare
@each("sign", list("!&*%@`{[?'\"-:,|>#\n \t"))
def test_four_million_of_any_sign_get_a_short_answer_in_seconds(sign: str) -> None:
    started = time.process_time()
    _, problems = read_text(sign * 4_000_000, "f")
    assert all(len(problem.message) < 200 for problem in problems)
    assert time.process_time() - started < 5


def test_a_file_of_eight_mebibytes_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"#" * MAX_BYTES)
    assert read_file(path) == (None, [])
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    root, (problem,) = read_file(path, "shown.yaml")
    assert root is None
    assert (problem.file, problem.line, problem.column, problem.rule) == ("shown.yaml", 1, 1, "yaml-syntax")
    assert problem.message == "the file is larger than 8 MiB"


def test_what_is_no_file_is_a_problem_and_no_exception(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "lost").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    says = {}
    for name in ("", "loop", "lost", "pipe", "nothing"):
        root, (problem,) = read_file(tmp_path / name, "f")
        assert root is None
        assert (problem.line, problem.column, problem.rule) == (1, 1, "yaml-syntax")
        says[name] = problem.message
    assert says == {
        "": "this is not a file",
        "loop": "cannot read the file: too many levels of symbolic links",
        "lost": "cannot read the file: no such file or directory",
        "pipe": "this is not a file",
        "nothing": "cannot read the file: no such file or directory",
    }


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_device_without_end_is_not_read() -> None:
    assert read_file(Path("/dev/zero"))[1][0].message == "this is not a file"


@pytest.mark.skipif(sys.platform != "linux", reason="tried with a file of Linux that nobody can read")
def test_a_file_that_cannot_be_read_says_so() -> None:
    root, (problem,) = read_file(Path("/proc/self/mem"), "f")
    assert root is None
    assert problem.message.startswith("cannot read the file: ")


def test_a_file_without_permission_says_so(tmp_path: Path, not_root: None) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("a: 1\n")
    path.chmod(0)
    assert read_file(path)[1][0].message == "cannot read the file: permission denied"


def test_a_link_may_lead_within_the_project_and_not_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "in" / "game").mkdir(parents=True)
    for name in ("out.yaml", "in/other.yaml"):
        (tmp_path / name).write_text("- a: 1\n")
    inward, outward = tmp_path / "in" / "game" / "inward.yaml", tmp_path / "in" / "game" / "outward.yaml"
    inward.symlink_to("../other.yaml")
    outward.symlink_to("../../out.yaml")
    assert read_file(inward, "f", tmp_path / "in")[1] == []
    assert read_file(outward, "f", tmp_path / "in")[1][0].message == "the file is a link that leads out of the project"


ENDS = ('"a"', "'a'", '""', "''", "[a]", "{a: b}", "[a,", "{a: b,", '["a"', "{'a'", "[", "{", "[[a]", '{"a":')


@each("before", ENDS)
def test_a_sign_of_a_comment_right_behind_what_ends_is_no_comment(before: str) -> None:
    closes = "".join({"[": "]", "{": "}"}[sign] for sign in before if sign in "[{")[::-1]
    closes = closes[: before.count("[") + before.count("{") - before.count("]") - before.count("}")]
    text = f"é:\n  x: {before}#b, c\n    {closes}\n"
    root, problems = read_text(text, "f")
    assert root is not None
    assert [(p.line, p.column, p.rule) for p in problems] == [(2, 6 + len(before), "yaml-syntax")]
    assert read_text(text.replace("#", " # "), "f")[1] == []


@each("before", ENDS)
def test_such_a_sign_within_a_text_or_a_comment_is_none(before: str) -> None:
    written = f"{before}#b, [?c], {{?d"
    doubled = written.replace("'", "''")
    for text in (f"x: |\n  {written}\n", f"x: y\n# {written}\n", f"x: y # {written}\n", f"x: '{doubled}'\n"):
        assert read_text(text, "f")[1] == []


@each(
    ("text", "column"),
    [("x: [?a]\n", 5), ("x: [a,?b]\n", 7), ("x: [a,  ?b, c]\n", 9), ("x: {?a: 1}\n", 5), ("x: {a: 1, ?b: 2}\n", 11)],
)
def test_a_question_mark_that_begins_a_member_of_a_bracket_is_not_lost(text: str, column: int) -> None:
    _, problems = read_text(text, "f")
    assert [(p.line, p.column, p.message) for p in problems] == [(1, column, "an unquoted text cannot start with ?")]


@each("text", ["x: [fire,#ice]\n", "x: [fire, #ice]\n", 'x: ["a"#ice]\n', "x: {a: #ice}", "x: [#ice]\ny: 1\n"])
def test_a_comment_that_hides_the_closing_bracket_is_named_where_it_begins(text: str) -> None:
    line, column, _ = refused(text)
    assert (line, column) == (1, text.index("#") + 1)
