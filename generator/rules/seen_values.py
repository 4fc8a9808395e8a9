"""What an expression saw where it does not hold: the values that it names, and what its sides come to."""

from collections.abc import Collection
from itertools import groupby
from typing import Any

from jinja2.lexer import TOKEN_NAME, TOKEN_OPERATOR, TOKEN_VARIABLE_BEGIN, TOKEN_VARIABLE_END, TOKEN_WHITESPACE

from generator.model.budget import ExpressionError
from generator.model.expressions import ENVIRONMENT, GLOBALS, evaluate
from generator.model.numerals import shown

_WORDS = frozenset(("and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"))
_COMPARED = frozenset(("==", "!=", "<", "<=", ">", ">=", "in", "not"))  # not in
_UNSURE = frozenset(("or", "if", "else"))  # with these nobody can say which part it is that does not hold
_LONG = 40  # characters of a text

_Token = tuple[str, str, int]  # type, text, and how many brackets are open around it


def seen_values(text: str, values: dict[str, Any]) -> str:
    """The values that an expression names and what its sides come to: ``luz 9, coste 1: luz - coste is 8``."""
    tokens = _tokens(text)
    named = [f"{name} {value}" for name in names_in(text) for value in [_value(name, values)] if value]
    is_sure = not any(word in _UNSURE for _, word, depth in tokens if not depth)
    failed = next((part for part in _parts(tokens, {"and"}) if not evaluate(_text(part), values)), [])
    sides = [_text(side) for side in _parts(failed, _COMPARED)] if is_sure else []
    worked = [side for side in sides if len(sides) > 1 and side not in names_in(text) and names_in(side)]
    told = [f"{side} is {value}" for side in worked for value in [_value(side, values)] if value]
    return ": ".join(filter(None, [", ".join(named), ", ".join(told)]))


def names_in(text: str) -> list[str]:
    """The names in an expression, with the fields of what they stand for, in their order."""
    tokens, found = [token for token in _tokens(text) if token[0] != TOKEN_WHITESPACE], []
    for number, (kind, word, _) in enumerate(tokens):
        before = tokens[number - 1][1] if number else ""
        if kind == TOKEN_NAME and word not in _WORDS and before not in ("|", ".", "is"):
            path, at = word, number + 1
            while at + 1 < len(tokens) and tokens[at][1] == "." and tokens[at + 1][0] == TOKEN_NAME:
                path, at = f"{path}.{tokens[at + 1][1]}", at + 2
            after = tokens[at][1] if at < len(tokens) else ""
            path = path.rpartition(".")[0] if after == "(" else path  # a method of that
            if path and after != "=" and word not in GLOBALS:
                found.append(path)
    return list(dict.fromkeys(found))


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    depth = 0
    for _, kind, word in ENVIRONMENT.lex("{{" + text + "}}"):
        if kind not in (TOKEN_VARIABLE_BEGIN, TOKEN_VARIABLE_END):
            depth -= kind == TOKEN_OPERATOR and word in ")]}"
            found.append((kind, word, depth))
            depth += kind == TOKEN_OPERATOR and word in "([{"
    return found


def _parts(tokens: list[_Token], between: Collection[str]) -> list[list[_Token]]:
    """What stands between some words outside all brackets."""
    groups = groupby(tokens, lambda token: token[1] in between and not token[2])
    return [part for part in [list(held) for is_end, held in groups if not is_end] if _text(part)]


def _text(tokens: list[_Token]) -> str:
    return "".join(word for _, word, _ in tokens).strip()


def _value(text: str, values: dict[str, Any]) -> str:
    """What an expression comes to, in short; empty where that is nothing to be told."""
    try:
        value = evaluate(text, values)
    except ExpressionError:
        return ""
    told = shown(value, "") if isinstance(value, int | float | str) else ""
    return told if len(told) <= _LONG else ""
