"""French: gender and number, elision, contraction, agreement.

A noun is written with its article, ``un ours``, ``une chouette``, or with ``des`` and its gender, ``des bonbons (m)``.
A word before which nothing is elided though it starts with a vowel or an h is marked with a star: ``un *hibou``. Of an
adjective the masculine is written; where the rules below would go wrong, the feminine after it, and then both plurals:
``rigolo, rigolote``; with ``~`` before it, it goes before the noun: ``~vieux``. Slots of a text, in which the adjective
finds its place by itself:

    {noun} {noun adj}     hibou, hibou affamé
    {le noun}             le hibou, l’épouvantail, la chouette, les bonbons
    {un noun}             un hibou, des bonbons, de vieux bonbons
    {du noun} {au noun}   du hibou, de l’épouvantail, des bonbons; au hibou, à la chouette
    {de noun}             de hibou, d’épouvantail
    {ce noun} {ton noun}  ce hibou, cet épouvantail; ton araignée (also mon, son)
    {=fâché} {il}         agree with the noun: fâchée, elle
    {mord|mordent}        for one, for many
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

from msgspec import Struct

VOWELS = "aeiouœæ"
INVARIABLE = re.compile(r"(?:à|au|aux|d’|de|du|des|en|sans|porte-|tout en)(?:\s|\b|$)")

# feminine forms that no ending foretells
FEMININES = {
    "beau": "belle", "nouveau": "nouvelle", "vieux": "vieille", "fou": "folle", "mou": "molle",
    "doux": "douce", "roux": "rousse", "faux": "fausse", "blanc": "blanche", "franc": "franche", "sec": "sèche",
    "frais": "fraîche", "long": "longue", "gentil": "gentille", "gros": "grosse", "gras": "grasse", "bas": "basse",
    "las": "lasse", "épais": "épaisse", "malin": "maligne", "favori": "favorite", "rigolo": "rigolote", "sot": "sotte",
    "pâlot": "pâlotte", "public": "publique", "grec": "grecque", "nul": "nulle", "complet": "complète",
    "secret": "secrète", "inquiet": "inquiète", "discret": "discrète", "enchanteur": "enchanteresse",
    "meilleur": "meilleure", "quel": "quelle", "ami": "amie",
}  # fmt: skip
# masculine forms before a vowel
LINKED = {"beau": "bel", "nouveau": "nouvel", "vieux": "vieil", "fou": "fol", "mou": "mol"}
ENDINGS = (
    ("eux", "euse"), ("oux", "ouse"), ("eur", "euse"), ("er", "ère"), ("f", "ve"), ("on", "onne"), ("en", "enne"),
    ("el", "elle"), ("eil", "eille"), ("et", "ette"), ("eau", "elle"), ("gu", "guë"),
)  # fmt: skip
PLURALS_IN_ALS = ("bancal", "fatal", "final", "natal", "naval")
DETERMINERS = {  # masculine, feminine, either before a vowel, plural; an apostrophe swallows the space
    "le": ("le", "la", "l’", "les"),
    "un": ("un", "une", None, "des"),
    "du": ("du", "de la", "de l’", "des"),
    "au": ("au", "à la", "à l’", "aux"),
    "de": ("de", "de", "d’", "de"),
    "ce": ("ce", "cette", "cet", "ces"),
    "mon": ("mon", "ma", "mon", "mes"),
    "ton": ("ton", "ta", "ton", "tes"),
    "son": ("son", "sa", "son", "ses"),
}
PRONOUNS = ("il", "elle", "ils", "elles")  # as the forms of an adjective


class FrenchNoun(Struct, frozen=True):
    """A noun with its gender and number; ``blocked``: nothing is elided before it."""

    word: str
    feminine: bool = False
    plural: bool = False
    blocked: bool = False

    def agreeing(self, forms: Sequence[str]) -> str:
        """Of the masculine, the feminine, and both for many, the form that agrees with the noun."""
        return forms[self.feminine + 2 * self.plural]


class FrenchAdjective(Struct, frozen=True):
    """An adjective with its forms, that before a vowel, and its place."""

    forms: tuple[str, str, str, str]
    linked: str
    first: bool = False  # stands before the noun
    blocked: bool = False


def noun(text: str) -> FrenchNoun:
    """A noun as it is written in a list of words.

    Raises:
        ValueError: its gender is not known.
    """
    match = re.fullmatch(r"(un|une|des) (\*?)(.+?)(?: \((m|f)\))?", text.strip())
    if match is None or (match[1] == "des") != (match[4] is not None):
        raise ValueError(f"{text!r} does not show its gender; write un, une, or des … (m), des … (f)")
    return FrenchNoun(match[3], match[1] == "une" or match[4] == "f", match[1] == "des", bool(match[2]))


def adjective(text: str) -> FrenchAdjective:
    """An adjective as it is written in a list of words: the masculine, and what the rules would get wrong."""
    first, blocked = "~" in text[:2], "*" in text[:2]
    forms = [form.strip() for form in text.strip().lstrip("~*").split(",")]
    if len(forms) < 2:
        forms.append(feminine(forms[0]))
    masculines = forms[2] if len(forms) > 2 else plural(forms[0])
    feminines = forms[3] if len(forms) > 3 else plural(forms[1])
    linked = LINKED.get(forms[0], forms[0])
    return FrenchAdjective((forms[0], forms[1], masculines, feminines), linked, first, blocked)


def feminine(word: str) -> str:
    """The feminine of an adjective."""
    if word in FEMININES:
        return FEMININES[word]
    if INVARIABLE.match(word) or word.endswith("e"):
        return word
    for ending, form in ENDINGS:
        if word.endswith(ending):
            return word[: -len(ending)] + form
    return word + "e"


def plural(word: str) -> str:
    """The plural of an adjective or noun."""
    if INVARIABLE.match(word) or word[-1] in "sxz":
        return word
    if word.endswith("eau"):
        return word + "x"
    return word[:-1] + "ux" if word.endswith("al") and word not in PLURALS_IN_ALS else word + "s"


def elides(word: str) -> bool:
    """Whether le, la and de lose their vowel before a word: it starts with a vowel, or an h taken to be mute."""
    letter = unicodedata.normalize("NFD", word[:1].lower())[:1]
    return letter == "h" or (letter != "" and letter in VOWELS)


def phrase(noun: FrenchNoun, adj: FrenchAdjective | None, determiner: str = "") -> str:
    """A noun with its adjective in its place, and what is before them.

    Args:
        noun: the noun.
        adj: what agrees with it, if anything.
        determiner: a key of DETERMINERS, or nothing.
    """
    smooth = elides(noun.word) and not noun.blocked
    words = noun.word
    if adj is not None and adj.first:
        linked = smooth and not noun.feminine and not noun.plural
        words = f"{adj.linked if linked else noun.agreeing(adj.forms)} {words}"
        smooth = elides(words) and not adj.blocked
    elif adj is not None:
        words = f"{words} {noun.agreeing(adj.forms)}"
    if not determiner:
        return words
    if noun.plural and determiner == "un" and adj is not None and adj.first:
        determiner = "de"  # de vieux bonbons
    masculine, feminine_form, linked_form, many = DETERMINERS[determiner]
    if determiner == "de":
        before = linked_form if smooth else masculine
    elif noun.plural:
        before = many
    elif smooth and linked_form and not (determiner == "ce" and noun.feminine):
        before = linked_form
    else:
        before = feminine_form if noun.feminine else masculine
    return f"{before}{words}" if str(before).endswith("’") else f"{before} {words}"


def slot(text: str) -> Callable[[FrenchNoun, FrenchAdjective], str]:
    """What stands in braces, as a function of a noun and an adjective.

    Raises:
        ValueError: it is not understood.
    """
    if text.startswith("="):
        forms = adjective(text[1:]).forms
        return lambda noun, adj: noun.agreeing(forms)  # noqa: ARG005
    if "|" in text:
        singular, _, many = text.partition("|")
        return lambda noun, adj: many if noun.plural else singular  # noqa: ARG005
    if text.lower() == "il":
        pronouns = [form.capitalize() if text[0].isupper() else form for form in PRONOUNS]
        return lambda noun, adj: noun.agreeing(pronouns)  # noqa: ARG005
    words = text.split()
    determiner = words.pop(0) if words and words[0] in DETERMINERS else ""
    if sorted(words) not in (["noun"], ["adj", "noun"]):
        examples = "{le noun adj}, {du noun}, {=fâché}, {il}, {mord|mordent}"
        raise ValueError(f"{{{text}}} is not understood; such are: {examples}")
    return lambda noun, adj: phrase(noun, adj if len(words) == 2 else None, determiner)
