"""The generic checks in words: what each asks for, its settings, its examples."""

from generator.balance.lookup import sort_of
from generator.balance.rule import Check
from generator.balance.settings import (
    ExpressionField,
    GroupField,
    KeyedField,
    KindField,
    LimitsField,
    MemberKeyField,
    PathField,
    PlaceField,
    WithinField,
)
from generator.catalog.fields import Field, FlagField, ListField, MapField, NumberField, RecordField

_SIMPLE: dict[type[Field], str] = {
    MemberKeyField: "a key of the members",
    PlaceField: "a path: where a breach is shown",
    LimitsField: "[smallest, largest]",
    FlagField: "true or false",
}


def sentence(check: Check) -> str:
    """What a check asks for, in a sentence."""
    return (check.__doc__ or "").partition("\n")[0]


def explained(check: Check) -> str:
    """A check's manual: what it asks for, its settings, and examples that keep and break it."""
    words, _, examples = (check.__doc__ or "").strip().partition("\nPASS\n")
    width = max(len(name) for name in check.PARAMETERS) + 2
    settings = [f"    {name:{width}}{_setting(known)}" for name, known in check.PARAMETERS.items()]
    needs: tuple[str, ...] = getattr(check, "NEEDS", ())
    if needs:
        settings.append(f"    One of {', '.join(needs)} is needed.")
    apart: tuple[tuple[str, str], ...] = getattr(check, "APART", ())
    settings += [f"    {one} and {other} exclude each other." for one, other in apart]
    return "\n".join([words.strip(), "", "settings:", *settings, "", "PASS", examples.rstrip()])


def _setting(known: Field) -> str:
    told = _wanted(known)
    if known.required:
        return f"{told}; needed"
    default = known.default
    if isinstance(known, FlagField):
        return f"{told}; {str(bool(default)).lower()} if absent"
    return told if default in (None, "", []) else f"{told}; {default} if absent"


def _wanted(known: Field) -> str:
    """What a setting may be, in words."""
    if type(known) in _SIMPLE:
        return _SIMPLE[type(known)]
    match known:
        case PathField():
            what = "a path to " if known.deep else "a field: "
            to = " or ".join(dict.fromkeys(sort_of(sort) for sort in known.to)) if len(known.to) < 4 else "a value"
            lists = ", or a list of such" if known.many else ""
            return f"{what}{to or 'anything'}{lists}{', or id' if known.named else ''}{_of(known.of)}"
        case KindField():
            return "a kind; the rule's own if absent" if not known.required else "a kind"
        case GroupField():
            return "a value of within" + (", or a family" if known.families else "")
        case ExpressionField():
            given = [name for name in known.given if name != "let"]
            over = f" over the fields and {' and '.join(given)}" if given else " over the fields"
            return f"a text with {{{{ expressions }}}}{over}" if known.message else f"an expression{over}"
        case WithinField():
            return f"a whole number, {known.low} to {known.high}" if known.high < 10**9 else "a whole number"
        case NumberField():
            return "a whole number" if known.whole else "a number"
        case ListField():
            return f"a list, each {_wanted(known.of)}"
        case KeyedField():
            return f"a mapping: {_wanted(known.key)}, to {_wanted(known.of)}"
        case MapField():
            return f"a mapping: name to {_wanted(known.of)}"
        case RecordField():
            return f"a mapping of {', '.join(known.fields)}"
    return "a word or text"


def _of(setting: str) -> str:
    return f", of the kind {setting}" if setting else ""
