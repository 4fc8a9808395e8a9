"""German: gender, case and the endings of adjectives, against tables made by hand."""

from itertools import product

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.forge.grammar import grammar
from generator.forge.grammar.german import DETERMINERS, adjective, noun, slot, stem

PHRASES = [
    # the article tells gender and case
    ("der noun", "der Kobold", "", "der Kobold"),
    ("der noun", "die Hexe", "", "die Hexe"),
    ("der noun", "das Gespenst", "", "das Gespenst"),
    ("der noun", "die Kekse (pl)", "", "die Kekse"),
    ("den noun", "der Kobold", "", "den Kobold"),
    ("den noun", "die Hexe", "", "die Hexe"),
    ("den noun", "das Gespenst", "", "das Gespenst"),
    ("dem noun", "der Kobold", "", "dem Kobold"),
    ("dem noun", "die Hexe", "", "der Hexe"),
    ("dem noun", "die Kekse (pl)", "", "den Keksen"),
    ("dem noun", "die Bonbons (pl)", "", "den Bonbons"),
    ("dem noun", "die Hexen (pl)", "", "den Hexen"),
    ("dem noun", "die Eier (pl)", "", "den Eiern"),
    ("des noun", "der Kobold", "", "des Kobolds"),
    ("des noun", "die Hexe", "", "der Hexe"),
    ("des noun", "das Gespenst", "", "des Gespenstes"),
    ("des noun", "die Kekse (pl)", "", "der Kekse"),
    ("ein noun", "der Kobold", "", "ein Kobold"),
    ("ein noun", "die Hexe", "", "eine Hexe"),
    ("ein noun", "die Kekse (pl)", "", "Kekse"),
    ("einem noun", "die Hexe", "", "einer Hexe"),
    ("eines noun", "das Gespenst", "", "eines Gespenstes"),
    # weak nouns
    ("den noun", "der Bär", "", "den Bären"),
    ("dem noun", "der Hase", "", "dem Hasen"),
    ("des noun", "der Drache", "", "des Drachen"),
    ("dem noun", "der Name", "", "dem Namen"),
    ("den noun", "das Herz", "", "das Herz"),
    ("dem noun", "das Herz", "", "dem Herzen"),
    ("zum noun", "der Zaun, Zaunes", "", "zum Zaun"),
    ("den noun", "der Vetter, Vettern", "", "den Vettern"),
    # several words, compounds
    ("des noun", "das Haus am See", "", "des Hauses am See"),
    ("dem noun", "der Herr der Ringe", "", "dem Herrn der Ringe"),
    ("dem noun", "die Ritter der Nacht (pl)", "", "den Rittern der Nacht"),
    ("des noun", "das Riesen-Ei", "", "des Riesen-Eis"),
    # prepositions
    ("zum noun", "der Kobold", "", "zum Kobold"),
    ("zum noun", "die Hexe", "", "zur Hexe"),
    ("zum noun", "die Kekse (pl)", "", "zu den Keksen"),
    ("vom noun", "die Hexe", "", "von der Hexe"),
    ("vom noun", "das Gespenst", "", "vom Gespenst"),
    ("beim noun", "die Kekse (pl)", "", "bei den Keksen"),
    ("im noun", "das Haus", "", "im Haus"),
    ("am noun", "die Uhr", "", "an der Uhr"),
    ("ins noun", "das Haus", "", "ins Haus"),
    ("ins noun", "der Wald", "", "in den Wald"),
    ("ans noun", "die Uhr", "", "an die Uhr"),
    # adjectives: strong, weak, mixed
    ("adj noun", "der Kobold", "hungrig", "hungriger Kobold"),
    ("adj noun", "die Hexe", "hungrig", "hungrige Hexe"),
    ("adj noun", "das Gespenst", "hungrig", "hungriges Gespenst"),
    ("adj noun", "die Kekse (pl)", "hungrig", "hungrige Kekse"),
    ("der adj noun", "der Kobold", "hungrig", "der hungrige Kobold"),
    ("der adj noun", "die Kekse (pl)", "hungrig", "die hungrigen Kekse"),
    ("den adj noun", "der Bär", "hungrig", "den hungrigen Bären"),
    ("den adj noun", "die Hexe", "hungrig", "die hungrige Hexe"),
    ("dem adj noun", "die Hexe", "hungrig", "der hungrigen Hexe"),
    ("des adj noun", "das Gespenst", "hungrig", "des hungrigen Gespenstes"),
    ("ein adj noun", "der Kobold", "hungrig", "ein hungriger Kobold"),
    ("ein adj noun", "die Hexe", "hungrig", "eine hungrige Hexe"),
    ("ein adj noun", "das Gespenst", "hungrig", "ein hungriges Gespenst"),
    ("ein adj noun", "die Kekse (pl)", "hungrig", "hungrige Kekse"),
    ("einen adj noun", "der Kobold", "hungrig", "einen hungrigen Kobold"),
    ("einen adj noun", "das Gespenst", "hungrig", "ein hungriges Gespenst"),
    ("einem adj noun", "die Kekse (pl)", "hungrig", "hungrigen Keksen"),
    ("mein adj noun", "die Kekse (pl)", "hungrig", "meine hungrigen Kekse"),
    ("dein noun", "die Hexe", "", "deine Hexe"),
    ("keinen adj noun", "der Kobold", "klein", "keinen kleinen Kobold"),
    ("unser adj noun", "das Haus", "alt", "unser altes Haus"),
    ("dieser adj noun", "das Gespenst", "alt", "dieses alte Gespenst"),
    ("diesem noun", "die Hexe", "", "dieser Hexe"),
    ("zum adj noun", "die Hexe", "alt", "zur alten Hexe"),
    ("noun adj", "die Hexe", "alt", "alte Hexe"),
    ("der adj noun", "die Hexe", "aus Zucker", "die Hexe aus Zucker"),
    ("der adj noun", "die Hexe", "rosa", "die rosa Hexe"),
    ("adj noun", "der Bär", "Berliner", "Berliner Bär"),
    ("adj", "die Hexe", "hungrig", "hungrig"),
    # what stands for the noun
    ("er", "die Hexe", "", "sie"),
    ("Er", "das Gespenst", "", "Es"),
    ("ihm", "die Kekse (pl)", "", "ihnen"),
    ("ihn", "der Kobold", "", "ihn"),
    ("sein", "die Hexe", "", "ihr"),
    ("seinen", "der Kobold", "", "seinen"),
    ("Seine", "die Kekse (pl)", "", "Ihre"),
    ("beißt|beißen", "die Kekse (pl)", "", "beißen"),
    ("beißt|beißen", "die Hexe", "", "beißt"),
    # without an article all stands as written
    ("noun", "Hexe", "", "Hexe"),
    ("adj noun", "Hexe", "alte", "alte Hexe"),
    ("beißt|beißen", "Hexe", "", "beißt"),
]


@each(("pattern", "word", "how", "phrase"), PHRASES)
def test_a_phrase_is_put_together_as_german_has_it(pattern: str, word: str, how: str, phrase: str) -> None:
    assert slot(pattern)(noun(word), adjective(how or "grün")) == phrase


GENITIVES = {
    "der Geist": "Geistes", "der Fuchs": "Fuchses", "der Frosch": "Frosches", "der Fuß": "Fußes", "der Kürbis": "Kürbisses",
    "das Geheimnis": "Geheimnisses", "der Kaktus": "Kaktus", "der Schulbus": "Schulbusses", "der Globus": "Globus",
    "das Haus": "Hauses", "das Glas": "Glases", "der Kreis": "Kreises", "der Mais": "Maises", "der Hund": "Hundes",
    "der Käse": "Käses", "der Zombie": "Zombies", "der Tee": "Tees", "das Auge": "Auges", "der Löwe": "Löwen",
    "der Eisbär": "Eisbären", "der Held": "Helden", "der Prinz": "Prinzen", "der Herr": "Herrn", "der Pirat": "Piraten",
    "der Polizist": "Polizisten", "der Gedanke": "Gedankens", "der Spitzname": "Spitznamens", "der Vampir": "Vampirs",
    "der Werwolf": "Werwolfs", "der Elf": "Elfen", "das Schwert": "Schwerts", "der Atlas": "Atlas", "der Salat": "Salats",
    "der Mist": "Mistes", "die Nacht": "Nacht", "der Alchimist": "Alchimisten", "der Zwist": "Zwistes", "der Gott": "Gottes",
}  # fmt: skip


@each(("word", "genitive"), GENITIVES.items())
def test_the_genitive_of_a_noun(word: str, genitive: str) -> None:
    assert noun(word).form("genitive") == genitive


STEMS = {
    "alt": "alt", "leise": "leis", "dunkel": "dunkl", "edel": "edl", "schnell": "schnell", "teuer": "teur",
    "sauer": "saur", "munter": "munter", "finster": "finster", "größer": "größer", "hoch": "hoh", "makaber": "makabr",
    "müde": "müd", "ziemlich hoch": "ziemlich hoh", "viel zu dunkel": "viel zu dunkl", "parallel": "parallel",
    "rosa": None, "lila": None, "Pariser": None,
}  # fmt: skip


@each(("word", "wanted"), STEMS.items())
def test_what_the_endings_of_an_adjective_are_put_to(word: str, wanted: str | None) -> None:
    assert stem(word) == wanted


@given(
    adj=st.text("abdglmrsty", min_size=2, max_size=8).filter(lambda text: not text.endswith("a")),
    word=st.sampled_from(["der Kobold", "die Hexe", "das Gespenst", "die Kekse (pl)"]),
    determiner=st.sampled_from(sorted(filter(None, DETERMINERS))),
)
def test_gender_and_case_are_reported_once_by_article_or_adjective(adj: str, word: str, determiner: str) -> None:
    """The slow twin: an adjective is strong where nothing before it shows an ending, else it has -e or -en."""
    found = slot(f"{determiner} adj noun")(noun(word), adjective(adj))
    plain = slot(f"{determiner} noun")(noun(word), adjective(adj))
    before, _, rest = found.rpartition(adj)
    ending, form = rest.split(" ")
    assert plain == before + form
    if not before:  # ein has no form for many
        assert ending in ("e", "en", "er")
    elif before.split()[-1] in ("ein", "kein", "mein", "dein", "sein", "ihr", "unser"):
        assert ending == {"der": "er", "das": "es"}[word[:3]]
    else:
        oblique = DETERMINERS[determiner][1] in ("dative", "genitive")
        masculine_object = word.startswith("der") and DETERMINERS[determiner][1] == "accusative"
        assert ending == ("en" if oblique or masculine_object or "(pl)" in word else "e")


@pytest.mark.parametrize(
    ("text", "message"),
    [("der", "not understood"), ("das", "not understood"), ("die Kekse (p)", "not understood"),
     ("der Keks (pl)", "one and many"), ("Kekse (pl)", "not understood")],
)  # fmt: skip
def test_a_noun_that_contradicts_itself_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        noun(text)


@each("text", ["der", "le noun", "the noun", "noun noun", "jenes noun", ""])
def test_a_slot_that_german_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        slot(text)


@pytest.mark.parametrize("text", ["der noun", "zum adj noun", "er", "seinen"])
def test_a_noun_without_article_cannot_be_declined(text: str) -> None:
    with pytest.raises(ValueError, match="needs a gender; write der, die or das before Hexe"):
        slot(text)(noun("Hexe"), adjective("alt"))


def test_a_sort_of_german_is_german() -> None:
    for tag, (word, plural) in product(("de-AT", "de-CH-1996"), (("das Sackerl", False), ("die Sackerln (pl)", True))):
        assert grammar(tag).noun(word).plural is plural
    assert not noun("Hexe").plural
