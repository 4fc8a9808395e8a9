"""Titles, lines and pictures: they fit what a card does, fit its face, and do not repeat."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from smithy import Smithy, effects_of

from generator.check.build import open_game
from generator.core.folders import Project
from generator.core.problem import Infeasible
from generator.forge.vocabulary import Adjective, TitlePattern
from generator.forge.wording import Title, Wording, Writer
from generator.model.game import Item
from generator.model.values import LocalizedText

ROOT = Path(__file__).parents[2]
TYPES = ("costumes", "masks", "movements", "treats", "tricks")
MOODS = {
    "gain": frozenset({"gain", *(f"{key}{end}" for key in TYPES for end in ("", "+"))}),
    "loss": frozenset({"loss", *(f"{key}{end}" for key in TYPES for end in ("", "-"))}),
    "trade": frozenset({"gain", "loss", *(f"{key}{end}" for key in TYPES for end in ("", "+", "-"))}),
    "special": frozenset({"neither", "surprises"}),
}


def wording(smithy: Smithy) -> Wording:
    found = smithy.book.entries["surprise-cards"].wording
    assert found is not None
    return found


def titles(smithy: Smithy, mood: str) -> list[Title]:
    writer = Writer(wording(smithy), ("en", "fr"), [], Random(1))
    return [title for title in writer._all(MOODS[mood]) if writer._is_short(title)]


@pytest.mark.parametrize("mood", MOODS)
def test_each_mood_has_600_titles_and_80_lines(smithy: Smithy, mood: str) -> None:
    found = titles(smithy, mood)
    assert len({title.texts["en"] for title in found}) > 600
    assert len({title.texts["fr"] for title in found}) > 600
    assert sum(line.fit.mood == {mood} for line in wording(smithy).lines) >= 80


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_title_stands_twice_in_a_deck_of_250(smithy: Smithy, seed: int) -> None:
    items = smithy.make(250, seed)
    for language in ("en", "fr"):
        own = [item.fields["title"][language] for item in items]
        shipped = [item.fields["title"].in_language(language, "") for item in smithy.kind.items]
        assert len({*own, *shipped}) == 250 + len(shipped)
        assert max(map(len, own)) <= 24
        assert all(title[0] == title[0].upper() for title in own)
    assert len({item.id for item in items} | {item.id for item in smithy.kind.items}) == 250 + len(smithy.kind.items)


@pytest.mark.rare
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_line_comes_twice_in_a_deck_of_250(smithy: Smithy, seed: int) -> None:
    lines = Counter(item.fields["flavour"]["en"] for item in smithy.make(250, seed))
    assert max(lines.values()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_each_picture_is_dealt_once_before_any_comes_again(smithy: Smithy, seed: int) -> None:
    arts = Counter({noun.art: 0 for noun in wording(smithy).words.nouns})
    for item in smithy.make(250, seed):
        assert arts[item.fields["art"]] <= min(arts.values()) + 1  # one may be left that fits none of the next cards
        arts[item.fields["art"]] += 1
    assert max(arts.values()) - min(arts.values()) <= 1


PROMISED = {"sweet": "treats", "mask": "masks", "dress": "costumes", "prank": "tricks", "ride": "movements"}
GIVES = ("Found: ", "Keep the ", "One more ", "Lost: ", "Not my ", "Hands off ")


@pytest.mark.slow
def test_what_a_title_promises_or_laments_is_what_the_card_gives_or_takes(smithy: Smithy) -> None:
    """No card that only moves promises a thing, and no sweets are lost where a mask is."""
    sorts = {noun.art: noun.fit.sort for noun in wording(smithy).words.nouns}
    told = 0
    for seed in range(4):
        for item in smithy.make(100, seed):
            title, types = item.fields["title"]["en"], {key for key, _ in effects_of(item)}
            if title.startswith(GIVES) or " gift" in title or "has spares" in title:
                told += 1
                assert types != {"movements"} or "ride" in sorts[item.fields["art"]]
                promised = {PROMISED[sort] for sort in PROMISED if sort in sorts[item.fields["art"]]}
                assert not title.startswith(GIVES) or promised & types
    assert told > 20


def test_every_picture_is_there(smithy: Smithy) -> None:
    folder = ROOT / "templates" / "tricks-or-treats" / "art"
    arts = {noun.art for noun in wording(smithy).words.nouns}
    assert [art for art in arts if not (folder / f"{art}.svg").is_file()] == []


@pytest.mark.slow
def test_words_fit_what_a_card_does(smithy: Smithy) -> None:
    """What only takes does not read as a party, and what only gives not as a fright."""
    made = wording(smithy)
    every: list[TitlePattern | Adjective] = [*made.patterns, *made.words.adjectives, *made.lines]
    bright, grim = ({id(word) for word in every if word.fit.mood == {mood}} for mood in ("gain", "loss"))
    assert bright
    assert grim
    for mood, wrong in (("loss", bright), ("gain", grim), ("trade", bright | grim)):
        used = {id(word) for title in titles(smithy, mood) for word in (title.pattern, title.adjective) if word}
        assert not used & wrong


@pytest.mark.slow
def test_a_loss_of_candies_never_gets_a_word_of_gain(smithy: Smithy) -> None:
    made = wording(smithy)
    noun = made.words.nouns[0]
    happy = {line.fill("en", noun) for line in made.lines if line.fit.mood == {"gain"} and not line.fit.sort}
    for item in smithy.make(60, 9, only=("treats", "tricks"), lengths=(1, 2)):
        effects = effects_of(item)
        if all(value < 0 for _, value in effects):
            assert item.fields["flavour"]["en"] not in happy


@pytest.mark.slow
def test_a_picture_of_sweets_stands_on_cards_about_sweets(smithy: Smithy) -> None:
    sweets = {noun.art for noun in wording(smithy).words.nouns if "sweet" in noun.fit.sort}
    for item in smithy.make(150, 5):
        if item.fields["art"] in sweets:
            assert any(key == "treats" for key, _ in effects_of(item))


@pytest.mark.rare
def test_every_line_and_the_longest_titles_fit_the_card(smithy: Smithy) -> None:
    renderer = open_game(Project(ROOT / "data", ROOT / "templates"), "tricks-or-treats")
    kind = renderer.game.kinds["surprise-cards"]
    renderer.template(kind)
    base = kind.items[0]
    made = wording(smithy)
    texts = [
        ({"en": "A", "fr": "A"}, {language: line.fill(language, noun) for language in ("en", "fr")})
        for line in made.lines
        for noun in made.words.nouns
        if line.goes_with(noun, ("en", "fr")) and (line.fit.sort or noun is made.words.nouns[0])
    ]
    texts += [
        (title.texts, {"en": "A", "fr": "A"})
        for mood in MOODS
        for title in titles(smithy, mood)
        if max(map(len, title.texts.values())) == 24
    ]
    assert len(texts) > 800
    for title, line in texts:
        fields = {**base.fields, "title": LocalizedText(title), "flavour": LocalizedText(line)}
        item = Item(kind.name, "new", fields, 1, {}, base.file, base.node)
        for language in ("en", "fr"):
            assert renderer.face(kind, item, language, draws=False)[1] == []


@pytest.mark.slow
def test_french_is_put_as_it_is_printed(smithy: Smithy) -> None:
    """Apostrophes that are apostrophes, spaces that do not break before ! ? and :, no elision left out."""
    import re

    texts = [item.fields[name]["fr"] for item in smithy.make(250, 8) for name in ("title", "flavour")]
    assert not [text for text in texts if re.search(r"['\"]|[^\u00a0][!?:;»]|«[^\u00a0]|  ", text)]
    vowel = "[aeiouâàéèêëîïôûœ]"
    missing = re.compile(rf"\b(le|la|de|du|que|ne|se|te|me|je|ce cette) {vowel}", re.I)
    allowed = re.compile(r"\bla (un|onze)|(dis-|sans |prends-)", re.I)
    assert [text for text in texts if missing.search(text) and not allowed.search(text)] == []
    assert not [text for text in texts if re.search(r"\b(de le|de les|à le|à les|de un)\b", text, re.I)]


def test_in_one_language_only_titles_have_that_language_only(smithy: Smithy) -> None:
    for item in smithy.make(5, 1, language="fr"):
        assert list(item.fields["title"]) == list(item.fields["flavour"]) == ["fr"]


def test_when_titles_run_out_they_come_again_and_that_is_said(smithy: Smithy) -> None:
    from msgspec.structs import replace

    few = replace(wording(smithy), patterns=wording(smithy).patterns[:1])
    few = replace(few, words=replace(few.words, nouns=few.words.nouns[:2], adjectives=few.words.adjectives[:3]))
    writer = Writer(few, ("en", "fr"), [], Random(1))
    texts = [dict(writer.write(frozenset({"gain"})))["title"]["en"] for _ in range(10)]
    assert len(set(texts)) == 6
    assert writer.repeated == 4


def test_tags_that_no_title_fits_are_named(smithy: Smithy) -> None:
    from msgspec.structs import replace

    bare = replace(wording(smithy), patterns=())
    with pytest.raises(Infeasible, match=r"no title in forge.yaml fits gain"):
        dict(Writer(bare, ("en",), [], Random(1)).write(frozenset({"gain"})))
