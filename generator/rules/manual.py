"""The check types in words: what each asks for, its settings, its examples."""

from textwrap import fill

from generator.model.fields import Field
from generator.model.wanted import usually, wanted
from generator.rules.rule import Check

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
