"""Phrases by language: those that the tool prints of its own accord, and those of a game's faces.

The tool's are in ``templates/common/words/LANG.yaml``, one file per language: what ships with the tool first, then the
project's own, which may override a phrase or bring a language. A game's are in ``templates/GAME/words.yaml``
(and those of all games of a project in ``templates/common/words.yaml``), with all languages of a phrase in one place.

A phrase that goes with a number has a form for each sort of number that its language tells apart: see `plurals`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace as replaced

from generator.core.problem import Problem
from generator.model.budget import MAX_SIZE, TooCostlyError
from generator.model.fields import ReadContext, TextField
from generator.model.numerals import shown as printed
from generator.model.values import TAG, LocalizedText, ProblemLog, nearest, wider_tags
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar
from generator.read.tree import Sequence as SequenceNode

SORTS = ("zero", "one", "two", "few", "many")  # `other` is what none of their rules holds for
RELATION = re.compile(
    r"([nivwftce])(?: % ([1-9]\d{0,6}))? (!?=) (\d{1,7}(?:\.\.\d{1,7})?(?:,\d{1,7}(?:\.\.\d{1,7})?)*)"
)
LONGEST = 300  # characters of a rule; CLDR's longest has half of that

Sorting = dict[str, str]  # sort -> rule

USUAL: Sorting = {"one": "n = 1"}  # of languages that nobody told anything of


def read_rule(text: str) -> tuple[tuple[tuple[str, int, bool, tuple[range, ...]], ...], ...]:
    """A rule as alternatives of relations that hold together: operand, what it is divided by, whether it is in ranges.

    Raises:
        ValueError: it is not a rule.
    """
    if len(text) > LONGEST:
        raise ValueError(f"longer than {LONGEST} characters")
    return tuple(tuple(_relation(part.strip()) for part in either.split(" and ")) for either in text.split(" or "))


def _relation(text: str) -> tuple[str, int, bool, tuple[range, ...]]:
    match = RELATION.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not understood; such are: n = 1, i % 10 = 2..4, n % 100 != 11,12")
    ends = [part.partition("..") for part in match[4].split(",")]
    ranges = tuple(range(int(low), int(high or low) + 1) for low, _, high in ends)
    return match[1], int(match[2] or 0), match[3] == "=", ranges


@lru_cache(maxsize=256)
def _holds(text: str, number: int) -> bool:
    def holds(operand: str, divisor: int, positive: bool, ranges: tuple[range, ...]) -> bool:  # noqa: FBT001
        value = number if operand in "ni" else 0
        return any((value % divisor if divisor else value) in within for within in ranges) is positive

    return any(all(holds(*relation) for relation in either) for either in read_rule(text))


def sort_of(number: int, sorting: Sorting) -> str:
    """The sort of a whole number: the first whose rule holds, else ``other``."""
    return next((sort for sort, text in sorting.items() if _holds(text, abs(number))), "other")


FOLDER = "words"  # in templates/common
FIRST = "en"  # the language of the tool itself: its file has every phrase, and those of others are held to it
OTHER = "other"  # the sort of numbers that every phrase has a form for
PLURALS = "plurals"  # a language's own sorts of numbers, in its file; those of many languages, as the name of a file
BRACES = re.compile(r"\{([a-z]+)\}")
SORTED = re.compile(rf"(.+)-({'|'.join(SORTS)})")  # the name of a form of a phrase


class Phrases(Struct):
    """Phrases by name. The form for a sort of number is named ``NAME-SORT``, that for all others ``NAME``."""

    texts: dict[str, LocalizedText] = {}
    own: tuple[str, ...] = ()  # those that the tool prints of its own accord
    files: dict[str, str] = {}  # by language: the project's own file of the tool's phrases
    sortings: dict[str, Sorting] = {}  # by language

    def add(self, name: str, text: LocalizedText) -> None:
        """Take a phrase; where there is one of this name, it is said otherwise in the languages of ``text``."""
        old = self.texts[name].translations if name in self.texts and "" not in text.translations else {}
        new = text.translations
        self.texts[name] = LocalizedText({key: old[key] for key in old if key and key not in new} | new)

    def word(self, name: str, language: str, fallback: str, number: int | None = None) -> str:
        """A phrase in a language, or in ``fallback`` where it has none; ``{n}`` in it becomes ``number``.

        Raises:
            KeyError: there is no such phrase.
        """
        text = self.texts[name].in_language(language, fallback)
        if number is None:
            return text
        form = self.texts.get(f"{name}-{self.sort(language, number)}")
        if form is not None and (language in form.translations or "" in form.translations or number == 1):
            special = form.in_language(language, fallback)
            several = number != 1 and self.sort(language, number) == "one"
            if not several or "{n}" in special or "{n}" not in text:  # French counts 0 as one, but “a mask” says 1
                text = special
        numeral = printed(number, language)
        if text.count("{n}") * len(numeral) > MAX_SIZE:  # templates hand on whatever they have
            raise TooCostlyError(f"a text is longer than {MAX_SIZE} characters")
        return text.replace("{n}", numeral)

    def nearest(self, name: str) -> str:
        """A hint naming the game's phrase that is meant, or those there are."""
        return nearest(name, (own for own in self.texts if own not in self.own and not SORTED.fullmatch(own)))

    def say(self, name: str, language: str, fallback: str, number: int | None = None, **values: object) -> str:
        """A phrase of the tool's with ``values`` in place of the names in its braces; as `word` otherwise."""
        text = self.word(name, language, fallback, number)
        return BRACES.sub(lambda match: str(values.get(match[1], match[0])), text)

    def sort(self, language: str, number: object) -> str:
        """The sort of a number in a language; what is not a whole number is of the sort ``other``."""
        return sort_of(number, self.sorts(language)) if isinstance(number, int) else OTHER

    def sorts(self, language: str) -> Sorting:
        """The sorts of numbers that a language tells apart, and the rule for each."""
        sortings = [self.sortings[tag] for tag in reversed(wider_tags(language)) if tag in self.sortings]
        return sortings[0] if sortings else USUAL

    def missing(self, language: str) -> list[str]:
        """The phrases of the tool's own that a language does not have."""
        return [name for name in self.own if not {"", language} & self.texts[name].translations.keys()]


def read_phrases(places: Iterable[tuple[Path, str]], languages: Sequence[str]) -> tuple[Phrases, list[Problem]]:
    """Read the tool's own phrases.

    Args:
        places: folders ``templates/common`` with their names in messages: the tool's, then the project's.
        languages: those that are wanted; the tool's own comes to them, for what another one lacks.
    """
    phrases, problems = Phrases(), list[Problem]()
    forms: dict[str, LocalizedText] = {}  # the tool's own phrases, as the first language has them
    for number, (common, label) in enumerate(places):
        folder, name = common / FOLDER, f"{label}/{FOLDER}"
        if not folder.is_dir():
            continue
        problems += _read_plurals(phrases, folder, f"{name}/{PLURALS}.yaml")
        for language in dict.fromkeys((FIRST, *languages)):
            for tag in wider_tags(language):
                path, file = folder / f"{tag}.yaml", f"{name}/{tag}.yaml"
                if not path.is_file():
                    continue
                texts, file_problems = _read_language(phrases, path, file, language, forms)
                problems += file_problems
                for phrase, text in texts.items():
                    phrases.add(phrase, text)
                if number:
                    phrases.files[language] = file
        if not forms:
            forms = dict(phrases.texts)
            phrases.own = tuple(name for name in forms if not SORTED.fullmatch(name))
    return phrases, list(dict.fromkeys(problems))


def _read_language(
    phrases: Phrases, path: Path, file: str, language: str, first_texts: dict[str, LocalizedText]
) -> tuple[dict[str, LocalizedText], list[Problem]]:
    """The phrases of one file of one language by name, forms for sorts of numbers apart."""
    root, problems = read_file(path, file)
    report = ProblemLog(file, problems)
    root = report.rooted(root, Mapping, "a mapping of names to phrases")
    if root is None:
        return {}, problems
    texts: dict[str, LocalizedText] = {}
    for name, node in root.values.items():
        if name == PLURALS:
            phrases.sortings[language] = _read_sorting(node, report)
        elif first_texts and name not in first_texts:
            message, hint = f"the tool prints no phrase {name!r}", nearest(name, first_texts)
            report.add(root.keys[name], "unknown-field", message, f"{hint}; those of games are in words.yaml")
        else:
            _see_that_forms_are_asked_for(phrases, name, node, language, report, first_texts)
            for form, text, place in _forms(name, node, report):
                if first_texts:
                    _check_braces(text, first_texts[name], place, report)
                texts[form] = LocalizedText({language: text})
    return texts, problems


def _forms(name: str, node: Node, report: ProblemLog) -> Iterator[tuple[str, str, Node]]:
    """The forms of a phrase by name, with their places; nothing for one that is absent."""
    if isinstance(node, Scalar):
        if not node.absent:
            yield name, node.text.removesuffix("\n"), node
        return
    if not isinstance(node, Mapping):
        report.add(node, "wrong-type", "a phrase is wanted here, or one for each plural form")
        return
    if OTHER not in node.values:
        report.add(node, "missing-field", f"{OTHER} is missing: the form for all other numbers")
        return
    for sort, value in node.values.items():
        if sort != OTHER and sort not in SORTS:
            hint = "known: " + ", ".join((*SORTS, OTHER))
            report.add(node.keys[sort], "unknown-field", f"{sort!r} is not a plural form", hint)
        elif not isinstance(value, Scalar):
            report.add(value, "wrong-type", "a phrase is wanted here")
        elif not value.absent:
            yield (name if sort == OTHER else f"{name}-{sort}"), value.text.removesuffix("\n"), value


def _see_that_forms_are_asked_for(
    phrases: Phrases, name: str, node: Node, language: str, report: ProblemLog, first_texts: dict[str, LocalizedText]
) -> None:
    """Report forms for sorts of numbers that nobody would ever see."""
    if not isinstance(node, Mapping) or not first_texts:
        return
    if "{n}" not in str(first_texts[name]) and f"{name}-one" not in first_texts:
        report.add(node, "unknown-field", f"{name} goes with no number", "write it once, without forms")
        return
    for sort in node.values.keys() & {*SORTS} - {*phrases.sorts(language)}:
        report.add(node.keys[sort], "unknown-field", *_no_such_sort(phrases, sort, language), "warning")


def _no_such_sort(phrases: Phrases, sort: str, language: str) -> tuple[str, str]:
    forms = ", ".join((*phrases.sorts(language), OTHER))
    return (
        f"{sort!r} is not a plural form of {language!r}",
        f"its plural forms: {forms}; or give others under {PLURALS}",
    )


def _check_braces(text: str, first: LocalizedText, node: Node, report: ProblemLog) -> None:
    """Hold what a phrase has in braces to what the tool puts in; a form for a sort of number may do without ``{n}``."""
    slots, there = set(BRACES.findall(str(first))), set(BRACES.findall(text))
    for name in sorted(there - slots):
        hint = "known: " + ", ".join(f"{{{slot}}}" for slot in sorted(slots)) if slots else "nothing is put in here"
        report.add(node, "unknown-reference", f"nothing is filled in for {{{name}}} in this phrase", hint)
    for name in sorted(slots - there - {"n"}):
        report.add(node, "missing-field", f"{{{name}}} is missing in this phrase", f"English: {first}")


def _read_sorting(node: Node, report: ProblemLog) -> Sorting:
    """The sorts of numbers of a language, and the rule for each."""
    if not isinstance(node, Mapping):
        report.add(node, "wrong-type", "a mapping of plural forms to rules is wanted here", 'such as {one: "n = 1"}')
        return USUAL
    rules = {}
    for sort, rule in node.values.items():
        if sort not in SORTS or not isinstance(rule, Scalar):
            report.add(node.keys[sort], "unknown-field", f"{sort!r} is not a plural form", "known: " + ", ".join(SORTS))
            continue
        try:
            read_rule(rule.text)
        except ValueError as error:
            report.add(rule, "rule-syntax", str(error))
        else:
            rules[sort] = rule.text
    return {sort: rules[sort] for sort in SORTS if sort in rules}


def _read_plurals(phrases: Phrases, folder: Path, file: str) -> list[Problem]:
    """Take the sorts of numbers of many languages, from a list of ``languages`` and their ``sorts``."""
    path = folder / f"{PLURALS}.yaml"
    if not path.is_file():
        return []
    root, problems = read_file(path, file)
    report = ProblemLog(file, problems)
    for row in root.items if isinstance(root, SequenceNode) else []:
        tags, sorts = (
            (row.values.get(key) for key in ("languages", "sorts")) if isinstance(row, Mapping) else (None, None)
        )
        if not isinstance(tags, SequenceNode) or sorts is None:
            report.add(row, "wrong-type", "languages and their plural forms are wanted here")
            continue
        sorting = _read_sorting(sorts, report)
        for tag in tags.items:
            if isinstance(tag, Scalar) and TAG.fullmatch(tag.text):
                phrases.sortings[tag.text] = sorting
            else:
                report.add(tag, "wrong-type", "this is not a language", "such as en or pt-BR")
    return problems


def read_words(phrases: Phrases, path: Path, file: str, languages: Sequence[str] | None) -> list[Problem]:
    """Take the phrases of a ``words.yaml``; ``languages``: those that it is held to, or any if None."""
    if not path.exists():
        return []
    root, problems = read_file(path, file)
    report = ProblemLog(file, problems)
    root = report.rooted(root, Mapping, "a mapping of names to phrases")
    context = ReadContext(report, tuple(languages or ()), any_language=languages is None)
    for name, node in root.values.items() if root is not None else ():
        match = SORTED.fullmatch(name)
        # Not every language has numbers of every sort, nor a form of its own for those it has.
        form = match is not None and isinstance(root, Mapping) and match[1] in root.values
        sort = match[2] if match and form else ""
        loose = sort not in ("", "one") or (sort and any(sort not in phrases.sorts(tag) for tag in context.languages))
        text = TextField().read(node, replaced(context, any_language=True) if loose else context)
        if text is None:
            continue
        phrases.add(name, text)
        for tag in text.translations.keys() - {""} if sort not in ("", "one") else ():
            if sort not in phrases.sorts(tag):
                place = node.keys[tag] if isinstance(node, Mapping) else node
                report.add(place, "unknown-field", *_no_such_sort(phrases, sort, tag))
    return problems
