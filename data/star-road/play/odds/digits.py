"""How likely a digit runs out: players fill stands with codes of a set, each code as likely as any other.

Four digit pieces spell a code. ``split`` says how many pieces there are of 0, 1, 2 and 3; the game's own if not given.
The best split of as many pieces is the one with the largest product of the four digits' chances to be enough.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from generator.games import Answer, BadQuestion, GameData, Shelf, Value, ValueShape, deck_of, several, share, whole

from ..building import LINES, PLATFORMS

GAME, BLUEPRINTS, PIECES = "star-road", "blueprints", "digit-pieces"
DIGITS = range(4)
ON_A_STAND = 4
MOST_PLAYERS, MOST_STANDS, MOST_PIECES = 8, LINES * PLATFORMS, 999
MOST_STEPS = 500_000_000  # of the sums over stands, estimated from above: 6 s at the most
SET = "1"

Digits = tuple[int, ...]  # how many 0s, 1s, 2s and 3s
Codes = Mapping[Digits, int]  # how many codes need these


def _sets(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _split(text: str) -> Digits:
    found: Digits = several(MOST_PIECES)(text)
    if len(found) != len(DIGITS):
        raise BadQuestion(f"{len(found)} numbers are given; one for each of the digits 0, 1, 2 and 3 is wanted")
    return found


SPLIT = ValueShape("together", 0, MOST_PIECES, parts=tuple(map(str, DIGITS)))
VALUES = {
    "players": Value("N", "how many play", whole(1, MOST_PLAYERS), required=True),
    "stands": Value(
        "N", f"of each player that stand on the lines at once; {MOST_STANDS} if not given", whole(1, MOST_STANDS)
    ),
    "sets": Value("1,2", f"the sets whose codes are built; {SET} if not given", _sets),
    "split": Value("112,56,44,44", "pieces of 0, 1, 2 and 3", _split, made_of=SPLIT),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The chance of each digit, and of any, to run out; the same with the best split of as many pieces."""
    game = shelf.game_with(BLUEPRINTS, GAME)
    codes = _codes(game, values["sets"] or (SET,))
    split = values["split"] or _pieces(shelf.game_with(PIECES, GAME))
    players, most = values["players"], values["stands"] or MOST_STANDS
    stands = players * most
    demand = [demanded(codes, stands, digit) for digit in DIGITS]
    ways = {"split": split, "best": best_split(demand, sum(split))}
    total = sum(codes.values()) ** stands
    needed = [Fraction(sum(n * count for n, count in enumerate(counts)), total) for counts in demand]
    found = {
        name: {
            "pieces": way,
            "digits": [Fraction(sum(counts[n + 1 :]), total) for counts, n in zip(demand, way, strict=True)],
            "any": [1 - chance for chance in enough(codes, players, most, way)],
        }
        for name, way in ways.items()
    }
    data = {"stands": stands, "needed": needed, **found}
    return Answer(data, _told(stands, needed, found["split"], found["best"]))


def _told(stands: int, needed: Sequence[Fraction], split: Mapping[str, Any], best: Mapping[str, Any]) -> list[str]:
    text = [f"{stands} stands, {stands * ON_A_STAND} digits, of {sum(split['pieces'])} pieces"]
    text.append("digit  needed  pieces  runs out  best  runs out")
    for digit in DIGITS:
        mean = f"{float(needed[digit]):.1f}"
        pieces, other = split["pieces"][digit], best["pieces"][digit]
        runs = share(split["digits"][digit]), share(best["digits"][digit])
        text.append(f"{digit:>5}  {mean:>6}  {pieces:>6}  {runs[0]:>8}  {other:>4}  {runs[1]:>8}")
    text.append("any, by stands of each player")
    for number, (one, other) in enumerate(zip(split["any"], best["any"], strict=True), 1):
        text.append(f"{number:>5}  {'':>6}  {'':>6}  {share(one):>8}  {'':>4}  {share(other):>8}")
    return text


def demanded(codes: Codes, stands: int, digit: int) -> list[int]:
    """In how many ways this many stands need 0, 1, … pieces of a digit."""
    one = Counter[int]()
    for digits, count in codes.items():
        one[digits[digit]] += count
    ways = [1]
    for _ in range(stands):
        after = [0] * (len(ways) + ON_A_STAND)
        for needed, so_far in enumerate(ways):
            for more, count in one.items():
                after[needed + more] += so_far * count
        ways = after
    return ways


def best_split(demand: Sequence[Sequence[int]], pieces: int) -> Digits:
    """The split of this many pieces with the largest product of the ways in which each digit is enough; of several, the
    one with the fewest of the first digits.

    Digit by digit, for each number of pieces given out so far; the last digit has the rest.

    Args:
        demand: for each digit, see `demanded`.
        pieces: of all digits together.
    """
    enough = [list(accumulate(ways)) for ways in demand]
    most = len(demand[0]) - 1
    best: dict[int, tuple[int, Digits]] = {0: (1, ())}
    for ways in enough[:-1]:
        after: dict[int, tuple[int, Digits]] = {}
        for given, (product, split) in best.items():
            for more in range(min(most, pieces - given) + 1):
                found = product * ways[more]
                if given + more not in after or found > after[given + more][0]:
                    after[given + more] = found, (*split, more)
        best = after
    ends = [
        (product * enough[-1][min(most, pieces - given)], (*split, pieces - given))
        for given, (product, split) in best.items()
    ]
    return max(ends, key=lambda end: end[0])[1]


def enough(codes: Codes, players: int, stands: int, split: Digits) -> list[Fraction]:
    """The chances that no digit runs out when each player has 1, 2, … this many stands.

    A state is how many 1s, 2s and 3s are in use; the rest are 0s. For each number of 1s, the ways of all 2s and 3s lie
    side by side in one large integer, so that a code's digits shift all of them at once; those beyond the split are
    masked out.

    Raises:
        BadQuestion: that costs too much.
    """
    zeros, *others = split
    ones, twos, threes = (min(pieces, ON_A_STAND * players * stands) for pieces in others)
    if (ones + 1) * (twos + 1) * (threes + 1) * players * stands * len(codes) > MOST_STEPS:
        raise BadQuestion(f"{', '.join(map(str, split))} pieces on {players * stands} stands cost too much to work out")
    kinds = sum(codes.values())
    bits = (kinds ** (players * stands)).bit_length() + 1
    slot, wide = (1 << bits) - 1, threes + 1 + ON_A_STAND
    # The slots of so many 2s and 3s together, and all of them.
    masks = [0] * (twos + threes + 1)
    for two in range(twos + 1):
        for three in range(threes + 1):
            masks[two + three] |= slot << bits * (wide * two + three)
    every = sum(masks)
    states, found = {0: 1}, []
    for stand in range(1, players * stands + 1):
        after: dict[int, int] = {}
        for used, ways in states.items():
            for digits, count in codes.items():
                if used + digits[1] <= ones:
                    moved = (ways << bits * (wide * digits[2] + digits[3])) * count
                    after[used + digits[1]] = after.get(used + digits[1], 0) + moved
        states = {used: left for used, ways in after.items() if (left := ways & every)}
        if stand % players == 0:
            good = 0
            for used, ways in states.items():
                least = max(0, ON_A_STAND * stand - used - zeros)
                # A number in base 2**bits has the same rest as the sum of its digits.
                good += (ways & sum(masks[least:])) % slot
            found.append(Fraction(good, kinds**stand))
    return found


def _codes(game: GameData, sets: Sequence[str]) -> Codes:
    found: Counter[Digits] = Counter()
    for item in deck_of(game, BLUEPRINTS):
        if item.fields.get("set") in sets:
            code = str(item.fields.get("code", ""))
            if len(code) != ON_A_STAND or not set(code) <= set("0123"):
                raise BadQuestion(f"{item.id}: {code[:20]!r} is not a code of four digits from 0 to 3")
            found[tuple(code.count(str(digit)) for digit in DIGITS)] += 1
    if not found:
        raise BadQuestion(f"{game.name} has no blueprints of set {', '.join(sets)[:40]}")
    return found


def _pieces(game: GameData) -> Digits:
    found: Counter[int] = Counter()
    for item in deck_of(game, PIECES):
        digit = item.fields.get("digit")
        if not isinstance(digit, int) or digit not in DIGITS:
            raise BadQuestion(f"{PIECES}/{item.id}: {digit} is not a digit from 0 to 3")
        found[digit] += item.copies
    return tuple(found[digit] for digit in DIGITS)
