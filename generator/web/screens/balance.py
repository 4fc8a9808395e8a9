"""The rules that a game's items obey, each as a form; new ones of the checks whose settings fit into one.

GET /GAME/balance: the page; with ``check`` and ``kind`` it has the form of a new rule. POST /-/balance/GAME: ``do``
(add, save, delete) and ``rule``, its name, in, and settings as ``set.NAME``; then the page. Examples of a rule that no
longer hold are taken out.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec.structs import replace

from generator.core.problem import Faulty, NotFound, Problem, WrongUse
from generator.core.rewriting import rewrite
from generator.editing.item_texts import fields_changed
from generator.forge.yaml_writer import as_yaml
from generator.model.fields import Field
from generator.model.game import Game
from generator.model.values import Ids
from generator.read.reader import read_text
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.rules.rule import Check
from generator.rules.rulebook import COMMON, checks, open_rulebook
from generator.rules.settings import ExpressionField
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, text_in
from generator.web.source_files import SourceFile, lines_of_entry

TAB = Tab("balance", "balance", 46)
FILE = "balance.yaml"
OWN = ("why", "level", "hint")  # what every rule says, and a form has
_SIMPLE = {
    "number": "number",
    "choice": "choice",
    "flag": "flag",
    "word": "text",
}
_EXAMPLE = "example-fails"


class RuleSetting(NamedTuple):
    """A setting of a rule, as a form shows it."""

    name: str
    sort: str  # number, choice, flag, text, or other: changed in the file alone
    value: str
    says: str
    required: bool
    words: tuple[str, ...]


class RuleView(NamedTuple):
    """A rule on the page."""

    name: str
    check: str
    kind: str
    does: str  # what the check does, in English
    settings: list[RuleSetting]
    breaches: list[Problem]


@get("/{game}/balance", only=("check", "kind"))
def balance(asked: WorkshopRequest) -> Response:
    """The page."""
    game, wanted, kind = asked.game, asked.text("check"), asked.text("kind")
    problems, kinds = asked.checked.problems, [one for one in game.kinds.values() if not one.prose]
    shown = [_shown(entry, problems) for entry in _entries(asked.file(FILE, begins=True)) if _name(entry)]
    fresh = None
    if wanted in simple_checks() and kind in game.kinds:
        check = checks()[wanted]
        fresh = RuleView("", wanted, kind, sentence(check), _settings({}, check), [])
    return asked.page(
        "balance.html",
        rules=shown,
        fresh=fresh,
        known=[(name, sentence(checks()[name])) for name in simple_checks()],
        kinds=[(one.name, one.title.in_language(asked.tongue, game.language)) for one in kinds],
        paths={one.name: [name for name in one.fields if name not in ("id", "waive")] for one in kinds},
    )


def simple_checks() -> list[str]:
    """The checks of which a form can put a rule together: what they need are numbers, words and fields."""
    return [
        name for name, check in checks().items() if all(_fits(one) for one in check.PARAMETERS.values() if one.required)
    ]


def _fits(field: Field) -> bool:
    return field.in_form.sort in _SIMPLE and not isinstance(field, ExpressionField)


def sentence(check: Check) -> str:
    """What a check does: the first sentence of its description."""
    return (check.__doc__ or "").partition("\n")[0]


def _name(entry: MappingNode) -> str:
    return _said(entry, "rule")


def _said(entry: MappingNode, key: str) -> str:
    node = entry.values.get(key)
    return node.text if isinstance(node, Scalar) and not node.absent else ""


def _shown(entry: MappingNode, problems: Iterable[Problem]) -> RuleView:
    name = _name(entry)
    check = _said(entry, "check") or name
    said = checks().get(check)
    breaches = [one for one in problems if one.rule == name]
    settings = _settings(entry.values, said) if said is not None else []
    does = sentence(said) if said is not None else ""
    return RuleView(name, check, _said(entry, "kind"), does, settings, breaches)


def _settings(values: Mapping[str, Any], check: Check) -> list[RuleSetting]:
    fields = {**check.PARAMETERS, **{name: COMMON[name] for name in OWN}}
    return [_setting(name, field, values.get(name)) for name, field in fields.items()]


def _setting(name: str, field: Field, node: Any) -> RuleSetting:
    sort = _SIMPLE.get(field.in_form.sort, "other")
    plain = node is None or isinstance(node, Scalar)
    value = node.text if isinstance(node, Scalar) and not node.absent else ""
    return RuleSetting(name, sort if plain else "other", value, field.says, field.required, field.choices)


@post("/-/balance/{game}", looks=True)
def write(asked: WorkshopRequest, sent: RequestBody) -> Response:
    """Add, change or delete a rule."""
    file, deed, name = asked.file(FILE, begins=True), text_in(sent, "do"), text_in(sent, "rule")
    if deed == "add":
        name, content = _with_rule(asked.game, file, sent)
    elif deed in ("save", "delete"):
        content = _changed(asked, file, name, _values(sent) if deed == "save" else None)
    else:
        raise WrongUse("do is one of add, save, delete")
    is_new = not file.path.exists()
    if is_new:  # a file that is not there cannot be tried
        rewrite(file.path, None, b"")
    try:
        content = _tried(asked, file, content, name)
    finally:
        if is_new:
            rewrite(file.path, b"", None)
    saved(asked, file, content)
    return done(sent, {"rule": name}, f"{path_of(asked.game.name, 'balance')}#{quote(name, safe='')}")


def _values(sent: RequestBody) -> dict[str, str | None]:
    """What a form says of settings; what is empty is left out of the rule."""
    return {key.removeprefix("set."): text_in(sent, key).strip() or None for key in sent if str(key).startswith("set.")}


def _with_rule(game: Game, file: SourceFile, sent: RequestBody) -> tuple[str, bytes]:
    check, kind = text_in(sent, "check"), text_in(sent, "kind")
    if check not in simple_checks() or kind not in game.kinds:
        raise WrongUse(f"check is one of {', '.join(simple_checks())}, kind one of {', '.join(game.kinds)}")
    values = {name: value for name, value in _values(sent).items() if value is not None}
    about = values.get("field", "") or check
    name = Ids([rule.name for rule in open_rulebook(game).rules]).new(f"{kind}-{about}".replace(".", "-"))
    begun = as_yaml({"rule": name, "check": check, "kind": kind, "source": "our own"})
    fields = {**COMMON, **checks()[check].PARAMETERS}
    made = fields_changed(fields, begun, values)
    before = file.content + (b"\n" if file.content and not file.content.endswith(b"\n\n") else b"")
    return name, before + made.encode()


def _changed(asked: WorkshopRequest, file: SourceFile, name: str, values: Mapping[str, Any] | None) -> bytes:
    """The file with other settings of a rule; without it if None."""
    entries = _entries(file)
    entry = next((one for one in entries if _name(one) == name), None)
    if entry is None:
        raise NotFound(f"{asked.game.name} has no rule {name[:60]!r}")
    start, end = lines_of_entry(entries, entry, file.lines)
    if values is None:
        return file.replaced(start, end, [])
    check = checks().get(_said(entry, "check") or name)
    fields = {**COMMON, **(check.PARAMETERS if check is not None else {})}
    text = "\n".join(file.lines[start:end]) + "\n"
    return file.replaced(start, end, fields_changed(fields, text, values).removesuffix("\n").split("\n"))


def _entries(file: SourceFile) -> list[MappingNode]:
    root, _ = read_text(file.content.decode("utf-8", "replace"), file.shown)
    return [one for one in root.items if isinstance(one, MappingNode)] if isinstance(root, SequenceNode) else []


def _tried(asked: WorkshopRequest, file: SourceFile, content: bytes, name: str) -> bytes:
    """The file, without examples of the rule that do not hold any more.

    Raises:
        Faulty: it would have mistakes that it has not now.
    """
    game = asked.game.name
    before = {one.message for one in asked.checked.problems if one.file == file.shown}
    for _ in range(3):
        found = asked.workshop.draft(game, file.path, content.decode("utf-8"), "balance").problems
        new = [one for one in found if one.file == file.shown and one.level == "error" and one.message not in before]
        examples = [one for one in new if one.rule == _EXAMPLE and one.message.startswith(f"{name}:")]
        if not new:
            return content
        if len(examples) < len(new):
            raise Faulty([one for one in new if one not in examples], "nothing was saved")
        gone = ["fail" if "under fail" in one.message else "pass" for one in examples]
        content = _changed(asked, replace(file, content=content), name, dict.fromkeys(gone))
    return content
