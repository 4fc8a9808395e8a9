"""The rules that a game's items obey, each as a form; new ones of the checks whose settings fit into one.

GET /GAME/balance: the page; with ``check`` and ``kind`` it has the form of a new rule. POST /-/balance/GAME: ``do``
(add, save, delete) and ``rule``, its name, in, and settings as ``set.NAME``; then the page. Examples of a rule that no
longer hold are taken out.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec.structs import replace

from generator.core.problem import Faulty, NotFound, Problem, WrongUse
from generator.core.rewriting import rewrite
from generator.editing.forms import titles_in
from generator.editing.item_texts import fields_changed
from generator.editing.kind_edits import rule_examples, rule_fields
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
from generator.web.faults import homes_of
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, text_in
from generator.web.source_files import SourceFile, lines_of_entries
from generator.web.speech import FIRST, vocabulary

TABS = [Tab("balance", "balance", 46, under="rules")]
FILE = "balance.yaml"
OWN = ("why", "level", "hint")  # what every rule says, and a form has
_SIMPLE = {"number": "number", "choice": "choice", "flag": "flag", "word": "text"}
_EXAMPLE = "example-fails"
_SIGN = re.compile(r"'[^']*'|[A-Za-z_]\w*|[<>=!]=|[*/-]")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "*": "×", "/": "÷", "-": "−"}


class RuleSetting(NamedTuple):
    """A setting of a rule, as a form shows it."""

    name: str
    label: str
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
    says: Sequence[str | RuleSetting] = ()  # what is asked, as a sentence whose numbers can be changed
    why: str = ""


@get("/{game}/balance", only=("check", "kind"))
def balance(request: WorkshopRequest) -> Response:
    """The page."""
    game, check_name, kind = request.game, request.text("check"), request.text("kind")
    problems, kinds = request.checked.problems, [each for each in game.kinds.values() if not each.prose]
    rules = [_shown(request, entry) for entry in _entries(request.file(FILE, begins=True)) if _text_of(entry, "rule")]
    homes = homes_of(game, problems)
    fresh = None
    if check_name in simple_checks() and kind in game.kinds:
        settings = _settings(request.tongue, check_name, {})
        fresh = RuleView("", check_name, kind, sentence(checks()[check_name]), settings, [])
    return request.page(
        "balance.html",
        rules=rules,
        fresh=fresh,
        known=[(name, _named_check(request, name)) for name in simple_checks()],
        broken={rule.name: len({homes.get(each, (None, ""))[1] for each in rule.breaches}) for rule in rules},
        kinds=[(each.name, each.title.in_language(request.tongue, game.language)) for each in kinds],
        paths={
            each.name: {name: titles.get(name, name) for name in each.fields if name not in ("id", "waive")}
            for each in kinds
            for titles in [titles_in(each, request.tongue, game.language)]
        },
    )


def simple_checks() -> list[str]:
    """The checks of which a form can put a rule together: what they need are numbers, words and fields."""
    return [
        name
        for name, check in checks().items()
        if all(_fits(each) for each in check.PARAMETERS.values() if each.required)
    ]


def _fits(field: Field) -> bool:
    return field.in_form.sort in _SIMPLE and not isinstance(field, ExpressionField)


def sentence(check: Check) -> str:
    """Describe a check: the first sentence of its description."""
    return (check.__doc__ or "").partition("\n")[0]


def _text_of(entry: MappingNode, key: str) -> str:
    node = entry.values.get(key)
    return node.text if isinstance(node, Scalar) and not node.absent else ""


def _named_check(request: WorkshopRequest, name: str) -> str:
    """What a check asks for: in English as its manual says it."""
    if request.tongue == FIRST:
        return sentence(checks()[name])
    return re.sub(r"\{\w+\}", "…", _sentences(request.tongue, name)[0])


def _sentences(tongue: str, check: str) -> list[str]:
    """What is said of a check, from the least to the most."""
    words = vocabulary(tongue)
    keys = ["rule-" + check + end for end in ("", *(f"-{number}" for number in range(2, 10)))]
    return [str(words[key]) for key in keys if key in words]


def _spoken(
    request: WorkshopRequest, kind: str, check: str, settings: Sequence[RuleSetting], entry: MappingNode
) -> list[str | RuleSetting]:
    """A rule as a sentence, with the settings that are numbers in their places."""
    game, tongue, said = request.game, request.tongue, {each.name: each for each in settings}
    titles = {word: request.say("balance-" + word) for word in ("and", "or", "not", "in")}
    titles |= titles_in(game.kinds[kind], tongue, game.language) if kind in game.kinds else {}
    values = {key: _in_words(node, titles) for key, node in entry.values.items()}
    kinds = {each.name: each.title.in_language(tongue, game.language) for each in game.kinds.values()}
    values |= {key: kinds[name] for key in ("kind", "by", "to") if (name := _text_of(entry, key)) in kinds}
    known = [(set(re.findall(r"\{(\w+)\}", text)), text) for text in _sentences(tongue, check)]
    meant = max(
        (each for each in known if each[0] <= values.keys()), key=lambda each: len(each[0]), default=(set(), check)
    )
    where = [request.say("balance-where", where=values[key]) for key in ("when", "where") if values.get(key)]
    within = " " + request.say("balance-within", within=values["within"]) if values.get("within") else ""
    whole = request.say("balance-sentence", what=", ".join([values.get("kind", kind), *where]), says=meant[1] + within)
    parts = re.split(r"\{(\w+)\}", whole)
    numbers = [each.name for each in settings if each.sort == "number"]
    return [part if not at % 2 else said[part] if part in numbers else values[part] for at, part in enumerate(parts)]


def _in_words(node: Any, titles: Mapping[str, str]) -> str:
    """A setting as it is said: of fields their titles, of conditions the signs of sums."""
    if isinstance(node, MappingNode):
        said = {key: _in_words(value, titles).replace(", ", "–") for key, value in node.values.items()}
        return ", ".join(f"{titles.get(key, key)} {value}" for key, value in said.items())
    if isinstance(node, SequenceNode):
        return ", ".join(_in_words(each, titles) for each in node.items)
    text = node.text if isinstance(node, Scalar) and not node.absent else ""
    text = re.sub(r"\.\*|\*\.", "", text)
    return _SIGN.sub(lambda match: titles.get(match[0], _SIGNS.get(match[0], match[0])), text)


def _shown(request: WorkshopRequest, entry: MappingNode) -> RuleView:
    name, problems = _text_of(entry, "rule"), request.checked.problems
    check = _text_of(entry, "check") or name
    parsed_check = checks().get(check)
    breaches = [problem for problem in problems if problem.rule == name]
    settings = _settings(request.tongue, check, entry.values) if parsed_check is not None else []
    does = sentence(parsed_check) if parsed_check is not None else ""
    kind = _text_of(entry, "kind")
    says = _spoken(request, kind, check, settings, entry)
    return RuleView(name, check, kind, does, settings, breaches, says, _text_of(entry, "why"))


def _settings(tongue: str, check: str, values: Mapping[str, Any]) -> list[RuleSetting]:
    fields, words = {**checks()[check].PARAMETERS, **{name: COMMON[name] for name in OWN}}, vocabulary(tongue)
    labels = {name: words.get("setting-" + f"{check}-{name}") or words["setting-" + name] for name in fields}
    return [_setting(name, str(labels[name]), field, values.get(name)) for name, field in fields.items()]


def _setting(name: str, label: str, field: Field, node: Any) -> RuleSetting:
    sort = _SIMPLE.get(field.in_form.sort, "other")
    plain = node is None or isinstance(node, Scalar)
    value = node.text if isinstance(node, Scalar) and not node.absent else ""
    return RuleSetting(name, label, sort if plain else "other", value, field.says, field.required, field.choices)


@post("/-/balance/{game}", looks=True)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Add, change or delete a rule."""
    file, deed, name = request.file(FILE, begins=True), text_in(sent, "do"), text_in(sent, "rule")
    if deed == "add":
        name, content = _with_rule(request.game, file, sent)
    elif deed in ("save", "delete"):
        content = _changed(request, file, name, _values(sent) if deed == "save" else None)
    else:
        raise WrongUse("do is one of add, save, delete")
    is_new = not file.path.exists()
    if is_new:  # a file that is not there cannot be tried
        rewrite(file.path, None, b"")
    try:
        content = _tried(request, file, content, name)
    finally:
        if is_new:
            rewrite(file.path, b"", None)
    saved(request, file, content)
    return done(sent, {"rule": name}, f"{path_of(request.game.name, 'balance')}#{quote(name, safe='')}")


def _values(sent: RequestBody) -> dict[str, str | None]:
    """The settings of a form; what is empty is left out of the rule."""
    return {key.removeprefix("set."): text_in(sent, key).strip() or None for key in sent if str(key).startswith("set.")}


def _with_rule(game: Game, file: SourceFile, sent: RequestBody) -> tuple[str, bytes]:
    check, kind = text_in(sent, "check"), text_in(sent, "kind")
    if check not in simple_checks() or kind not in game.kinds:
        raise WrongUse(f"check is one of {', '.join(simple_checks())}, kind one of {', '.join(game.kinds)}")
    values = {name: value for name, value in _values(sent).items() if value is not None}
    about = values.get("field", "") or check
    name = Ids([rule.name for rule in open_rulebook(game).rules]).new(f"{kind}-{about}".replace(".", "-"))
    begun = as_yaml({"rule": name, "check": check, "kind": kind, "source": "our own"})
    fields = rule_fields(check)
    text = fields_changed(fields, begun, values | rule_examples(game.kinds[kind], check, values))
    before = file.content + (b"\n" if file.content and not file.content.endswith(b"\n\n") else b"")
    return name, before + text.encode()


def _changed(request: WorkshopRequest, file: SourceFile, name: str, values: Mapping[str, Any] | None) -> bytes:
    """The file with other settings of a rule; without it if None."""
    entries = _entries(file)
    entry = next((node for node in entries if _text_of(node, "rule") == name), None)
    if entry is None:
        raise NotFound(f"{request.game.name} has no rule {name[:60]!r}")
    ((start, end),) = lines_of_entries(entries, [entry], file.lines)
    if values is None:
        return file.replaced(start, end, [])
    fields = rule_fields(_text_of(entry, "check") or name)
    text = "\n".join(file.lines[start:end]) + "\n"
    return file.replaced(start, end, fields_changed(fields, text, values).removesuffix("\n").split("\n"))


def _entries(file: SourceFile) -> list[MappingNode]:
    root, _ = read_text(file.content.decode("utf-8", "replace"), file.shown)
    return [node for node in root.items if isinstance(node, MappingNode)] if isinstance(root, SequenceNode) else []


def _tried(request: WorkshopRequest, file: SourceFile, content: bytes, name: str) -> bytes:
    """The file, with other examples of the rule, or none, in place of those that do not hold any more.

    Raises:
        Faulty: it would have mistakes that it has not now.
    """
    game = request.game.name
    before = {each.message for each in request.checked.problems if each.file == file.shown}
    for attempt in range(3):
        problems = request.workshop.draft(game, file.path, content.decode("utf-8"), "balance").problems
        errors = [each for each in problems if (each.file, each.level) == (file.shown, "error")]
        new = [each for each in errors if each.message not in before]
        examples = [each for each in new if each.rule == _EXAMPLE and each.message.startswith(f"{name}:")]
        if not new:
            return content
        if len(examples) < len(new):
            raise Faulty([each for each in new if each not in examples], "nothing was saved")
        draft = replace(file, content=content)
        others = _examples(request.game, draft, name) if attempt == 0 else {}
        verdicts = ["fail" if "under fail" in each.message else "pass" for each in examples]
        content = _changed(request, draft, name, {verdict: others.get(verdict) for verdict in verdicts})
    return content


def _examples(game: Game, file: SourceFile, name: str) -> dict[str, Any]:
    """Examples of a rule as it is written now."""
    entry = next(node for node in _entries(file) if _text_of(node, "rule") == name)
    values = {key: _text_of(entry, key) for key in ("kind", "check", "field", "min", "max", "exactly")}
    kind = game.kinds.get(values["kind"])
    return rule_examples(kind, values["check"] or name, values) if kind is not None else {}
