"""The generic checks in words: what each asks for, its settings, its examples."""

from textwrap import fill

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
from generator.catalog.fields import Field
from generator.catalog.wanted import usually, wanted

WIDTH = 118


def sentence(check: Check) -> str:
    """What a check asks for, in a sentence."""
    return (check.__doc__ or "").partition("\n")[0]


def explained(check: Check) -> str:
    """A check's manual: what it asks for, its settings, and examples that keep and break it."""
    words, _, examples = (check.__doc__ or "").strip().partition("\nPASS\n")
    width = max(len(name) for name in check.PARAMETERS) + 2
    settings = [_setting(name, known, width) for name, known in check.PARAMETERS.items()]
    needs: tuple[str, ...] = getattr(check, "NEEDS", ())
    if needs:
        settings.append(f"    One of {', '.join(needs)} is needed.")
    apart: tuple[tuple[str, str], ...] = getattr(check, "APART", ())
    settings += [f"    {one} and {other} exclude each other." for one, other in apart]
    return "\n".join([words.strip(), "", "settings:", *settings, "", "PASS", examples.rstrip()])


def _setting(name: str, known: Field, width: int) -> str:
    """A setting's name, what it takes and means, and what an absent one stands for."""
    usual = usually(known)
    asked = "; ".join([wanted(known), *([usual if known.required else f"{usual} if absent"] if usual else [])])
    hang = " " * (4 + width)
    return fill(f"{known.says} ({asked})", WIDTH, initial_indent=f"    {name:{width}}", subsequent_indent=hang)


wanted.register(KindField, lambda _: "a kind")
wanted.register(MemberKeyField, lambda _: "a key of the members")
wanted.register(PlaceField, lambda _: "a path: where a breach is shown")
wanted.register(LimitsField, lambda _: "[smallest, largest]")


@wanted.register
def _path(known: PathField) -> str:
    what = "a path to " if known.deep else "a field: "
    to = " or ".join(dict.fromkeys(sort_of(sort) for sort in known.to)) if len(known.to) < 4 else "a value"
    lists = ", or a list of such" if known.many else ""
    return f"{what}{to or 'anything'}{lists}{', or id' if known.named else ''}{_of(known.of)}"


@wanted.register
def _group(known: GroupField) -> str:
    return "a value of within" + (", or a family" if known.families else "")


@wanted.register
def _expression(known: ExpressionField) -> str:
    given = [name for name in known.given if name != "let"]
    over = f" over the fields and {' and '.join(given)}" if given else " over the fields"
    return f"a text with {{{{ expressions }}}}{over}" if known.message else f"an expression{over}"


@wanted.register
def _within(known: WithinField) -> str:
    return f"a whole number, {known.low} to {known.high}" if known.high < 10**9 else "a whole number"


@wanted.register
def _keyed(known: KeyedField) -> str:
    return f"a mapping: {wanted(known.key)}, to {wanted(known.of)}"


def _of(setting: str) -> str:
    return f", of the kind {setting}" if setting else ""
