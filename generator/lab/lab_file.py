"""``lab.yaml``: what to look at in a game beyond its fields, and which questions to ask again.

measures   numbers worked out of an item (value for money), by a sort of item
curves     one number against another, by a sort of item
better     for a kind, by expression: ``low`` or ``high`` (which of two items is better), or ``same`` (items that differ
           in it are not compared)
questions  those of ``pnp odds``, or ``spread``; ``expect`` is what ``pnp check`` holds the answer to
simulated  whole games; ``expect`` is what ``pnp check --lab`` holds their figures to
"""

from collections.abc import Callable
from collections.abc import Mapping as MappingType
from collections.abc import Sequence as SequenceType

from msgspec import Struct

from generator.lab.lab_keys import CURVE, LAB, MEASURE, QUESTION, SIMULATED, WAYS, questions
from generator.model.budget import ExpressionError
from generator.model.expressions import compile_expression
from generator.model.fields import ChoiceField, Field, NumberField, ReadContext, read_fields
from generator.model.game import Game
from generator.model.values import ProblemLog, Record, nearest
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar, Sequence, describe

FILE = "lab.yaml"
BESIDE_FIELDS = ("id", "copies")  # what an expression may ask for besides an item's fields
LONGEST_NAME = 120  # characters
MOST_ENTRIES = 100  # of each part


class Lab(Struct, frozen=True):
    """What a game's ``lab.yaml`` says: entries by the keys of `lab_keys`, each with the ``node`` that it was read from.

    A question has what it ``asks``, the values ``given`` as ``NAME=VALUE``, and the limits in ``expect`` of what
    ``take`` finds in its answer. ``better`` is by kind, then by expression.
    """

    measures: SequenceType[Record] = ()
    curves: SequenceType[Record] = ()
    better: MappingType[str, MappingType[str, str]] = {}
    questions: SequenceType[Record] = ()
    simulated: SequenceType[Record] = ()
    root: Mapping | None = None


def read_lab(game: Game) -> tuple[Lab, ProblemLog]:
    """Read a game's ``lab.yaml``; a game need not have one."""
    report = ProblemLog(game.file.removesuffix("game.yaml") + FILE)
    path = game.folder / FILE
    if not path.exists():
        return Lab(), report
    root, report.problems = read_file(path, report.file, game.folder.resolve().parent)
    root = report.rooted(root, Mapping, "a mapping with measures, curves, better and questions")
    return (Lab() if root is None else _Reader(game, report).whole(root)), report


def _line(text: str) -> str:
    """A name in one line, of a length that fits one."""
    words = " ".join(text.split())
    return words if len(words) <= LONGEST_NAME else words[: LONGEST_NAME - 1] + "…"


class _Reader:
    """Reads the file, noting what is wrong with it."""

    def __init__(self, game: Game, report: ProblemLog) -> None:
        self.game = game
        self.report = report
        self.context = ReadContext(report, game.languages)

    def whole(self, root: Mapping) -> Lab:
        parts = read_fields(root, LAB, self.context)
        return Lab(
            measures=self.entries(parts["measures"], lambda one: self.entry(one, MEASURE, "expression", "by", "where")),
            curves=self.entries(parts["curves"], lambda one: self.entry(one, CURVE, "x", "y", "by", "where")),
            questions=self.entries(parts["questions"], self.question),
            simulated=self.entries(parts["simulated"], lambda one: self.entry(one, SIMULATED)),
            better=self.better(parts["better"]),
            root=root,
        )

    def entries(self, node: Node | None, read: Callable[[Mapping], Record | None]) -> list[Record]:
        """The mappings of a list, but for those in which something is wrong."""
        if node is None:
            return []
        if not isinstance(node, Sequence):
            self.report.add(node, "wrong-type", f"a list is wanted here, not {describe(node)}", "start with a hyphen")
            return []
        if len(node.items) > MOST_ENTRIES:
            message = f"the list has {len(node.items):,} members; {MOST_ENTRIES} are possible"
            self.report.add(node.items[MOST_ENTRIES], "number-range", message)
        for member in node.items:
            if not isinstance(member, Mapping):
                self.report.add(member, "wrong-type", f"a mapping is wanted here, not {describe(member)}")
        records = [read(member) for member in node.items[:MOST_ENTRIES] if isinstance(member, Mapping)]
        return [entry for entry in records if entry is not None]

    def entry(self, node: Mapping, form: dict[str, Field], *expressions: str) -> Record | None:
        """The values of an entry about a kind; None where something in it is wrong."""
        before = len(self.report.problems)
        values = read_fields(node, form, self.context)
        kind = values.get("kind")
        if kind is not None and self.is_kind(kind, node.values["kind"]):
            for name in expressions:
                if values[name] is not None:
                    self.is_expression(kind, values[name], node.values[name])
        values |= {key: _line(values[key] or "") for key in ("name", "unit") if key in values}
        return Record({**values, "node": node}) if len(self.report.problems) == before else None

    def better(self, node: Node | None) -> dict[str, dict[str, str]]:
        ways_by_kind: dict[str, dict[str, str]] = {}
        if not isinstance(node, Mapping):
            if node is not None:
                self.report.add(node, "wrong-type", f"a mapping of kinds is wanted here, not {describe(node)}")
            return ways_by_kind
        for kind, ways in node.values.items():
            if not self.is_kind(kind, node.keys[kind]):
                continue
            if not isinstance(ways, Mapping):
                message = f"fields with low, high or same are wanted here, not {describe(ways)}"
                self.report.add(ways, "wrong-type", message, "such as {cost: low, value: high}")
                continue
            ways_by_kind[kind] = {}
            for expression, way in ways.values.items():
                word = ChoiceField(of=WAYS).read(way, self.context)
                if self.is_expression(kind, expression, ways.keys[expression]) and word:
                    ways_by_kind[kind][expression] = word
            if ways.values and ways_by_kind[kind] and set(ways_by_kind[kind].values()) <= {"same"}:
                self.report.add(ways, "missing-field", "nothing is low or high here", "such as {cost: low}")
        return ways_by_kind

    def question(self, node: Mapping) -> Record | None:
        before = len(self.report.problems)
        fields = questions(self.game.folder.parent)
        keys = [key for key in node.values if key in fields]
        own = Mapping(
            {key: word for key, word in node.keys.items() if key not in keys},
            {key: value for key, value in node.values.items() if key not in keys},
            node.line,
            node.column,
        )
        values = read_fields(own, {**QUESTION, **fields}, self.context)
        if not keys and len(self.report.problems) == before:
            hint = f"such as draw: {{kind: …, draws: 3, where: …}}; {nearest('', fields)}"
            self.report.add(node, "missing-field", "it asks nothing", hint)
        for second in keys[1:]:
            self.report.add(node.keys[second], "wrong-type", f"{second} is next to {keys[0]}; one is asked")
        arguments = self.arguments(node.values[keys[0]]) if keys else []
        if keys and "/" not in keys[0]:
            self.of_a_deck(node.values[keys[0]])
        expect = None if values["expect"] is None else self.limits(values["expect"])
        if len(self.report.problems) > before:
            return None
        texts = {"name": _line(values["name"]), "why": str(values["why"] or ""), "expect": expect, "node": node}
        return Record({**values, **texts, "asks": keys[0], "given": arguments})

    def arguments(self, node: Node) -> list[str]:
        """A question's values as it takes them: ``NAME=VALUE``."""
        if not isinstance(node, Mapping):
            message = f"a mapping of the question's values is wanted here, not {describe(node)}"
            self.report.add(node, "wrong-type", message, "such as {kind: …, draws: 3, where: …}")
            return []
        arguments = []
        for key, value in node.values.items():
            members = value.items if isinstance(value, Sequence) else [value]
            words = [member.text for member in members if isinstance(member, Scalar) and not member.absent]
            if len(words) < len(members) or not members:
                self.report.add(
                    value, "wrong-type", f"a value or a list of values is wanted here, not {describe(value)}"
                )
            else:
                arguments.append(f"{key.replace('_', '-')}={','.join(words)}")
        return arguments

    def of_a_deck(self, node: Node) -> None:
        """Whether the kind is there, and the expressions ask for what its items have."""
        kind = node.values.get("kind") if isinstance(node, Mapping) else None
        if not (isinstance(node, Mapping) and isinstance(kind, Scalar)) or not self.is_kind(kind.text, kind):
            return
        for name in ("where", "from", "of", "sum"):
            value = node.values.get(name)
            if isinstance(value, Scalar) and not value.absent:
                self.is_expression(kind.text, value.text, value)

    def limits(self, node: Node) -> tuple[int | float, int | float] | None:
        """``[low, high]``, as numbers or fractions of them."""
        if not isinstance(node, Sequence) or len(node.items) != 2:
            hint = "such as [0.4, 0.8], with a point in each number"
            self.report.add(node, "wrong-type", "the lowest and the highest that may come out are wanted here", hint)
            return None
        low, high = (NumberField(whole=False).read(member, self.context) for member in node.items)
        if low is None or high is None:
            return None
        if low > high:  # type: ignore[operator]  # no words are possible
            self.report.add(
                node, "number-range", f"the lowest is {low} and the highest {high}", f"write [{high}, {low}]"
            )
        return low, high  # type: ignore[return-value]

    def is_kind(self, name: str, node: Node) -> bool:
        kind = self.game.kinds.get(name)
        if kind is None or kind.prose:
            message = f"{name[:40]!r} is not a kind" if kind is None else f"{name} are running text, not items"
            with_items = [kind.name for kind in self.game.kinds.values() if not kind.prose]
            self.report.add(node, "unknown-reference", message, nearest(name, with_items))
            return False
        return True

    def is_expression(self, kind: str, expression: str, node: Node) -> bool:
        """Whether an expression can be read and asks for nothing that the kind lacks."""
        fields = [*(name for name in self.game.kinds[kind].fields if name != "waive"), *BESIDE_FIELDS]
        try:
            _, names = compile_expression(expression)
        except ExpressionError as error:
            self.report.add(node, "lab-syntax", str(error))
            return False
        unknown = [] if kind in self.game.unread else sorted(names - {*fields})  # nobody can say which fields it has
        for name in unknown:
            self.report.add(node, "unknown-reference", f"{kind} have no field {name[:40]!r}", nearest(name, fields))
        return not unknown
