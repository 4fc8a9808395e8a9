"""A made-up deck of any size for measuring: Surprise cards of *Tricks or Treats*, no two alike, as a project's data.

Titles, flavours and effects are put together from parts, in English and French, so that every card has words of its
own; and they keep the game's rules, so that `pnp check` finds nothing wrong with them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import yaml

GAME = "tricks-or-treats"
KIND = "surprise-cards"

# Picture, English, French.
THINGS = (
    ("ghost", "sheet", "Le drap"), ("broom", "broom", "Le balai"), ("candy", "sweets", "Les bonbons"),
    ("candy-apple", "toffee apple", "La pomme"), ("cat", "black cat", "Le chat noir"),
    ("cauldron", "cauldron", "Le chaudron"), ("chocolate", "chocolate", "Le chocolat"), ("clock", "clock", "L’horloge"),
    ("costume-trunk", "trunk", "La malle"), ("cupcake", "cake", "Le gâteau"), ("gate", "gate", "Le portail"),
    ("gingerbread", "biscuit", "Le biscuit"), ("lantern", "lantern", "La lanterne"),
    ("lollipop", "lolly", "La sucette"),
    ("mask", "mask", "Le masque"), ("mirror", "mirror", "Le miroir"), ("owl", "owl", "Le hibou"),
    ("potion", "potion", "La potion"), ("pumpkin", "pumpkin", "La citrouille"), ("raven", "raven", "Le corbeau"),
    ("skates", "skates", "Les patins"), ("spider", "spider", "L’araignée"), ("toad", "toad", "Le crapaud"),
    ("witch-hat", "hat", "Le chapeau"),
)  # fmt: skip
# English, French, French after a noun.
OWNERS = (
    ("Grandpa", "Papi", "de Papi"), ("Grandma", "Mamie", "de Mamie"), ("The witch", "La sorcière", "de la sorcière"),
    ("The mummy", "La momie", "de la momie"), ("The ghost", "Le fantôme", "du fantôme"),
    ("The vampire", "Le vampire", "du vampire"), ("The zombie", "Le zombie", "du zombie"),
    ("The baker", "Le boulanger", "du boulanger"), ("The doctor", "Le docteur", "du docteur"),
    ("The mayor", "Le maire", "du maire"), ("The sailor", "Le marin", "du marin"),
    ("The clown", "Le clown", "du clown"),
    ("The teacher", "Le maître", "du maître"), ("The giant", "Le géant", "du géant"),
    ("The dwarf", "Le nain", "du nain"),
    ("The elf", "L’elfe", "de l’elfe"), ("The pirate", "Le pirate", "du pirate"), ("The robot", "Le robot", "du robot"),
    ("The ogre", "L’ogre", "de l’ogre"), ("The king", "Le roi", "du roi"), ("The queen", "La reine", "de la reine"),
    ("The wolf", "Le loup", "du loup"), ("The cook", "Le cuisinier", "du cuisinier"),
    ("The fairy", "La fée", "de la fée"),
)  # fmt: skip
TIMES = (
    ("", ""), ("at midnight", "à minuit"), ("at dusk", "le soir"), ("again", "encore"), ("by bicycle", "à vélo"),
    ("at dawn", "à l’aube"), ("on a sledge", "en luge"), ("too late", "trop tard"), ("at last", "enfin"),
)  # fmt: skip
DEEDS = (
    ("laughed behind you.", "rit derrière toi."), ("was here before you.", "est là avant toi."),
    ("knows a shortcut.", "connaît un raccourci."), ("is hiding in the hedge.", "se cache dans la haie."),
    ("has lost a shoe.", "a perdu une chaussure."), ("wants to play.", "veut jouer."),
    ("waves from the roof.", "fait signe du toit."), ("is asleep on the stairs.", "dort dans l’escalier."),
    ("sings in the cellar.", "chante à la cave."), ("is out of breath.", "est hors d’haleine."),
    ("has eaten it all.", "a tout mangé."), ("forgot the way home.", "a oublié le chemin."),
    ("rings every bell.", "sonne partout."), ("counts the stars.", "compte les étoiles."),
    ("is afraid of cats.", "a peur des chats."), ("swept the street.", "a balayé la rue."),
)  # fmt: skip
ENDS = (
    ("Nobody else did.", "Et personne d’autre !"), ("It’s still warm.", "C’est encore tiède."),
    ("Run!", "Cours !"), ("Who would have thought?", "Qui l’eût cru ?"), ("The lamps go out.", "Tout s’éteint."),
    ("Don’t look now.", "Ne te retourne pas."), ("It smells of cinnamon.", "Ça sent la cannelle."),
    ("One: two: gone!", "Un, deux : parti !"), ("Listen: footsteps.", "Écoute : des pas…"),
    ("Was that the wind?", "Était-ce le vent ?"), ("Keep your mask on.", "Garde ton masque."),
    ("Tell no one.", "N’en dis rien."), ("Again!", "Encore !"), ("There’s a moon tonight.", "La lune est là."),
    ("Mind the puddle.", "Attention : flaque !"), ("Share it, or not.", "À partager, ou pas ?"),
)  # fmt: skip
MOST = 1_000_000  # cards of which no two have the same title and flavour; titles come again after 5,184

# What the game's own rules ask of a deck (data/tricks-or-treats/balance.yaml): shares, and each effect's range.
KEYS = {"treats": 26, "movements": 22, "tricks": 18, "masks": 16, "surprises": 10, "costumes": 8}
LARGEST = {"treats": 4, "movements": 9, "tricks": 5, "masks": 5, "surprises": 3, "costumes": 1}
LENGTHS = {1: 30, 2: 44, 3: 26}
SIGNS = {"+": 58, "-": 42}

T = TypeVar("T")


def write_deck(data: Path, count: int, source: Path) -> None:
    """Write a game of ``count`` Surprise cards into the folder ``data``.

    Args:
        data: where the game's folder is made.
        count: how many cards, at most ``MOST``.
        source: the project's own ``data``, for the game's description and rules.
    """
    folder = data / GAME
    folder.mkdir(parents=True)
    game, rules = (yaml.safe_load((source / GAME / name).read_text("utf-8")) for name in ("game.yaml", "balance.yaml"))
    game["kinds"] = {KIND: game["kinds"][KIND]}
    game.pop("plan", None)  # it names the kinds that were left out
    rules = [rule for rule in rules if rule["kind"] == KIND]
    for name, content in (("game.yaml", game), ("balance.yaml", rules)):
        (folder / name).write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), encoding="utf-8")
    write_cards(folder, count)


def write_cards(folder: Path, count: int) -> None:
    """Write ``count`` Surprise cards into a game's folder, in place of those that are there."""
    if not 0 < count <= MOST:
        raise ValueError(f"a deck has 1 to {MOST} cards, not {count}")
    effects = _effects()
    with (folder / f"{KIND}.yaml").open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(("\n" if number else "") + _card(number, next(effects)))


def _card(number: int, effects: list[tuple[str, str]]) -> str:
    (art, thing, chose), (owner, _, de), (when, quand) = _pick(number, (THINGS, OWNERS, TIMES))
    (someone, quelqu_un, _), (deed, acte), (end, fin) = _pick(number, (OWNERS, DEEDS, ENDS))
    lines = [
        f"- id: card-{number + 1}",
        "  title:",
        f'    en: "{f"{owner}’s {thing} {when}".strip()}"',
        f'    fr: "{f"{chose} {de} {quand}".strip()}"',
        "  flavour:",
        f'    en: "{someone} {deed} {end}"',
        f'    fr: "{quelqu_un} {acte} {fin}"',
        f"  art: {art}",
        "  effects:",
        *(f"    - {key}: {value}" for key, value in effects),
    ]
    return "\n".join(lines) + "\n"


def _pick(number: int, choices: Sequence[Sequence[T]]) -> list[T]:
    """One of each of ``choices``, another combination for every number; neighbours differ in each of them."""
    picked, shift = [], 0
    for choice in choices:
        number, digit = divmod(number, len(choice))
        shift += digit
        picked.append(choice[shift % len(choice)])
    return picked


def _effects() -> Iterator[list[tuple[str, str]]]:
    """The effects of one card after the other: always what is furthest behind its share."""
    lengths: Counter[int] = Counter()
    keys: Counter[str] = Counter()
    signs: Counter[str] = Counter()
    while True:
        length = _behind(LENGTHS, lengths)
        card: list[tuple[str, str]] = []
        for _ in range(length):
            key = _behind({key: share for key, share in KEYS.items() if key not in dict(card)}, keys)
            size = keys[key] % max(LARGEST[key] // length, 1) + 1  # or the card would be worth too much
            sign = "" if key == "surprises" else _behind(SIGNS, signs)
            card.append((key, f"{sign}{size}"))
        yield card


def _behind(shares: Mapping[T, int], counts: "Counter[T]") -> T:
    """What has come least often for its share, counted as having come once more."""
    least = min(shares, key=lambda name: (counts[name] + 1) / shares[name])
    counts[least] += 1
    return least
