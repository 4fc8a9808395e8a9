r"""Every mistake in a game's description and its items is a problem at its place: one row each.

A row is ``written | places | message | hint | value``: what stands for ``@`` in the files of its section (several, parted by
``¦``, that come out alike), the problems as ``line:column rule``, and what is compared where it is there: the messages, the
first hint, and what was read. ``\n`` is a line break, ``∅`` nothing.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from each import each
from readings import Reading, reading

KIND = """\
name: G
kinds:
  cards:
    title: Cards
    size: poker
    template: card.svg
    fields:
      name: {type: text}
"""


def of_things(fields: str) -> str:
    """The description of a game in English and French, of one kind with these fields."""
    return f"name: G\nlanguages: [en, fr]\nkinds: {{cards: {{title: Cards, fields: {fields}}}}}\n"


TITLE = of_things("{title: {type: text, required: true}}")


class Section(NamedTuple):
    """Files in which ``@`` is what a row has, and what of the reading its last column holds."""

    game: str
    items: str
    value: Callable[[Reading], Any] = lambda _: ""
    line: int | None = None  # only problems of this line are compared


def kind(reading: Reading) -> Any:
    return reading.game.kinds["cards"]


def value_of(name: str) -> Callable[[Reading], Any]:
    """A field of the first item, and whether the item is broken."""
    return lambda reading: f"{reading.items[0].fields[name]!r}{' broken' if reading.items[0].broken else ''}"


SECTIONS = {
    "description": Section("@", "- id: a\n"),
    "size": Section(KIND.replace("poker", "@"), "- id: a\n", lambda found: kind(found).printed),
    "no size": Section(KIND.replace("    size: poker\n", "@"), "- id: a\n"),
    "field": Section(KIND.replace("{type: text}", "@"), "- {id: a, name: {en: x}}\n- {id: b, name: [1, 2]}\n", line=8),
    "own field": Section(
        KIND.replace("name: {type: text}", "@: {type: flag}"),
        "- {id: 7, copies: 2}\n",
        lambda found: (found.items[0].id, found.items[0].copies),
    ),
    "any name": Section(
        KIND.replace("name: {type: text}", "@: {type: whole}"),
        "- {id: a, @: 3}\n",
        lambda found: list(found.items[0].fields.values()),
    ),
    "file": Section(KIND.replace("    size", "    file: @\n    size"), "- id: a\n", lambda found: kind(found).file),
    "templates": Section(f"templates: @\n{KIND}", "- id: a\n", lambda found: found.game.templates),
    "languages": Section(f"languages: @\n{KIND}", "- id: a\n", lambda found: " ".join(found.game.languages)),
    "group": Section(KIND.replace("    size", "    group: @\n    size"), "- id: a\n", lambda found: kind(found).group),
    "items": Section(TITLE, "@"),
    "id": Section(TITLE, "- {id: @, title: x}\n", lambda found: found.items[0].id),
    "other id": Section(TITLE, "- id: @\n  title: x\n", lambda found: len(found.messages[0]) < 120),
    "key": Section(TITLE, "- id: a\n  title: x\n  @: y\n"),
    "hash": Section(TITLE, "- id: a\n  @\n"),
    "copies": Section(TITLE, "- id: a\n  title: x\n  copies: @\n", lambda found: found.items[0].copies),
    "waive": Section(TITLE, "- {id: a, title: x, waive: @}\n"),
    "scalar": Section(
        of_things("{title: {type: text, required: true}, code: {type: string}}"),
        "- {id: a, title: @, code: @}\n- {id: b, title: '@', code: @}\n- {id: c, title: \"@\", code: @}\n",
        lambda found: {str(item.fields["title"]) == item.fields["code"] for item in found.items} == {True},
    ),
    "title": Section(TITLE, "- {id: a, title: @}\n", lambda found: f"‘{found.items[0].fields['title']}’"),
    "absent": Section(
        of_things("{title: {type: text, required: true}, note: {type: text}}"),
        "- id: a\n  title: @\n  note: @\n",
        value_of("note"),
    ),
    "whole": Section(of_things("{n: {type: whole, required: true}}"), "- id: a\n  n: @\n", value_of("n")),
    "number": Section(of_things("{n: {type: number, required: true}}"), "- id: a\n  n: @\n", value_of("n")),
    "flag": Section(of_things("{f: {type: flag}}"), "- {id: a, f: @}\n", value_of("f")),
    "text": Section(of_things("{t: {type: text}}"), "- {id: a, t: @}\n"),
    "one of": Section(
        of_things("{e: {type: list, of: {type: one-of, keys: {coins: {type: whole}, dolls: {type: whole}}}}}"),
        "- id: a\n  e:\n    - @\n",
    ),
}

ROWS = r"""
[description]
∅ ¦ # nothing\n ¦ name: G\n | 1:1 missing-field
- a\n ¦ hello\n | 1:1 wrong-type
name: G\nkinds:\n | 1:1 missing-field
name: G\nkinds: {}\n | 2:8 missing-field
name: G\nkinds: [a]\n | 2:8 wrong-type
name: G\nkinds:\n  cards:\n | 3:3 missing-field
name: G\nkinds:\n  cards: x\n | 3:10 wrong-type
name: [G]\nkinds: {cards: {title: C, fields: {n: {type: text}}}}\n | 1:7 wrong-type
nme: G\nkinds: {cards: {title: C, fields: {n: {type: text}}}}\n | 1:1 missing-field, 1:1 unknown-field
name: G\nkinds: {cards: {fields: {n: {type: text}}}}\n | 2:16 missing-field
name: G\nkinds: {cards: {title: C}}\n | 2:16 missing-field
name: &x G\n | 1:7 yaml-syntax
[size]
pokr | 5:11 not-one-of | 'pokr' is not a size by name | | False
[60, 60, 60] | 5:11 wrong-type | a size has two numbers, [width, height] in mm; here are 3 | | False
[60] | 5:11 wrong-type | a size has two numbers, [width, height] in mm; here is only 1 | | False
{width: 60} | 5:11 wrong-type | a size by name, or [width, height] in mm, is wanted here, not a mapping | | False
[60, 4.9] | 5:16 number-range | 4.9 mm; a side measures 5 mm or more | | False
[-60, 60] | 5:12 number-range | -60 mm; a side measures 5 mm or more | | False
[2001, 60] | 5:12 wrong-size | 2,001 mm; a side measures 2,000 mm at most | | False
[60mm, 60] | 5:12 wrong-type | a number is wanted here, not '60mm' | | False
["60", 60] | 5:12 wrong-type | a number is wanted here, not the quoted text '60' | | False
60x60 | 5:11 not-one-of | '60x60' is not a size by name | | False
[no size]
∅ ¦     size: ~\n ¦     size:\n | 4:5 missing-field | size is missing
[field]
{type: txt} | 8:20 not-one-of | 'txt' is none of text, string, whole, number, flag, choice, reference, address, list, record, one-of
{required: true} | 8:13 missing-field | type is missing
text | 8:13 wrong-type | a field such as {type: text, required: true} is wanted here, not 'text'
[text] | 8:13 wrong-type | a field such as {type: text, required: true} is wanted here, not a list
{type: text, requird: true} | 8:26 unknown-field | 'requird' is not a field here
{type: text, required: yes} | 8:36 wrong-type | true or false is wanted here, not 'yes'
{type: whole, default: x} | 8:36 wrong-type | a whole number is wanted here, not 'x'
{type: text, of: [a]} | 8:26 unknown-field | a field of type text has no 'of'
{type: choice} ¦ {type: choice, of: []} | 8:13 missing-field | a field of type choice needs 'of'
{type: choice, of: up} | 8:32 wrong-type | a list is wanted here, not 'up'
{type: choice, of: [up, [x]]} | 8:37 wrong-type | a single value is wanted here, not a list
{type: choice, of: [up], titles: {ip: high}} | 8:47 not-one-of | 'ip' is not among the words of this choice
{type: choice, of: [up], titles: [high]} | 8:46 wrong-type | a mapping is wanted here, not a list
{type: whole, titles: {up: high}} | 8:27 unknown-field | a field of type whole has no 'titles'
{type: record} ¦ {type: record, fields: {}} | 8:13 missing-field | a field of type record needs 'fields'
{type: record, fields: [a]} | 8:36 wrong-type | a mapping is wanted here, not a list
{type: record, fields: {a: {type: b}}} | 8:47 not-one-of
{type: one-of} | 8:13 missing-field | a field of type one-of needs 'keys'
{type: one-of, keys: {a: {type: b}}} | 8:45 not-one-of
{type: list, of: text} | 8:30 wrong-type | a field such as {type: text, required: true} is wanted here, not 'text'
{type: list, of: {type: b}} | 8:37 not-one-of
{type: reference} | 8:13 missing-field | a field of type reference needs 'to'
{type: reference, to: crads} | 8:35 unknown-reference | 'crads' is not a kind
{type: list, of: {type: reference, to: crads}} | 8:52 unknown-reference | 'crads' is not a kind
{type: whole, words: X} | 8:34 wrong-type | a list is wanted here, not 'X'
[own field]
id | 8:11 unknown-field | | | ('7', 2)
copies | 8:15 unknown-field | | | ('7', 2)
waive | 8:14 unknown-field | | | ('7', 2)
[any name]
self ¦ loop ¦ item ¦ none ¦ class ¦ __class__ ¦ a b ¦ é ¦ 1 | | | | [3, None]
[file]
../../etc/passwd ¦ /etc/passwd ¦ .. ¦ . ¦ a/b.yaml ¦ ..\\x.yaml ¦ c:x | 5:11 unknown-reference | | | g/cards.yaml
"" | | | | g/cards.yaml
[templates]
../../etc/passwd ¦ /etc/passwd ¦ .. ¦ . ¦ a/b.yaml ¦ ..\\x.yaml ¦ c:x | 1:12 unknown-reference | | | g
"" | | | | g
[languages]
[en, fr] | | | | en fr
[fr] | | | | fr
[] ¦ ~ | | | | en
en ¦ {en: fr} | 1:12 wrong-type | | | en
[en, FR] ¦ [en, ../../x] ¦ [en, [fr]] | 1:17 wrong-type | | | en
[en, fr, en] | 1:21 not-one-of | | | en fr
[group]
nme | 5:12 unknown-field | 'nme' is not a field | | None
id | 5:12 unknown-field | 'id' is not a field | | None
name | 5:12 wrong-type | name holds more than one word | | None
[items]
∅ ¦ []\n ¦ # nothing yet\n ¦ [{"id": "a", "title": "x"}] |
id: a\ntitle: x\n ¦ items:\n  - id: a\n ¦ hello\n | 1:1 wrong-type
- hello\n- [a]\n-\n- 3\n | 1:3 wrong-type, 2:3 wrong-type, 3:2 wrong-type, 4:3 wrong-type
- id: a\n  titel: x\n | 1:3 missing-field, 2:3 unknown-field
- id: a\n  title: # 1 fan\n | 1:3 missing-field | | write what title is; a text that starts with # needs quotes
- id: a\n  title: #1 fan\n | 2:10 yaml-syntax | | put the text in quotes, or write a space after the # of a comment
[id]
a | | | | a
a-1 | | | | a-1
007 | | | | 007
no | | | | no
null-card | | | | null-card
- | | | | -
"x" | | | | x
'1' | | | | 1
[other id]
Sweet Downpour! | 1:7 bad-id | | write sweet-downpour | True
a_b | 1:7 bad-id | | write a-b | True
é | 1:7 bad-id | | write e | True
bärlauch | 1:7 bad-id | | write barlauch | True
"?!" ¦ "" | 1:7 bad-id | | ∅ | True
../../x ¦ “x” | 1:7 bad-id | | write x | True
"a\\n" | 1:7 bad-id | | write a | True
LONGY | 1:7 bad-id | | write xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | True
[key]
titel ¦ Title ¦ TITLE | 3:3 unknown-field | | did you mean title?
copis | 3:3 unknown-field | 'copis' is not a field here | did you mean copies?
zzz ¦ << ¦ __class__ | 3:3 unknown-field | | known: title, id, copies, art, waive
[hash]
title: '#1 fan' ¦ title: a # fan ¦ title: a #1 fan ¦ title: |\n    fan: #1 |
[copies]
0 | | | | 0
1 ¦ ∅ ¦ ~ | | | | 1
+2 | | | | 2
999 | | | | 999
-1 ¦ 1000 ¦ 1000000 | 3:11 number-range | | | 1
2.5 ¦ "3x" ¦ 3x ¦ [2] ¦ {n: 2} ¦ yes ¦ "2" | 3:11 wrong-type | | | 1
[waive]
[some-rule] ¦ some-rule | 1:28 wrong-type
[scalar]
007 ¦ no ¦ on ¦ Yes ¦ 12:30 ¦ 1_000 ¦ 1.10 ¦ 2024-01-02 ¦ = ¦ 1e3 ¦ 0x1F ¦ 010 ¦ true ¦ .inf ¦ << ¦ - ¦ +1 ¦ Null ¦ NULL | | | | True
[title]
"" ¦ '' | | | | ‘’
"~" | | | | ‘~’
"null" | | | | ‘null’
[absent]
~ ¦ null ¦ ∅ | 1:3 missing-field | title is missing | | None broken
[whole]
12 | | | | 12
+3 ¦ 3 # three | | | | 3
-2 | | | | -2
0 ¦ +0 ¦ -0 | | | | 0
999999999999 | | | | 999999999999
"3" | 2:6 wrong-type | | write it without quotes: 3 | None broken
"three" | 2:6 wrong-type | | write a number | None broken
010 ¦ yes | 2:6 wrong-type | | write it as a plain decimal, such as 12, +3 or -2 | None broken
2.4 | 2:6 wrong-type | | round it to 2 | None broken
NO_NUMBERS | 2:6 wrong-type | | | None broken
[number]
-1.25 | | | | -1.25
010 ¦ yes ¦ "3" ¦ NO_NUMBERS | 2:6 wrong-type | | | None broken
[flag]
true | | | | True
false | | | | False
yes ¦ no ¦ True ¦ TRUE ¦ on ¦ 1 ¦ "true" ¦ [true] ¦ maybe | 1:14 wrong-type | | write true or false, without quotes | None broken
[text]
[a, b] | 1:14 wrong-type | a text, or one text per language, is wanted here, not a list
{en: a, de: b} | 1:22 unknown-field | 'de' is not a language of this game
{en: [a], fr: b} | 1:19 wrong-type | a text is wanted here, not a list
{en: {x: y}, fr: b} | 1:19 wrong-type | a text is wanted here, not a mapping
{} ¦ {en: ~, fr: ~} | 1:14 missing-field | no text in any language
{en: a} ¦ {en: a, fr: } | 1:14 missing-translation | no text in 'fr'
{fr: a} | 1:14 missing-translation | no text in 'en'
[one of]
coins: +2\n      dolls: 1 | 4:7 wrong-type | 'dolls' is next to 'coins'; only one of them is allowed
coin: +2 | 3:7 unknown-field | 'coin' is not known here
coins: | 3:7 missing-field | coins has no value
coins: x | 3:14 wrong-type | a whole number is wanted here, not 'x'
coins +2 | 3:7 wrong-type | one of coins, dolls with its value is wanted here, not 'coins +2'
{} | 3:7 wrong-type | one of coins, dolls with its value is wanted here, not a mapping
"""
NO_NUMBERS = (
    "0x1F ¦ 0o7 ¦ 1_000 ¦ 1:30 ¦ true ¦ '3' ¦ 1e3 ¦ .5 ¦ 5. ¦ --3 ¦ + ¦ + 3 ¦ 3x ¦ 1,5 ¦ −2 ¦ ٣ ¦ ３ ¦ 1/2 ¦ .inf ¦ .nan"
    " ¦ 1 000 ¦ 1\u00a0000 ¦ 1000000000000 ¦ [1] ¦ {a: 1} ¦ +-1"
)


def cases() -> Iterator[tuple[str, str, list[str]]]:
    """Each case of the rows: its section, what is written, the other columns."""
    section = ""
    for row in ROWS.strip("\n").replace("NO_NUMBERS", NO_NUMBERS).replace("LONG", "x" * 500).split("\n"):
        if row.strip("[]") in SECTIONS and " | " not in row:
            section = row.strip("[]")
            continue
        written, *columns = re.split(r" \|(?= |$)", row)
        for form in written.split(" ¦ "):
            plain = form.replace("∅", "").replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
            yield section, plain, [*map(str.strip, columns), *[""] * (4 - len(columns))]


@each("section, written, columns", cases)
def test_a_mistake_is_named_at_its_place_and_the_rest_is_read(
    tmp_path: Path, section: str, written: str, columns: list[str]
) -> None:
    files, (places, message, hint, value) = SECTIONS[section], columns
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "game.yaml").write_text(files.game.replace("@", written), encoding="utf-8")
    (folder / "cards.yaml").write_text(files.items.replace("@", written), encoding="utf-8")
    found = reading(folder)
    named = [f"{line}:{column} {rule}" for line, column, rule in found.places if files.line in (None, line)]
    assert ", ".join(named) == places
    assert not message or message in found.messages
    assert not message or files.line or found.messages == [message]
    assert not hint or found.hints == [hint.replace("∅", "")]
    assert found.hints[:1] != [""] or section not in ("whole", "number") or written in ("[1]", "{a: 1}")
    assert not value or str(files.value(found)) == value
