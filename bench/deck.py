"""A made-up deck of any size for measuring: Surprise cards of *Tricks or Treats*, no two alike, as a project's data.

Titles, flavours and effects are put together from parts, in English and French, so that each card has words of its
own and the deck keeps the game's rules: `pnp check` finds nothing wrong with it.
"""

from collections import Counter
from itertools import cycle
from pathlib import Path
from shutil import copyfile

GAME = "tricks-or-treats"
KIND = "surprise-cards"
MOST = 24 * 24 * 9

# What belongs to whom, and when: 24 x 24 x 9 titles. The picture stands beside the thing.
THINGS = (
    ("bat", "bat", "La chauve-souris"), ("broom", "broom", "Le balai"), ("candy", "sweets", "Les bonbons"),
    ("candy-apple", "toffee apple", "La pomme d’amour"), ("cat", "black cat", "Le chat noir"),
    ("cauldron", "cauldron", "Le chaudron"), ("chocolate", "chocolate", "Le chocolat"), ("clock", "clock", "L’horloge"),
    ("costume-trunk", "trunk", "La malle"), ("cupcake", "cake", "Le gâteau"), ("gate", "gate", "Le portail"),
    ("gingerbread", "biscuit", "Le biscuit"), ("lantern", "lantern", "La lanterne"), ("lollipop", "lollipop", "La sucette"),
    ("mask", "mask", "Le masque"), ("mirror", "mirror", "Le miroir"), ("owl", "owl", "Le hibou"),
    ("potion", "potion", "La potion"), ("pumpkin", "pumpkin", "La citrouille"), ("raven", "raven", "Le corbeau"),
    ("skates", "skates", "Les patins"), ("spider", "spider", "L’araignée"), ("toad", "toad", "Le crapaud"),
    ("witch-hat", "hat", "Le chapeau"),
)  # fmt: skip
OWNERS = (
    ("Grandpa", "de Papi"), ("Grandma", "de Mamie"), ("The witch", "de la sorcière"), ("The mummy", "de la momie"),
    ("The ghost", "du fantôme"), ("The vampire", "du vampire"), ("The zombie", "du zombie"), ("The baker", "du boulanger"),
    ("The doctor", "du docteur"), ("The mayor", "du maire"), ("The twins", "des jumeaux"), ("The nurse", "de l’infirmière"),
    ("The teacher", "du maître"), ("The giant", "du géant"), ("The dwarf", "du nain"), ("The elf", "de l’elfe"),
    ("The pirate", "du pirate"), ("The robot", "du robot"), ("The ogre", "de l’ogre"), ("The king", "du roi"),
    ("The queen", "de la reine"), ("The wolf", "du loup"), ("The cook", "du cuisinier"), ("The diver", "du plongeur"),
)  # fmt: skip
TIMES = (
    ("", ""), ("at midnight", "à minuit"), ("at dusk", "le soir"), ("again", "encore"), ("in the rain", "sous la pluie"),
    ("in the fog", "dans la brume"), ("by moonlight", "au clair de lune"), ("too late", "trop tard"), ("at last", "enfin"),
)  # fmt: skip
FLAVOURS = (
    ("Who left it on the doorstep, and why is it still warm?", "Qui l’a posé sur le seuil, et pourquoi est-ce tiède ?"),
    ("You heard a laugh behind you. Nobody was there.", "Un rire derrière toi. Il n’y avait personne !"),
    ("It smells of cinnamon, smoke and old slippers.", "Ça sent la cannelle, la fumée et la pantoufle."),
    ("Don’t look now: the street lamps are going out.", "Ne te retourne pas : les réverbères s’éteignent."),
    ("Somebody has been here before you, with sticky fingers.", "Quelqu’un est passé avant toi, les doigts collants."),
)

# The shares that the game's own rules ask of a deck (data/tricks-or-treats/balance.yaml), and each effect's range.
KEYS = {"treats": 26, "movements": 22, "tricks": 18, "masks": 16, "surprises": 10, "costumes": 8}
LARGEST = {"treats": 4, "movements": 9, "tricks": 5, "masks": 5, "surprises": 3, "costumes": 1}
LENGTHS = {1: 30, 2: 44, 3: 26}
SIGNS = {"+": 58, "-": 42}


def write_deck(data: Path, count: int, source: Path) -> Path:
    """Write a game of ``count`` Surprise cards into the folder ``data`` and return the cards' file.

    Args:
        data: where the game's folder is made.
        count: how many cards, at most ``MOST``.
        source: the project's own ``data``, for the game's description and rules.
    """
    if not 0 < count <= MOST:
        raise ValueError(f"a deck has 1 to {MOST} cards, not {count}")
    folder = data / GAME
    folder.mkdir(parents=True)
    for name in ("game.yaml", "balance.yaml"):
        copyfile(source / GAME / name, folder / name)
    file = folder / f"{KIND}.yaml"
    file.write_text("\n".join(_cards(count)), encoding="utf-8")
    return file


def _cards(count: int) -> list[str]:
    effects = _Effects()
    return [_card(number, effects) for number in range(count)]


def _card(number: int, effects: "_Effects") -> str:
    # Neighbours differ in everything: a deck in which one word runs through nine cards would be easier than a real one.
    art, thing, chose = THINGS[number % 24]
    owner, de = OWNERS[(number + number // 24) % 24]
    when, quand = TIMES[(number + number // 576) % 9] if number < 576 * 9 else TIMES[0]
    flavour, saveur = FLAVOURS[number % 5]
    lines = [
        f"- id: card-{number + 1}",
        "  title:",
        f"    en: {' '.join(f'{owner}’s {thing} {when}'.split())}",
        f"    fr: {' '.join(f'{chose} {de} {quand}'.split())}",
        "  flavour:",
        f"    en: \"{flavour}\"",
        f"    fr: \"{saveur}\"",
        f"  art: {art}",
        "  effects:",
        *(f"    - {key}: {value}" for key, value in effects.next()),
    ]
    return "\n".join(lines) + "\n"
