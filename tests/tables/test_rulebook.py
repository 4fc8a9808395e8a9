"""Ordinary Markdown comes into the form that is read here, its words kept and what changed named."""

import re
from collections import Counter
from pathlib import Path

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from projects import typed

from generator.read.blocks import Spans, changed, plain
from generator.read.markdown import parse_markdown
from generator.tables.rulebook import house_form

OTHERS = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def read(text: str) -> tuple[str, list[str]]:
    """The words of a text as it is brought in, which is without a problem, and what was changed."""
    made, changes = house_form(text, "Title")
    document, problems = parse_markdown(made, "rules.md")
    assert problems == [], made
    assert house_form(made, "Title") == (made, [])
    words = [plain(document.title)]

    def take(spans: Spans) -> Spans:
        words.append(plain(spans))
        return spans

    for block in document.blocks:
        changed(block, take)
    return " ".join(words), [change.what for change in changes]


def words_of(tokens: list[Token]) -> str:
    """The words of a text as others read it."""
    parts = []
    for token in tokens:
        if token.type in ("fence", "code_block", "text", "code_inline", "text_special"):
            parts.append(token.content)
        elif token.type != "html_inline":
            parts.append(" ")
        parts.append(words_of(token.children or []))
    return "".join(parts)


@each(
    ("text", "words", "what"),
    [
        ("# R\n\n<p>one <b>two</b></p>\n", "R one two", "HTML"),
        ("# R\n\na<br>b <i>c</i> <kbd>d</kbd> <!-- e -->\n", "R a b c d", "HTML"),
        ("# R\n\n<table><tr><th>A</th><td>b|c</td></tr><tr><td>d</td></tr></table>\n", "R A b|c d", "HTML"),
        ("# R\n\n<ul><li>one<li>two</ul>\n", "R one two", "HTML"),
        ("# R\n\n<div *a*\nb\n", "R <div a b", "HTML"),
        ("# R\n\na | b\n--|--\nc | d\n", "R a b c d", ""),
        ("# R\n\n|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n|1|2|3|4|5|6|\n", "R a b c d e 1 2 3 4 5 a f 1 6", "5 columns"),
        ("# R\n\n> | a | b |\n> |---|---|\n> | c | d |\n", "R a · b c · d", "a line a row"),
        ("# R\n\nso ![a coin](coin.png) on\n", "R so on a coin", "pictures within words"),
        ("# R\n\n- so ![a coin](coin.png) on\n", "R so a coin on", "pictures from elsewhere"),
        ("# R\n\n![a](https://example.org/a.png) <b>b</b>\n", "R a b", "pictures from elsewhere"),
        ("# R\n\n![Setup](a.svg)\n    indented\n", "R indented Setup", "pictures within words"),
        ("# R\n\n    indented *so*\n", "R indented *so*", "indented text"),
        ("# R\n\nsee[^1]\n\n[^1]: here\n    and there\n", "R see (here and there)", "footnotes"),
        ("# R\n\nsee <https://example.org/x> and [it][1]\n\n[1]: /y\n", "R see https://example.org/x and it", "links"),
        ("# R\n\n__a__ ***b*** ~~c~~ &lt;d&gt;\n", "R a b c <d>", "bold and italic at once"),
        ("# R\n\n> ## A\n>\n> > b\n", "R A b", "boxes in lists and boxes"),
        ("# R\n\n- # A\n\n  > b\n", "R A b", "headings in lists"),
        ("# R\n\n3. a\n4. b\n", "R a b", "began with 3"),
        ("# R\n\n- [ ] a\n- - b\n-\n", "R [ ] a … b", "empty list items"),
        ("# R\n\n- a\n  - b\n    - c\n      - d\n", "R a b c d", "3 deep"),
        ("a\n\n---\n\n# R\n\n# S\n", "R a S", "lines across"),
        ("---\ntitle: x\n---\na\n", "Title a", "for programs"),
        ("# R\n\n\\[a]: b {dew} \\{dew} _ * 5 * #\n", "R [a]: b {dew} {dew} _ * 5 * #", ""),
    ],
)
def test_each_form_has_its_nearest_here(text: str, words: str, what: str) -> None:
    found, changes = read(text)
    assert sorted(found.split()) == sorted(words.split())
    assert any(what in change for change in changes) or not what, changes


def test_what_is_read_already_is_left_as_it_is() -> None:
    text = "# R\n\n* a `b`\n  - c  \n    d\n\n[e](f)\n"
    assert house_form(text, "Title") == (text, [])


PARTS = ["- ", "1. ", "> ", "# ", "    ", "```\n", "* ", "***", "| a | b |\n", "|---|---|\n", "\n", "\n\n", "---\n", "<b>", "</b>",
         "<div>", "<br>", "&amp;", "\\", "`", "_", "**", "~~", "[a](b)", "![c](d)", "[^1]", "[^1]: x\n", "one ", "two", "#", "===\n"]  # fmt: skip


@pytest.mark.slow
@given(st.lists(st.sampled_from(PARTS), max_size=14).map("".join))
def test_no_text_loses_words_or_is_unreadable(text: str) -> None:
    found, _ = read(text)
    wanted = words_of(OTHERS.parse(re.sub(r"\[\^1\]:? ?", " ", text)))
    lost = Counter(re.findall("one|two", wanted)) - Counter(re.findall("one|two", found))
    assert not lost or "<div>" in text


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A game of rules, and rules of another tool."""
    assert typed(tmp_path, "new", "book", "--kind", "rules", "--languages", "en,fr").exit_code == 0
    (tmp_path / "RULES.md").write_text("# Tea\n\n<b>Pour</b> [it](https://example.org).\n")
    return tmp_path


def test_a_file_becomes_the_text_of_a_kind_and_what_changed_is_named(book: Path) -> None:
    rules = book / "data" / "book" / "rules.en.md"
    before = rules.read_text()
    done = typed(book, "import", "RULES.md", "--kind", "rules", "--dry-run")
    assert (done.exit_code, rules.read_text(), "+**Pour** it." in done.stdout) == (0, before, True)
    done = typed(book, "import", "RULES.md", "--kind", "rules")
    assert (done.exit_code, rules.read_text()) == (0, "# Tea\n\n**Pour** it.\n")
    assert "RULES.md: links: their words alone (1; line 3)" in done.stderr
    assert typed(book, "check", "book").exit_code == 0


def test_titles_of_boxes_as_github_writes_them_become_words(book: Path) -> None:
    (book / "RULES.md").write_bytes(b"# Tea\r\n\r\n> [!WARNING]\r\n> It is hot.\r\n\r\n> [!fox] runs.\r\n")
    done = typed(book, "import", "RULES.md", "--kind", "rules")
    assert "> **Warning:**\n> It is hot.\n\n> [!fox] runs." in (book / "data/book/rules.en.md").read_text()
    assert "titles of boxes, such as [!NOTE]: bold words (1; line 3)" in done.stderr


def test_pictures_beside_a_text_come_with_it_and_no_others(book: Path, tmp_path: Path) -> None:
    (book / "away" / "img").mkdir(parents=True)
    for name in ("away/img/a b.png", "away/c.svg", "away/notes.txt", "secret.png"):
        (book / name).write_bytes(name.encode())
    (book / "away" / "linked.png").symlink_to(book / "secret.png")
    names = (
        "img/a%20b.png",
        "<img/a b.png>",
        "c.svg",
        "notes.txt",
        "../secret.png",
        f"{book}/secret.png",
        "linked.png",
        "none.png",
    )
    (book / "away" / "RULES.md").write_text("# Tea\n" + "".join(f"\n![One]({name})\n" for name in names))
    tried = typed(book, "import", "away/RULES.md", "--kind", "rules", "--dry-run")
    assert ": to be copied beside the text: 2 pictures" in tried.stderr
    assert not (book / "data/book/c.svg").exists()
    done = typed(book, "import", "away/RULES.md", "--kind", "rules")
    assert ": copied beside the text: 2 pictures" in done.stderr
    files = {path.relative_to(book / "data/book").as_posix() for path in (book / "data/book").rglob("*.*g")}
    assert files == {"img/a b.png", "c.svg"}


def test_icons_of_other_tools_become_ours(book: Path) -> None:
    (book / "RULES.md").write_text("# Tea\n\nGain :coin:, **2** :coin:.\n")
    assert typed(book, "import", "RULES.md", "--kind", "rules", "--replace", ":coin:={coin}").exit_code == 0
    assert "Gain {coin}, **2** {coin}." in (book / "data/book/rules.en.md").read_text()


def test_the_language_is_in_the_name_of_the_file(book: Path) -> None:
    (book / "RULES.fr.md").write_text("# Thé\n\n* un\n")
    assert typed(book, "import", "RULES.fr.md", "--kind", "rules").exit_code == 0
    assert (book / "data/book/rules.fr.md").read_text() == "# Thé\n\n* un\n"


def test_a_text_that_was_changed_is_replaced_only_when_that_is_said(book: Path) -> None:
    rules = book / "data" / "book" / "rules.en.md"
    rules.write_text("# Mine\n")
    assert typed(book, "import", "RULES.md", "--kind", "rules").exit_code == 2
    assert rules.read_text() == "# Mine\n"
    assert typed(book, "import", "RULES.md", "--kind", "rules", "--update").exit_code == 0
    rules.write_text("# T\n\n<i>a</i>\n")
    assert typed(book, "import", "data/book/rules.en.md", "--kind", "rules").exit_code == 0
    assert rules.read_text() == "# T\n\n*a*\n"


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("RULES.md --kind cards", 2, "no game has a kind 'cards'; known: rules; pnp new GAME --kind rules"),
        ("none.md --kind rules", 2, "there is no file none.md"),
        ("RULES.md --kind rules --map a=b", 2, "of the options only"),
        ("RULES.md --kind rules --where a=b", 2, "of the options only"),
        ("RULES.md", 2, "--kind"),
        ("bad.md --kind rules", 1, "UTF-8"),
    ],
)
def test_what_cannot_be_brought_in_is_refused(book: Path, command: str, status: int, says: str) -> None:
    (book / "bad.md").write_bytes(b"# T\n\n\xff\xff\n")
    done = typed(book, "import", *command.split())
    assert done.exit_code == status, done.output
    assert says in done.output
