"""French: elision, contraction, gender, number and agreement, against a table made by hand."""

import pytest
from each import each

from generator.forge.grammar import capitalised
from generator.forge.grammar.french import adjective, feminine, noun, plural, slot

PHRASES = [
    # article before a consonant, a vowel, an accent, a mute and an aspirated h
    ("le noun", "un fantôme", "", "le fantôme"),
    ("le noun", "une sorcière", "", "la sorcière"),
    ("le noun", "un épouvantail", "", "l’épouvantail"),
    ("le noun", "une araignée", "", "l’araignée"),
    ("le noun", "une horloge", "", "l’horloge"),
    ("le noun", "un *hibou", "", "le hibou"),
    ("le noun", "un œil", "", "l’œil"),
    ("le noun", "un *yéti", "", "le yéti"),
    ("le noun", "des bonbons (m)", "", "les bonbons"),
    ("un noun", "un ogre", "", "un ogre"),
    ("un noun", "une ombre", "", "une ombre"),
    ("un noun", "des araignées (f)", "", "des araignées"),
    ("d’{un noun}", "une horloge", "", "d’une horloge"),
    # contraction: de + le, à + le
    ("du noun", "un crapaud", "", "du crapaud"),
    ("du noun", "une chouette", "", "de la chouette"),
    ("du noun", "un ogre", "", "de l’ogre"),
    ("du noun", "une horloge", "", "de l’horloge"),
    ("du noun", "un *hibou", "", "du hibou"),
    ("du noun", "des chats (m)", "", "des chats"),
    ("au noun", "un crapaud", "", "au crapaud"),
    ("au noun", "une momie", "", "à la momie"),
    ("au noun", "une araignée", "", "à l’araignée"),
    ("au noun", "un *hibou", "", "au hibou"),
    ("au noun", "des sorcières (f)", "", "aux sorcières"),
    ("de noun", "un balai", "", "de balai"),
    ("de noun", "un épouvantail", "", "d’épouvantail"),
    ("de noun", "une horloge", "", "d’horloge"),
    ("de noun", "un *hibou", "", "de hibou"),
    ("de noun", "des araignées (f)", "", "d’araignées"),
    # determiners that change before a vowel
    ("ce noun", "un chat", "", "ce chat"),
    ("ce noun", "un ogre", "", "cet ogre"),
    ("ce noun", "un *hibou", "", "ce hibou"),
    ("ce noun", "une ombre", "", "cette ombre"),
    ("ce noun", "des ombres (f)", "", "ces ombres"),
    ("mon noun", "une malle", "", "ma malle"),
    ("mon noun", "une araignée", "", "mon araignée"),
    ("ton noun", "un sac", "", "ton sac"),
    ("son noun", "des patins (m)", "", "ses patins"),
    # adjectives behind and before, agreeing; the word that follows decides about the article
    ("noun adj", "une momie", "affamé", "momie affamée"),
    ("noun adj", "des chats (m)", "furieux", "chats furieux"),
    ("noun adj", "des sorcières (f)", "furieux", "sorcières furieuses"),
    ("noun adj", "des fantômes (m)", "amical", "fantômes amicaux"),
    ("noun adj", "des malles (f)", "bancal", "malles bancales"),
    ("noun adj", "des patins (m)", "bancal", "patins bancals"),
    ("noun adj", "une cape", "d’occasion", "cape d’occasion"),
    ("noun adj", "des masques (m)", "à deux faces", "masques à deux faces"),
    ("noun adj", "une perruque", "porte-bonheur", "perruque porte-bonheur"),
    ("noun adj", "des sucettes (f)", "aigre-doux, aigre-douce, aigres-doux, aigres-douces", "sucettes aigres-douces"),
    ("le noun adj", "un épouvantail", "~petit", "le petit épouvantail"),
    ("le noun adj", "une araignée", "~vieux", "la vieille araignée"),
    ("le noun adj", "un ogre", "~vieux", "le vieil ogre"),
    ("le noun adj", "un *hibou", "~vieux", "le vieux hibou"),
    ("le noun adj", "un *hibou", "~énorme", "l’énorme hibou"),
    ("le noun adj", "un chat", "~*haut", "le haut chat"),
    ("un noun adj", "un arbre", "~nouveau", "un nouvel arbre"),
    ("un noun adj", "un arbre", "~beau", "un bel arbre"),
    ("un noun adj", "des arbres (m)", "~vieux", "de vieux arbres"),
    ("un noun adj", "des amis (m)", "~énorme", "d’énormes amis"),
    ("un noun adj", "des chats (m)", "affamé", "des chats affamés"),
    ("du noun adj", "un ogre", "~gros", "du gros ogre"),
    ("du noun adj", "une ombre", "~autre", "de l’autre ombre"),
    ("au noun adj", "un *hibou", "~ancien", "à l’ancien hibou"),
    ("adj noun", "une citrouille", "~gros", "grosse citrouille"),
    # agreement elsewhere, one and many
    ("=fâché", "une voisine", "", "fâchée"),
    ("=Trouvé", "des bonbons (m)", "", "Trouvés"),
    ("=quel", "une malle", "", "quelle"),
    ("=quel", "des malles (f)", "", "quelles"),
    ("=ami", "des sorcières (f)", "", "amies"),
    ("=ce, cette, ces, ces", "une goule", "", "cette"),
    ("mord|mordent", "un loup", "", "mord"),
    ("mord|mordent", "des loups (m)", "", "mordent"),
    ("|s", "des loups (m)", "", "s"),
    ("il", "une momie", "", "elle"),
    ("Il", "des momies (f)", "", "Elles"),
    ("il", "des loups (m)", "", "ils"),
]


@each(("pattern", "word", "how", "phrase"), PHRASES)
def test_a_phrase_is_put_together_as_french_has_it(pattern: str, word: str, how: str, phrase: str) -> None:
    before, _, rest = pattern.rpartition("{")
    filled = slot(rest.rstrip("}"))(noun(word), adjective(how or "vert"))
    assert before + filled == phrase


FEMININES = {
    "affamé": "affamée", "vide": "vide", "furieux": "furieuse", "jaloux": "jalouse", "rancunier": "rancunière",
    "amer": "amère", "bon": "bonne", "grognon": "grognonne", "ancien": "ancienne", "rieur": "rieuse",
    "voleur": "voleuse", "secret": "secrète", "muet": "muette", "nouveau": "nouvelle", "beau": "belle",
    "fou": "folle", "mou": "molle", "vieux": "vieille", "doux": "douce", "roux": "rousse", "blanc": "blanche",
    "sec": "sèche", "frais": "fraîche", "long": "longue", "aigu": "aiguë", "gros": "grosse", "gris": "grise",
    "gentil": "gentille", "malin": "maligne", "câlin": "câline", "radin": "radine", "naïf": "naïve", "vert": "verte",
    "cruel": "cruelle", "royal": "royale", "rigolo": "rigolote", "inconnu": "inconnue", "de minuit": "de minuit",
    "en sucre": "en sucre", "sans fond": "sans fond",
}  # fmt: skip


@each(("masculine", "wanted"), FEMININES.items())
def test_the_feminine_of_an_adjective(masculine: str, wanted: str) -> None:
    assert feminine(masculine) == wanted


PLURALS = {
    "affamé": "affamés", "gros": "gros", "furieux": "furieux", "amical": "amicaux", "jovial": "joviaux",
    "bancal": "bancals", "nouveau": "nouveaux", "nouvelle": "nouvelles", "de travers": "de travers",
}  # fmt: skip


@each(("one", "many"), PLURALS.items())
def test_the_plural_of_an_adjective(one: str, many: str) -> None:
    assert plural(one) == many


@each("text", ["bonbon", "le bonbon", "des bonbons", "un bonbon (m)", "un", ""])
def test_a_noun_that_does_not_tell_its_gender_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="gender"):
        noun(text)


@each("text", ["le", "les noun", "noun noun", "adj", "the noun", ""])
def test_a_slot_that_french_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        slot(text)


@each(("text", "wanted"), [("l’ogre", "L’ogre"), ("à qui ?", "À qui ?"), ("« œil »", "« Œil »"), ("", ""), ("3", "3")])
def test_a_text_starts_with_a_capital(text: str, wanted: str) -> None:
    assert capitalised(text) == wanted
