"""German: gender, the four cases, the endings of adjectives.

A noun is written with its article, ``die Hexe``, and ``(pl)`` behind it where it stands for many, ``die Kekse (pl)``.
Where the rules below would get its genitive wrong, that follows, as in a dictionary: ``der Zar, Zaren``. Without an
article it stands as it was written, and so does the adjective with it. Of an adjective the bare form is written, and
behind it, where it changes, what the endings are put to: ``makaber, makabr``; one that starts with a preposition, ``aus
Zucker``, goes behind the noun. An article in a slot is that of a masculine noun, and tells the case:

    {noun} {adj noun}           Kobold, hungriger Kobold
    {der noun} {des noun}       der Kobold, die Hexe; des Kobolds, der Hexe
    {dem noun} {den noun}       dem Kobold, der Hexe; den Kobold, die Hexe
    {ein adj noun}              ein hungriger Kobold, eine hungrige Hexe, hungrige Kekse
    {zum noun} {vom noun}       zum Kobold, zur Hexe, zu den Keksen (also beim, im, am, ins, ans)
    {dieser noun} {mein noun}   diese Hexe; meine Hexe (also dein, sein, ihr, unser, kein; with endings)
    {er} {ihn} {ihm} {seinen}   what stands for the noun: sie, sie, ihr; ihren
    {adj}                       hungrig, as it follows a verb
    {beißt|beißen}              for one, for many

Source: the tables of declension in Duden, Die Grammatik (strong, weak, mixed; articles; cases of nouns).
"""

import re
from collections.abc import Callable

from msgspec import Struct

from generator.forge.grammar import asked_for, cased_like

Declension = dict[str, tuple[str, ...]]  # by case, in the order of ORDER

GENDERS = {"der": "m", "die": "f", "das": "n"}
ORDER = "mfnp"  # how the tables run; p is for many, of any gender
CASES = ("nominative", "accusative", "dative", "genitive")
STRONG: Declension = {
    "nominative": ("er", "e", "es", "e"), "accusative": ("en", "e", "es", "e"),
    "dative": ("em", "er", "em", "en"), "genitive": ("es", "er", "es", "er"),
}  # fmt: skip
WEAK: Declension = {
    "nominative": ("e", "e", "e", "en"), "accusative": ("en", "e", "e", "en"),
    "dative": ("en",) * 4, "genitive": ("en",) * 4,
}  # fmt: skip
DER: Declension = {
    "nominative": ("der", "die", "das", "die"), "accusative": ("den", "die", "das", "die"),
    "dative": ("dem", "der", "dem", "den"), "genitive": ("des", "der", "des", "der"),
}  # fmt: skip
LIKE_EIN = ("ein", "kein", "mein", "dein", "sein", "ihr", "unser")
ENDING_OF = {"er": "nominative", "en": "accusative", "em": "dative", "es": "genitive"}  # of a masculine word
# a preposition with the article that melts into it, and for which genders
MELTED = {
    "zum": ("zu", "dative", {"m": "zum", "f": "zur", "n": "zum"}),
    "vom": ("von", "dative", {"m": "vom", "n": "vom"}),
    "beim": ("bei", "dative", {"m": "beim", "n": "beim"}),
    "im": ("in", "dative", {"m": "im", "n": "im"}),
    "am": ("an", "dative", {"m": "am", "n": "am"}),
    "ins": ("in", "accusative", {"n": "ins"}),
    "ans": ("an", "accusative", {"n": "ans"}),
}
PRONOUNS = {"er": ("er", "sie", "es", "sie"), "ihn": ("ihn", "sie", "es", "sie"), "ihm": ("ihm", "ihr", "ihm", "ihnen")}
OWNER = re.compile(r"([Ss])ein(e[nmrs]?)?")

BEHIND = re.compile(r"(?:aus|mit|ohne|von|vom|zum|zur|im|in|am|an|auf|für|unter|über|vor|bei|beim|nach) ")
UNCHANGED = ("rosa", "lila", "orange", "beige", "prima", "super", "extra", "klasse", "spitze")
STEMS = {"hoch": "hoh", "makaber": "makabr", "integer": "integr", "parallel": "parallel", "fidel": "fidel"}

# masculines that end in -n in all cases but the first: those in -e, and these, whatever stands before them
WEAK_IN_EN = re.compile(
    r"(?:bär|mensch|held|narr|prinz|graf|fürst|hirt|fink|ochs|spatz|zar|christ|elefant|diamant|musikant|pirat|soldat|"
    r"kamerad|planet|komet|prophet|poet|bandit|satellit|pilot|astronaut|präsident|student|[^emw]ist|imist|chemist|"
    r"automat|idiot|despot|patient|agent|elf)$",
    re.I,
)
WEAK_IN_N = re.compile(r"(?:[^eiu]e|herr|bauer|nachbar)(?<!käse)(?<!code)(?<!charme)(?<!service)$", re.I)
IN_NS = re.compile(r"(?:name|gedanke|funke|wille|glaube|friede|buchstabe|\bsame)$", re.I)
IN_SES = re.compile(r"(?:nis|[^ea]is|(?<!glo)bus)$", re.I)  # Kürbis, Bus
FOREIGN = re.compile(r"(?:(?<![aä])us|[ao]s)(?<!gras)(?<!glas)(?<!gas)(?<!moos)(?<!los)$", re.I)  # Kaktus, Kosmos
IN_ES = re.compile(
    r"(?:[ßxzs]|sch|st|hund|kind|pferd|mond|freund|wald|feld|bild|kleid|gold|geld|land|mund|wind|gott|tod)$", re.I
)


class GermanNoun(Struct, frozen=True):
    """A noun with its gender (m, f, n; p for many; nothing where it has no article) and its forms by case."""

    word: str
    gender: str = ""
    dative: str = ""
    accusative: str = ""
    genitive: str = ""

    @property
    def plural(self) -> bool:
        """Whether it stands for many."""
        return self.gender == "p"

    @property
    def bare(self) -> bool:
        """Whether it stands as written, with nothing known of it."""
        return not self.gender

    def form(self, case: str) -> str:
        """The noun in a case."""
        return self.word if case == "nominative" else str(getattr(self, case))


class GermanAdjective(Struct, frozen=True):
    """An adjective as written, what endings are put to (nothing where it takes none), and its place."""

    word: str
    stem: str | None
    behind: bool = False


def noun(text: str) -> GermanNoun:
    """A noun as it is written in a list of words.

    Raises:
        ValueError: what is around the word contradicts itself.
    """
    found = re.fullmatch(r"(der|die|das) ([^,(]+?)( \(pl\))?(?:, ?(.+))?", text.strip())
    if found is None:
        if re.match(r"(?:der|die|das)\b|.*\(", text.strip()):
            raise ValueError(f"{text!r} is not understood; write der Kobold, die Hexe, die Kekse (pl), der Zar, Zaren")
        return GermanNoun(text.strip())
    article, word, many, told = found.groups()
    if many and article != "die":
        raise ValueError(f"{text!r} is one and many at once; write die before a noun for many")
    before, head, behind = _parts(word)
    forms = _forms(head, "p" if many else GENDERS[article], _parts(told)[1] if told else "")
    return GermanNoun(word, "p" if many else GENDERS[article], *(before + form + behind for form in forms))


def adjective(text: str) -> GermanAdjective:
    """An adjective as it is written in a list of words."""
    word, _, told = (part.strip() for part in text.partition(","))
    if BEHIND.match(word):
        return GermanAdjective(word, None, behind=True)
    return GermanAdjective(word, told or stem(word))


def stem(word: str) -> str | None:
    """What the endings of an adjective are put to; nothing where it takes none (rosa, Berliner)."""
    last = word.split()[-1] if word else ""
    if last in UNCHANGED or last.endswith("a") or (last[:1].isupper() and last.endswith("er")):
        return None
    if last in STEMS:
        return word[: -len(last)] + STEMS[last]
    if re.search(r"[^el]el$|[ae]uer$", word):  # dunkel: dunkle; teuer: teure
        return word[:-2] + word[-1]
    return word.removesuffix("e")  # leise: leise, leiser


def phrase(noun: GermanNoun, adj: GermanAdjective | None, determiner: str = "") -> str:
    """A noun in its case with its adjective, and what is before them.

    Args:
        noun: the noun.
        adj: what agrees with it, if anything.
        determiner: a key of DETERMINERS, or nothing.

    Raises:
        ValueError: it has no gender, and must have.
    """
    before, case, endings = DETERMINERS[determiner]
    if noun.bare and determiner:
        raise ValueError(f"{{{determiner} noun}} needs a gender; write der, die or das before {noun.word}")
    if noun.bare:
        return f"{adj.word} {noun.word}" if adj else noun.word
    place = ORDER.index(noun.gender)
    words = [before[place], noun.form(case)]
    if adj is not None and adj.behind:
        words.append(adj.word)
    elif adj is not None:
        table = STRONG if not before[place] else endings
        words.insert(1, adj.word if adj.stem is None else adj.stem + _ending(table, case, noun.gender, before[place]))
    return " ".join(word for word in words if word)


def slot(text: str) -> Callable[[GermanNoun, GermanAdjective], str]:
    """What stands in braces, as a function of a noun and an adjective.

    Raises:
        ValueError: it is not understood.
    """
    if "|" in text:
        one, _, many = text.partition("|")
        return lambda noun, adj: many if noun.plural else one  # noqa: ARG005
    if text == "adj":
        return lambda noun, adj: adj.word  # noqa: ARG005
    owner = OWNER.fullmatch(text)
    if text.lower() in PRONOUNS or owner:
        return lambda noun, adj: _for(noun, text)  # noqa: ARG005
    known = "{der noun}, {ein adj noun}, {zum noun}, {adj}, {er}, {beißt|beißen}"
    determiner, with_adjective = asked_for(text, DETERMINERS, known)
    return lambda noun, adj: phrase(noun, adj if with_adjective else None, determiner)


def _for(noun: GermanNoun, text: str) -> str:
    """What stands for a noun: er, ihn, ihm; sein, which tells whose something is."""
    if noun.bare:
        raise ValueError(f"{{{text}}} needs a gender; write der, die or das before {noun.word}")
    if text.lower() in PRONOUNS:
        word = PRONOUNS[text.lower()][ORDER.index(noun.gender)]
    else:
        word = text.lower() if noun.gender in "mn" else "ihr" + text[4:]
    return cased_like(word, text)


def _ending(table: dict[str, tuple[str, ...]], case: str, gender: str, before: str) -> str:
    if not before and case == "genitive" and gender in "mn":
        return "en"  # alten Weines
    return table[case][ORDER.index(gender)]


def _determiners() -> dict[str, tuple[tuple[str, ...], str, Declension]]:
    """By its masculine form: the four forms of a determiner, its case, and the endings of adjectives after it."""
    found: dict[str, tuple[tuple[str, ...], str, Declension]] = {"": (("",) * 4, "nominative", STRONG)}
    for case in CASES:
        found[DER[case][0]] = DER[case], case, WEAK
    for ending, case in ENDING_OF.items():
        found["dies" + ending] = tuple("dies" + form for form in STRONG[case]), case, WEAK
        # where these have no ending, the adjective has it: ein alter Bär, but einen alten Bären
        short = {"nominative": "mn", "accusative": "n"}.get(case, "")
        ends = ["" if gender in short else form for gender, form in zip(ORDER, STRONG[case], strict=True)]
        after = tuple(WEAK[case][n] if end else STRONG[case][n] for n, end in enumerate(ends))
        for word in LIKE_EIN:
            forms = [word + end for end in ends]
            many = "" if word == "ein" else forms[3]
            found[forms[0]] = (*forms[:3], many), case, {case: after}
    for melted, (preposition, case, short_forms) in MELTED.items():
        forms = [f"{preposition} {article}" for article in DER[case]]
        found[melted] = tuple(short_forms.get(*pair) for pair in zip(ORDER, forms, strict=True)), case, WEAK
    return found


def _parts(words: str) -> tuple[str, str, str]:
    """What declines in a noun of several words, the first with a capital, and what is around: Herr der Ringe."""
    parts = re.split("( )", words)
    head = next((number for number, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    return "".join(parts[:head]), parts[head], "".join(parts[head + 1 :])


def _forms(word: str, gender: str, told: str) -> tuple[str, str, str]:
    """The dative, accusative and genitive of a noun, with its genitive if that is told."""
    if gender == "p":
        return word + "n" if word.endswith(("e", "el", "er")) else word, word, told or word
    if gender == "f":
        return word, word, told or word
    genitive = told or (_weak(word) if gender == "m" else "") or _strong(word)
    if genitive.endswith("ns") and not word.endswith("n"):  # des Namens, dem Namen; des Herzens, dem Herzen
        dative = genitive[:-1]
    else:
        dative = genitive if genitive.endswith("n") else word
    return dative, dative if gender == "m" else word, genitive


def _weak(word: str) -> str:
    """The genitive of a masculine that has -n in all cases but the first; nothing where it is none."""
    if IN_NS.search(word):
        return word + "ns"
    if WEAK_IN_EN.search(word):
        return word + "en"
    return word + "n" if WEAK_IN_N.search(word) else ""


def _strong(word: str) -> str:
    """The genitive of any other masculine or neuter."""
    if IN_SES.search(word):
        return word + "ses"
    if word.lower().endswith("herz"):
        return word + "ens"
    return word if FOREIGN.search(word) else word + ("es" if IN_ES.search(word) else "s")


DETERMINERS = _determiners()
