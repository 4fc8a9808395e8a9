"""Spanish: gender, number, contraction and apocope, against tables made by hand."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.forge.grammar import grammar
from generator.forge.grammar.spanish import adjective, feminine, noun, plural, slot

PHRASES = [
    ("el noun", "el topo", "", "el topo"),
    ("el noun", "la rana", "", "la rana"),
    ("el noun", "los topos", "", "los topos"),
    ("el noun", "las ranas", "", "las ranas"),
    ("el noun", "un búho", "", "el búho"),
    ("un noun", "la rana", "", "una rana"),
    ("un noun", "las ranas", "", "unas ranas"),
    ("un noun", "los topos", "", "unos topos"),
    ("del noun", "el topo", "", "del topo"),
    ("del noun", "la rana", "", "de la rana"),
    ("del noun", "los topos", "", "de los topos"),
    ("al noun", "el topo", "", "al topo"),
    ("al noun", "las ranas", "", "a las ranas"),
    ("este noun", "la rana", "", "esta rana"),
    ("ese noun", "los topos", "", "esos topos"),
    ("mi noun", "las ranas", "", "mis ranas"),
    ("tu noun", "el topo", "", "tu topo"),
    ("su noun", "los topos", "", "sus topos"),
    ("nuestro noun", "las ranas", "", "nuestras ranas"),
    # feminine, but el before a stressed a; never before another word or for many
    ("el noun", "el agua", "", "el agua"),
    ("un noun", "el hada (f)", "", "un hada"),
    ("un noun", "una águila", "", "una águila"),
    ("del noun", "el hada", "", "del hada"),
    ("al noun", "el aspa (f)", "", "al aspa"),
    ("este noun", "el agua", "", "esta agua"),
    ("el noun adj", "el agua", "frío", "el agua fría"),
    ("el noun adj", "el hada", "~viejo", "la vieja hada"),
    ("un noun adj", "el águila", "~grande", "una gran águila"),
    ("el noun", "las aguas", "", "las aguas"),
    ("el noun adj", "el ala delta", "rojo", "el ala delta roja"),
    ("el noun adj", "el arte", "feo", "el arte feo"),
    ("el noun adj", "el alambre", "frío", "el alambre frío"),
    ("el noun adj", "la araña", "negro", "la araña negra"),
    # adjectives behind and before
    ("noun adj", "la rana", "hambriento", "rana hambrienta"),
    ("noun adj", "las ranas", "hambriento", "ranas hambrientas"),
    ("noun adj", "los topos", "feliz", "topos felices"),
    ("noun adj", "las ranas", "dormilón", "ranas dormilonas"),
    ("noun adj", "los topos", "dormilón", "topos dormilones"),
    ("noun adj", "la rana", "de papel", "rana de papel"),
    ("noun adj", "los topos", "sin sombrero", "topos sin sombrero"),
    ("noun adj", "las ranas", "verde oliva, verde oliva, verde oliva, verde oliva", "ranas verde oliva"),
    ("adj noun", "la rana", "~grande", "gran rana"),
    ("adj noun", "la rana", "grande", "rana grande"),
    ("adj noun", "las ranas", "~grande", "grandes ranas"),
    ("el adj noun", "el topo", "~bueno", "el buen topo"),
    ("el noun adj", "la rana", "~bueno", "la buena rana"),
    ("el noun adj", "los topos", "~bueno", "los buenos topos"),
    ("un noun adj", "el topo", "~malo", "un mal topo"),
    ("el noun adj", "el topo", "~primero", "el primer topo"),
    ("el noun adj", "la rana", "~tercero", "la tercera rana"),
    ("el noun adj", "el topo", "malo", "el topo malo"),
    ("del noun adj", "el topo", "~viejo", "del viejo topo"),
    # agreement elsewhere
    ("adj", "las ranas", "cansado", "cansadas"),
    ("=cansado", "la rana", "", "cansada"),
    ("=Visto", "los topos", "", "Vistos"),
    ("=solo", "el agua", "", "sola"),
    ("él", "la rana", "", "ella"),
    ("Él", "las ranas", "", "Ellas"),
    ("él", "los topos", "", "ellos"),
    ("Él", "el topo", "", "Él"),
    ("muerde|muerden", "los topos", "", "muerden"),
    ("muerde|muerden", "la rana", "", "muerde"),
    # without an article all stands as written
    ("noun", "rana", "", "rana"),
    ("noun adj", "rana", "vieja", "rana vieja"),
]


@each(("pattern", "word", "how", "phrase"), PHRASES)
def test_a_phrase_is_put_together_as_spanish_has_it(pattern: str, word: str, how: str, phrase: str) -> None:
    assert slot(pattern)(noun(word), adjective(how or "verde")) == phrase


FEMININES = {
    "rojo": "roja", "verde": "verde", "azul": "azul", "feliz": "feliz", "hablador": "habladora", "mayor": "mayor",
    "mejor": "mejor", "superior": "superior", "holgazán": "holgazana", "chiquitín": "chiquitina", "gruñón": "gruñona",
    "inglés": "inglesa", "cortés": "cortés", "marrón": "marrón", "grandote": "grandota", "regordete": "regordeta",
    "celeste": "celeste", "fuerte": "fuerte", "español": "española", "andaluz": "andaluza", "joven": "joven",
    "gris": "gris", "belga": "belga", "de oro": "de oro", "común": "común", "iraní": "iraní", "multicolor": "multicolor",
}  # fmt: skip


@each(("masculine", "wanted"), FEMININES.items())
def test_the_feminine_of_an_adjective(masculine: str, wanted: str) -> None:
    assert feminine(masculine) == wanted


PLURALS = {
    "rojo": "rojos", "azul": "azules", "feliz": "felices", "marrón": "marrones", "inglés": "ingleses", "joven": "jóvenes",
    "gris": "grises", "gratis": "gratis", "iraní": "iraníes", "holgazán": "holgazanes", "común": "comunes",
    "hablador": "habladores", "de oro": "de oro", "café": "cafés", "multicolor": "multicolores",
}  # fmt: skip


@each(("one", "many"), PLURALS.items())
def test_the_plural_of_an_adjective(one: str, many: str) -> None:
    assert plural(one) == many


@given(
    root=st.text("abdglmrst", min_size=2, max_size=8),
    first=st.booleans(),
    word=st.sampled_from(["el topo", "la rana", "los topos", "las ranas", "el agua"]),
)
def test_an_adjective_in_o_agrees_wherever_it_stands(root: str, word: str, *, first: bool) -> None:
    how = adjective(("~" if first else "") + root + "o")
    ending = {"el topo": "o", "la rana": "a", "los topos": "os", "las ranas": "as", "el agua": "a"}[word]
    bare = word.split()[1]
    wanted = f"{root}{ending} {bare}" if first else f"{bare} {root}{ending}"
    assert slot("noun adj")(noun(word), how) == wanted
    article = "la" if first and word == "el agua" else word.split()[0]
    assert slot("el noun adj")(noun(word), how) == f"{article} {wanted}"


@pytest.mark.parametrize("text", ["la rana (m)", "los topos (f)", "rana (f)", "el", "las"])
def test_a_noun_that_contradicts_itself_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="two genders|not understood"):
        noun(text)


@pytest.mark.parametrize("text", ["el", "le noun", "noun noun", "der noun", ""])
def test_a_slot_that_spanish_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        slot(text)


@pytest.mark.parametrize("text", ["el noun", "del noun adj", "él", "=solo"])
def test_a_noun_without_article_cannot_agree(text: str) -> None:
    with pytest.raises(ValueError, match="needs a gender; write el, la, los or las before rana"):
        slot(text)(noun("rana"), adjective("viejo"))


def test_a_sort_of_spanish_is_spanish() -> None:
    assert grammar("es-MX").slot("del noun")(grammar("es-419").noun("el alebrije"), None) == "del alebrije"
    assert noun("unas ranas").plural
    assert not noun("ranas").plural
