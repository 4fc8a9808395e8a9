"""Values in texts that players read: ``{=EXPRESSION}`` is what it comes to, ``{n|phrase}`` a phrase in its plural form.

A text whose expression is wrong stays as it is written: the check reports it at its place.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Problem
from generator.core.readings import BASE
from generator.draw.attribute_expressions import compile_expression
from generator.model.budget import METER, ExhaustedError, ExpressionError, TooCostlyError
from generator.model.game import Game, Item
from generator.model.numerals import shown
from generator.model.values import LocalizedText, Record
from generator.read.blocks import RunningText, Span, Spans, changed

# What holds a value in a text: ``{=EXPRESSION}``, or ``{n|phrase}`` for a phrase that goes with a number.
_SIGN = (
    r"\{=(?P<value>[^{}]{1,500})\}"
    rf"|\{{(?!{BASE}\|)(?P<count>[^{{}}|=][^{{}}|]{{0,200}})\|(?P<phrase>[\w-]{{1,60}})\}}"
)
VALUE = re.compile(rf"(?<!\\)(?:{_SIGN})")
ONE_TEXT = 300_000  # steps that the values of one text may take

Tools = Callable[[str], dict[str, Any]]  # what expressions may use besides an item's fields, by language


class WrongValue(Struct, frozen=True):
    """A value in a text that cannot be worked out: the sign as it is written, and where it begins."""

    sign: str
    start: int
    rule: str
    message: str
    hint: str


class TextValues(Struct):
    """Fills in the values in the texts of one game."""

    game: Game
    icons: Iterable[str]  # signs that stand for a picture, whatever is in them
    tools: Tools

    def text(self, text: str, values: dict[str, Any], language: str) -> tuple[str, list[WrongValue]]:
        """A text with its values, and those that cannot be worked out."""
        if "{" not in text:
            return text, []
        variables = {**self.tools(language), **values}
        parts: list[str] = []
        wrong: list[WrongValue] = []
        at = 0
        with METER.allowance(ONE_TEXT, "the values of one text"):
            for match in VALUE.finditer(text):
                if match[0] in self.icons:
                    continue
                parts.append(text[at : match.start()])
                at = match.end()
                try:
                    parts.append(_value(match["value"] or match["count"], match["phrase"], variables))
                except (ExpressionError, ExhaustedError) as error:
                    rule = "too-costly" if isinstance(error, TooCostlyError | ExhaustedError) else "text-value"
                    wrong.append(WrongValue(match[0], match.start(), rule, str(error), getattr(error, "hint", "")))
                    parts.append(match[0])
        return "".join([*parts, text[at:]]), wrong

    def variables(self, item: Item, language: str) -> dict[str, Any]:
        """What expressions in an item's texts may use of it: its fields by name, and the whole as ``item``."""
        view = item.view(language, self.game.language)
        return {"copy": item.copy or 1, **view.held, "item": view}

    def view(self, item: Item, language: str) -> Record:
        """An item's values in one language, as templates see them, with the values in its texts."""
        values = self.variables(item, language)

        def fill(text: LocalizedText) -> str:
            return self.text(text.in_language(language, self.game.language), values, language)[0]

        return Record(dict(iter(values["item"])) | {name: _filled(value, fill) for name, value in item.fields.items()})

    def fields(self, item: Item) -> dict[str, Any]:
        """An item's fields with the values in its texts, in all languages of the game."""
        views = {language: self.variables(item, language) for language in self.game.languages}

        def fill(text: LocalizedText) -> LocalizedText:
            texts = {key: text.in_language(key, self.game.language) for key in views}
            return LocalizedText({key: self.text(texts[key], views[key], key)[0] for key in views})

        return {name: _filled(value, fill) for name, value in item.fields.items()}

    def document(self, document: RunningText, language: str) -> tuple[RunningText, list[Problem]]:
        """A running text with its values, and what is wrong with them at their places."""
        findings: list[Problem] = []

        def filled(spans: Spans) -> Spans:
            out: list[Span] = []
            for span in spans:
                text, wrong = self.text(span.text, {}, language)
                for fault in wrong:
                    file, line, column = document.file, span.line, span.column + fault.start
                    findings.append(Problem(file, line, column, "error", fault.rule, fault.message, fault.hint))
                out.append(replace(span, text=text))
            return tuple(out)

        return replace(document, blocks=tuple(changed(block, filled) for block in document.blocks)), findings


def _filled(value: Any, fill: Callable[[LocalizedText], Any]) -> Any:
    """A field's value with what ``fill`` makes of each text in it."""
    if isinstance(value, LocalizedText):
        return fill(value)
    if isinstance(value, list):
        return [_filled(part, fill) for part in value]
    return Record({key: _filled(part, fill) for key, part in value}) if isinstance(value, Record) else value


def _value(expression: str, phrase: str | None, variables: dict[str, Any]) -> str:
    """What an expression comes to, as it is printed; or a phrase that goes with it.

    Raises:
        ExpressionError: it cannot be worked out, or comes to nothing that can be printed.
    """
    value = compile_expression(expression)(variables)
    if value is None:
        raise ExpressionError(f"{expression.strip()!r} has no value here")
    if isinstance(value, list | dict | Record):
        raise ExpressionError(f"{expression.strip()!r} is neither text nor a number")
    if phrase is None:
        return shown(value, str(variables["lang"]))
    return str(variables["word"](phrase, value))
