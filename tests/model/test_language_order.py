"""Texts in the order of their language, and numbers with its decimal sign."""

from each import each

from generator.model.expressions import evaluate
from generator.model.numerals import has_comma, in_order, shown


@each(
    ("language", "ordered"),
    [
        ("pl", "Cegła Ćmiąca Dom Ęsząca Głęboka Lampa Łagodna Ławka Osa Ósma Śnieżna Zażarta Źródlana Żółta"),
        ("cs", "cena čaj Hana Chata Iva řeka zima žena"),
        ("sv", "Adam Zorn Åke Ärla Öland"),
        ("de", "Apfel Äpfel Arzt Ofen Öfen Zoo"),
        ("es", "nube ñandú oso"),
        ("hu", "cukor csak dal kor kör kőr kút"),
        ("tr", "Isparta İzmir Kaş"),
        ("fr", "cote coté côte côté"),
        ("ru", "ёлка жук яма"),
        ("ja", "かき ガム カモメ さくら"),
        ("da", "Zebra Æble Øl Århus"),
        ("", "eclair éclat zone"),
    ],
)
def test_words_stand_in_the_order_of_their_language(language: str, ordered: str) -> None:
    words = ordered.split()
    shuffled = words[1::2][::-1] + words[::2][::-1]
    assert [shuffled[number] for number in in_order(shuffled, language)] == words


def test_sorting_in_an_expression_goes_by_the_language() -> None:
    values = {"lang": "pl", "names": ["Zażarta", "Ósma", "Łagodna", "Ćmiąca", "Lampa"]}
    assert evaluate("names|sort|join(' ')", values) == "Ćmiąca Lampa Łagodna Ósma Zażarta"
    assert evaluate("names|sort(reverse=true)|join(' ')", values) == "Zażarta Ósma Łagodna Lampa Ćmiąca"
    cards = [{"name": name, "first": name[0]} for name in values["names"]]
    assert evaluate("cards|sort(attribute='name')|map(attribute='name')|first", {**values, "cards": cards}) == "Ćmiąca"
    grouped = evaluate("cards|groupby('first')|map(attribute='grouper')|join", {**values, "cards": cards})
    assert grouped == "ĆLŁÓZ"


def test_without_a_language_plain_letters_and_numbers_stay_as_they_were() -> None:
    assert evaluate("['b', 'A', 'c']|sort|join", {}) == "Abc"
    assert evaluate("[3, 1, 2]|sort|join", {"lang": "pl"}) == "123"


@each(
    ("value", "language", "text"),
    [(1.5, "pl", "1,5"), (1.5, "en", "1.5"), (1.5, "es-MX", "1.5"), (1.5, "pt-BR", "1,5"), (3, "fr", "3"),
     ("1.5", "fr", "1.5"), (None, "fr", ""), (1.5, "ja", "1.5")],
)  # fmt: skip
def test_decimals_have_the_sign_of_the_language(value: object, language: str, text: str) -> None:
    assert shown(value, language) == text
    assert has_comma("de")
    assert not has_comma("de-CH")
