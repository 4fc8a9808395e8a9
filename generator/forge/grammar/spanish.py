"""Spanish: gender and number, contraction, agreement, apocope.

A noun is written with its article, ``el topo``, ``la rana``, ``los topos``, ``las ranas``; a feminine that has *el* for
the sake of its sound with ``(f)``, ``el hada (f)`` (the common ones are known without). Without an article it stands
as it was written, and so does the adjective with it. Of an adjective the masculine is written; where the rules below
would go wrong, the feminine after it, and then both plurals; with ``~`` before it, it goes first: ``~grande``.
Slots of a text, in which the adjective finds its place by itself:

    {noun} {noun adj}      rana, rana hambrienta, gran rana
    {el noun}              el topo, la rana, el hada, los topos; but la gran hada
    {un noun}              un topo, un hada, unas ranas
    {del noun} {al noun}   del topo, de la rana, del hada; al topo
    {este noun} {mi noun}  esta rana; mis ranas (also tu, su, ese, nuestro)
    {adj} {=cansado} {él}  agree with the noun: hambrienta, cansada, ella
    {muerde|muerden}       for one, for many

Source: Real Academia Española, Nueva gramática básica de la lengua española (el before a stressed a; apocope; plurals).
"""

import re
import unicodedata
from collections.abc import Callable

from generator.forge.grammar import FourForms, GenderedNoun, asked_for, cased_like, four_forms

# feminine, yet after el and un: they start with a stressed a
WITH_EL = re.compile(
    r"(?:agua|águila|alma|ala|arma|arpa|ave|área|aula|hacha|hada|hambre|ancla|alga|ánfora|asa|asta|alba|haba|arca|ansia|ánima|aspa|aura)\b"
)
UNCHANGED = re.compile(r"(?:a|al|con|contra|de|del|en|para|por|sin|sobre) |gratis$|extra$")
SHORTENED = {
    "grande": "gran", "bueno": "buen", "malo": "mal", "primero": "primer", "tercero": "tercer", "alguno": "algún",
    "ninguno": "ningún", "uno": "un",
}  # fmt: skip
COMPARATIVES = re.compile(r"(?:mayor|menor|mejor|peor|erior)$")
FEMININES = {"español": "española", "andaluz": "andaluza"}
IN_BOTH = ("marrón", "cortés", "montés", "afín", "ruin", "común")
PLURALS = {"joven": "jóvenes", "gris": "grises", "origen": "orígenes"}
DETERMINERS = {  # masculine, feminine, and both for many
    "el": ("el", "la", "los", "las"),
    "un": ("un", "una", "unos", "unas"),
    "del": ("del", "de la", "de los", "de las"),
    "al": ("al", "a la", "a los", "a las"),
    "este": ("este", "esta", "estos", "estas"),
    "ese": ("ese", "esa", "esos", "esas"),
    "nuestro": ("nuestro", "nuestra", "nuestros", "nuestras"),
    "mi": ("mi", "mi", "mis", "mis"),
    "tu": ("tu", "tu", "tus", "tus"),
    "su": ("su", "su", "sus", "sus"),
}
BY_SOUND = ("el", "un", "del", "al")  # masculine right before a stressed a: del agua; but esta agua
PRONOUNS = FourForms(("él", "ella", "ellos", "ellas"))


class SpanishNoun(GenderedNoun, frozen=True):
    """A noun; ``stressed``: it starts with a stressed a; ``bare``: it had no article, so all is as it was written."""

    stressed: bool = False
    bare: bool = False


class SpanishAdjective(FourForms, frozen=True):
    """An adjective with its forms before a noun for one, and its place."""

    short: tuple[str, str]  # before a masculine, before a feminine
    first: bool = False  # stands before the noun


def noun(text: str) -> SpanishNoun:
    """A noun as it is written in a list of words.

    Raises:
        ValueError: what is around the word contradicts itself.
    """
    found = re.fullmatch(r"(el|la|los|las|un|una|unos|unas) ([^(]+?)(?: \((m|f)\))?", text.strip())
    if found is None:
        if "(" in text or re.fullmatch(r"el|la|los|las", text.strip()):
            raise ValueError(f"{text!r} is not understood; write el topo, la rana, las ranas, el hada (f)")
        return SpanishNoun(text.strip(), bare=True)
    article, word, told = found.groups()
    plural = article.endswith("s")
    feminine = article in ("la", "una", "las", "unas")
    if told and (told == "f") != feminine and article not in ("el", "un"):
        raise ValueError(f"{text!r} is of two genders; ({told}) does not go with {article}")
    by_sound = not plural and not feminine and (told == "f" or (told is None and bool(WITH_EL.match(word.lower()))))
    return SpanishNoun(word, feminine or by_sound, plural, by_sound)


def adjective(text: str) -> SpanishAdjective:
    """An adjective as it is written in a list of words: the masculine, and what the rules would get wrong."""
    forms = four_forms(text, feminine, plural)
    short = SHORTENED.get(forms[0], forms[0])
    shorts = (short, short if forms[0] == "grande" else forms[1])
    return SpanishAdjective(forms, shorts, text.strip().startswith("~"))


def feminine(word: str) -> str:
    """The feminine of an adjective."""
    if word in FEMININES:
        return FEMININES[word]
    if UNCHANGED.match(word) or word in IN_BOTH or COMPARATIVES.search(word):
        return word
    if word.endswith(("ote", "ete")):
        return word[:-1] + "a"  # grandote, regordete
    if word.endswith("o"):
        return word[:-1] + "a"
    if word.endswith("or") and not word.endswith("color"):
        return word + "a"
    return _unstressed(word) + "a" if re.search(r"(?:[áíó]n|és)$", word) else word


def plural(word: str) -> str:
    """The plural of an adjective."""
    if UNCHANGED.match(word):
        return word
    if word in PLURALS:
        return PLURALS[word]
    if word[-1:] in "aeiouáéó":
        return word + "s"
    if word.endswith("z"):
        return word[:-1] + "ces"
    if re.search(r"[áéíóú][ns]$", word):
        return _unstressed(word) + "es"
    return word if word[-1:] in "sx" else word + "es"


def phrase(noun: SpanishNoun, adj: SpanishAdjective | None, determiner: str = "") -> str:
    """A noun with its adjective in its place, and what is before them.

    Args:
        noun: the noun.
        adj: what agrees with it, if anything.
        determiner: a key of DETERMINERS, or nothing.

    Raises:
        ValueError: it has no gender, and must have.
    """
    if noun.bare and determiner:
        raise ValueError(f"{{{determiner} noun}} needs a gender; write el, la, los or las before {noun.word}")
    first = adj is not None and adj.first
    words = noun.word
    if adj is not None and first:
        how = adj.agreeing(noun) if noun.plural or noun.bare else adj.short[noun.feminine]
        words = f"{how} {words}"
    elif adj is not None:
        words = f"{words} {adj.agreeing(noun)}"
    if not determiner:
        return words
    forms = FourForms(DETERMINERS[determiner])
    by_sound = noun.stressed and not first and determiner in BY_SOUND
    return f"{forms.forms[0] if by_sound else forms.agreeing(noun)} {words}"


def slot(text: str) -> Callable[[SpanishNoun, SpanishAdjective], str]:
    """What stands in braces, as a function of a noun and an adjective.

    Raises:
        ValueError: it is not understood.
    """
    if text.startswith("="):
        agreeing = adjective(text[1:])
        return lambda noun, adj: agreeing.agreeing(_gendered(noun, text))  # noqa: ARG005
    if "|" in text:
        one, _, many = text.partition("|")
        return lambda noun, adj: many if noun.plural else one  # noqa: ARG005
    if text == "adj":
        return lambda noun, adj: adj.agreeing(noun)
    if text in ("él", "Él"):
        return lambda noun, adj: cased_like(PRONOUNS.agreeing(_gendered(noun, text)), text)  # noqa: ARG005
    known = "{el noun adj}, {del noun}, {adj}, {=cansado}, {él}, {muerde|muerden}"
    determiner, with_adjective = asked_for(text, DETERMINERS, known)
    return lambda noun, adj: phrase(noun, adj if with_adjective else None, determiner)


def _gendered(noun: SpanishNoun, text: str) -> SpanishNoun:
    if noun.bare:
        raise ValueError(f"{{{text}}} needs a gender; write el, la, los or las before {noun.word}")
    return noun


def _unstressed(word: str) -> str:
    """A word without the accent on its last syllable: marrón, marron-es."""
    bare = unicodedata.normalize("NFD", word[-2])[0]
    return word[:-2] + bare + word[-1]
