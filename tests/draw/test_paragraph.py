"""Lines end where trying all ends says, words are tied as letter by letter, and rows without marks are as high."""

import re
from collections.abc import Sequence

from drawn import ICONS
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from texts import REGULAR, STYLE, bare, document, typesetter
from tries import tries

from generator.draw.marks.picture import Picture
from generator.draw.text.flow import Row
from generator.draw.text.line_breaks import is_unspaced
from generator.draw.text.paragraph import PlacedWord, break_lines, split
from generator.draw.text.text_lines import TextLine, line_of
from generator.draw.text.words import Atom, Ruler, Run, Word

HAIR = 1e-6


def placed(width: float, space: float, *, weak: bool) -> PlacedWord:
    blank = Atom(REGULAR[0], " ", space)
    return PlacedWord(Word((Atom(REGULAR[0], "word", width),), width, (blank,), space), 1, 1, weak)


def plain_lines(words: Sequence[PlacedWord], limit: float) -> list[TextLine]:
    """As few lines as can be and as even as they then can be: every end of every line is examined."""
    best = [0.0] * (len(words) + 1)
    ends = [0] * len(words)
    for start in range(len(words) - 1, -1, -1):
        best[start] = float("inf")
        width = 0.0
        for end in range(start + 1, len(words) + 1):
            word = words[end - 1].word
            width += word.width + (word.space if end - 1 > start else 0.0)
            if width > limit + HAIR and end > start + 1:
                break
            slack = max(limit - width, 0.0)
            last = end == len(words)
            uneven = (0.12 * limit * limit if width < 0.14 * limit else 0.0) if last else slack * slack
            cost = 10.0 * limit * limit + best[end] + uneven
            if words[end - 1].weak and not last:
                cost += 0.02 * limit * limit
            if cost <= best[start]:
                best[start], ends[start] = cost, end
    lines: list[TextLine] = []
    at = 0
    while at < len(words):
        lines.append(line_of([placed.word for placed in words[at : ends[at]]]))
        at = ends[at]
    return lines


WIDTH = st.one_of(st.floats(0.0, 12.0), st.sampled_from((1.0, 2.0, 2.5, 10.0)))


@settings(max_examples=tries(60), deadline=None)
@given(st.lists(st.tuples(WIDTH, st.sampled_from((0.0, 0.25, 0.4)), st.booleans()), max_size=40), st.floats(1.0, 30.0))
def test_lines_end_where_looking_at_every_end_says(found: list[tuple[float, float, bool]], limit: float) -> None:
    words = [placed(width, space, weak=weak) for width, space, weak in found]
    assert break_lines(words, limit) == plain_lines(words, limit)


def plain_ties(words: Sequence[Word]) -> list[tuple[Word, bool]]:
    """The words with what starts no line joined to the one before, and whether a line had better not end with each."""
    tied: list[tuple[Word, bool]] = []
    for word in words:
        text = "".join(atom.text for atom in word.atoms)
        icon = bool(word.atoms) and isinstance(word.atoms[0].source, Picture)
        if tied and (icon or re.fullmatch("[+−±×=/–—]", text)):
            tied[-1] = tied[-1][0].joined(word), False
        else:
            weak = re.fullmatch("[(“«]?[+−±]?[0-9]{1,3}|[^\\W\\d_]", text)
            tied.append((word, weak is not None and not is_unspaced(text[-1])))
    return tied


WORD = st.one_of(
    st.sampled_from(("12", "(+3", "1234", "«−100", "a", "ab", "+", "=", "/", "–", "—x", "木", "é", "_", "7.", *ICONS)),
    st.text("ab1+(", min_size=1, max_size=7),
)


@settings(max_examples=tries(60), deadline=None)
@given(st.lists(WORD, min_size=1, max_size=12))
def test_words_are_tied_as_they_are_one_by_one(words: list[str]) -> None:
    text = " ".join(words)
    made = split([Run(text, REGULAR, 1, 1)], Ruler(), ICONS, lambda *_: None)
    apart = Ruler().line([Run(text, REGULAR)], ICONS).words
    assert [(one.word, one.weak) for one in made] == plain_ties(apart)


TEXT = """Ruling: a paragraph that is marked, and long enough that it takes more than one line of sixty millimetres.

## Section

- one [coin]
- two, of which there are so many words that they take another line
- Ruling: three

1. first
2. second, which is as long as a step may well be where somebody had much to say of it

| Head | y |
|---|---:|
| a cell of some words | 12 |
| another | and a long one that has to be broken somewhere |

> A box
>
> - with a list
>
> and more after it, in a line that runs on to the next
"""


def plainly(rows: Sequence[Row]) -> list[Row]:
    return [replace(bare(row), marks=()) for row in rows]


def cut(rows: Sequence[Row]) -> list[list[Row]]:
    return [plainly(row.cut(12.0)) for row in rows if row.cut is not None]


def test_rows_without_marks_are_as_high_and_are_cut_alike() -> None:
    numbers = replace(STYLE.numbers, picture=ICONS["[long]"])
    for style in (STYLE, replace(STYLE, numbers=numbers)):
        setter, other = typesetter(style=style), typesetter(style=style)
        other.draws = False
        drawn, looked_through = (one.rows(document(TEXT), 60.0) for one in (setter, other))
        assert any(row.marks for row in drawn)
        assert not any(row.marks for row in looked_through)
        assert plainly(looked_through) == plainly(drawn)
        assert cut(looked_through) == cut(drawn)
        assert other.findings == setter.findings
