"""The code of plain expressions, written as they are read.

Nearly all expressions are short, and made of names, fields, numbers, texts, operators, filters, tests and calls. Jinja2
takes ten times as long to read them and to write their code as this does, which writes the very same code. Whatever is
not plain, or is wrong, it leaves to Jinja2.
"""

import re
from keyword import iskeyword
from typing import Any, NamedTuple

from jinja2.environment import Environment

from generator.model.compiled import call_of_filter, call_of_test, function_source

MOST_TOKENS = 36  # with fewer no expression is as long, or nested as deep, as is refused
LONGEST = 300  # characters

_TOKEN = re.compile(
    r"""[ \t\r\n]*([A-Za-z_]\w*|[0-9][\w.]*|'[^'\\\r\n]*'|"[^"\\\r\n]*"|//|\*\*|[=!<>]=|.)""", re.ASCII | re.DOTALL
)
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_WORDS = frozenset(("and", "else", "if", "in", "is", "not", "or"))
_CONSTANTS = {"true": "True", "True": "True", "false": "False", "False": "False", "none": "None", "None": "None"}
_COMPARING = frozenset(("==", "!=", "<", "<=", ">", ">="))
_END = ""


class PlainCode(NamedTuple):
    """An expression as code."""

    source: str  # of a module with the function ``evaluate``
    names: frozenset[str]  # all names in it
    steps: int  # that its constants cost


def plain_code(text: str, environment: Environment, methods: frozenset[str]) -> PlainCode | None:
    """The code of an expression that is plain; None of any other.

    Args:
        text: the expression.
        environment: which filters and tests there are.
        methods: what may be called by its name.
    """
    if len(text) > LONGEST:
        return None
    tokens = _TOKEN.findall(text.strip(" \t\r\n"))
    if not tokens or len(tokens) > MOST_TOKENS:
        return None
    reader = _Reader([*tokens, _END, _END], environment, methods)
    try:
        value = reader.condition()
    except _NotPlain:
        return None
    if reader.tokens[reader.at] is not _END:
        return None
    source = function_source(value, reader.names, environment.globals, context=reader.context)
    return PlainCode(source, frozenset(reader.names), reader.steps)


class _NotPlain(Exception):
    """The expression is left to Jinja2."""


class _Constant(str):
    """Code of a constant, or of a list of constants."""

    __slots__ = ()


class _Reader:
    """Reads an expression as Jinja2's parser does, level by level from what binds least."""

    def __init__(self, tokens: list[str], environment: Environment, methods: frozenset[str]) -> None:
        self.tokens, self.environment, self.methods = tokens, environment, methods
        self.at = 0
        self.names: set[str] = set()
        self.steps = 0
        self.context = False

    def condition(self) -> str:
        """``a if b else c``."""
        value = self._either()
        while self._take("if"):
            test = self._either()
            if not self._take("else"):
                raise _NotPlain
            value = f"({value} if {test} else {self.condition()})"
        return value

    def _take(self, token: str) -> bool:
        if self.tokens[self.at] != token:
            return False
        self.at += 1
        return True

    def _expect(self, token: str) -> None:
        if self.tokens[self.at] != token:
            raise _NotPlain
        self.at += 1

    def _name(self) -> str:
        token = self.tokens[self.at]
        if not _NAME.fullmatch(token):
            raise _NotPlain
        self.at += 1
        return token

    def _either(self) -> str:
        left = self._both()
        while self._take("or"):
            left = f"({left} or {self._both()})"
        return left

    def _both(self) -> str:
        left = self._negated()
        while self._take("and"):
            left = f"({left} and {self._negated()})"
        return left

    def _negated(self) -> str:
        return f"(not {self._negated()})" if self._take("not") else self._compared()

    def _compared(self) -> str:
        first = self._sum()
        operators, parts = [""], [first]
        while True:
            operator = self.tokens[self.at]
            if operator == "not" and self.tokens[self.at + 1] == "in":
                operator = "not in"
                self.at += 1
            elif operator not in _COMPARING and operator != "in":
                break
            self.at += 1
            operators.append(f" {operator} ")
            parts.append(self._sum())
        if len(parts) == 1:
            return first
        if len(parts) == 2 and operators[1] in (" in ", " not in ") and type(parts[1]) is not _Constant:
            return f"({'' if operators[1] == ' in ' else 'not '}environment.within({first}, {parts[1]}, ))"
        if not any(type(part) is _Constant for part in parts):
            parts = [f"environment.weighed({part})" for part in parts]
        return f"({''.join([word for pair in zip(operators, parts, strict=True) for word in pair])})"

    def _sum(self) -> str:
        left = self._texts()
        while True:
            if self._take("+"):
                left = f"plus({left}, {self._texts()})"
            elif self._take("-"):
                left = f"({left} - {self._texts()})"
            else:
                return left

    def _texts(self) -> str:
        first = self._product()
        if self.tokens[self.at] != "~":
            return first
        parts = [first]
        while self._take("~"):
            parts.append(self._product())
        return f"environment.joined(({', '.join(parts)}, ))"

    def _product(self) -> str:
        left = self._signed()
        while True:
            operator = self.tokens[self.at]
            if operator == "*":
                self.at += 1
                left = f"times({left}, {self._signed()})"
            elif operator in ("/", "//"):
                self.at += 1
                left = f"({left} {operator} {self._signed()})"
            elif operator == "%":
                self.at += 1
                left = f"remainder({left}, {self._signed()})"
            else:
                return left

    def _signed(self) -> str:
        value = self._unfiltered()
        while True:
            if self._take("|"):
                value = self._filtered(value)
            elif self._take("is"):
                value = self._tested(value)
            else:
                return value

    def _unfiltered(self) -> str:
        """A value with its signs, which bind more than filters do."""
        token = self.tokens[self.at]
        if token in ("-", "+"):
            self.at += 1
            return f"({token}{self._unfiltered()})"
        return self._followed(*self._primary())

    def _primary(self) -> tuple[str, bool]:
        """A name or a literal, and whether it can be called."""
        token = self.tokens[self.at]
        self.at += 1
        if _NAME.fullmatch(token):
            if token in _CONSTANTS:
                return _Constant(_CONSTANTS[token]), False
            if token in _WORDS:
                raise _NotPlain
            self.names.add(token)
            return f"(undefined(name={token!r}) if l_0_{token} is missing else l_0_{token})", True
        number = _NUMBER.fullmatch(token)
        if number:
            return _Constant(str(float(token)) if number[1] else token), False
        if token[:1] in ("'", '"') and len(token) > 1:
            self.steps += len(token) - 2 >> 4
            return _Constant(repr(token[1:-1])), False
        if token == "(":
            return self._in_parentheses(), False
        if token == "[":
            return self._several([], "[", "]", "]"), False
        if token == "{":
            return self._mapping(), False
        raise _NotPlain

    def _followed(self, value: str, is_callable: bool) -> str:  # noqa: FBT001
        """A value with fields, members and calls behind it."""
        while True:
            if self._take("."):
                name = self._name()
                value, is_callable = f"field({value}, {name!r})", name in self.methods
                if not is_callable and self.tokens[self.at] == "(":
                    raise _NotPlain
            elif self._take("["):
                value, is_callable = f"environment.getitem({value}, {self.condition()})", False
                self._expect("]")
            elif self.tokens[self.at] == "(":
                if not is_callable:
                    raise _NotPlain
                self.at += 1
                value, is_callable = f"call(None, {value}{self._arguments()}", False
            else:
                return value

    def _in_parentheses(self) -> str:
        """What stands behind a parenthesis: a value, or several."""
        if self.tokens[self.at] == ")":
            return self._several([], "(", ")", ")")
        value = self.condition()
        if self._take(")"):
            return value
        self._expect(",")
        return self._several([value], "(", ")", ",)")

    def _several(self, values: list[str], opened: str, closed: str, of_one: str) -> str:
        """A list or a tuple behind its first members. ``of_one``: how one of a single constant ends."""
        while not self._take(closed):
            values.append(self.condition())
            if not self._take(","):
                self._expect(closed)
                break
        if all(type(value) is _Constant for value in values):
            return _Constant(f"{opened}{', '.join(values)}{of_one if len(values) == 1 else closed}")
        return f"environment.made({opened}{''.join([f'{value}, ' for value in values])}{closed})"

    def _mapping(self) -> str:
        pairs: list[str] = []
        while not self._take("}"):
            key = self.condition()
            self._expect(":")
            pairs.append(f"{key}: {self.condition()}")
            if not self._take(","):
                self._expect("}")
                break
        return f"environment.made({{{', '.join(pairs)}}})"

    def _arguments(self) -> str:
        """What a call has in its parentheses, behind the first of these, and the last."""
        arguments, keywords = [""], [""]
        while not self._take(")"):
            if self.tokens[self.at + 1] == "=":
                key = self._name()
                if iskeyword(key):
                    raise _NotPlain
                self.at += 1
                keywords.append(f"{key}={self.condition()}")
            elif len(keywords) > 1:
                raise _NotPlain
            else:
                arguments.append(self.condition())
            if not self._take(","):
                self._expect(")")
                break
        return f"{', '.join(arguments)}{', '.join(keywords)})"

    def _filtered(self, value: str) -> str:
        name = self._name()
        call = self._begun(call_of_filter, name, self.environment.filters)
        if self.tokens[self.at] in (".", "["):  # Jinja2 has filters with dots in their names
            raise _NotPlain
        return f"{call}{value}{self._arguments() if self._take('(') else ')'}"

    def _tested(self, value: str) -> str:
        negated = self._take("not")
        name = self._name()
        call = self._begun(call_of_test, name, self.environment.tests)
        if self._take("("):
            rest = self._arguments()
        elif self._begins_argument():
            rest = f", {self._followed(*self._primary())})"
        else:
            rest = ")"
        return f"(not {call}{value}{rest})" if negated else f"{call}{value}{rest}"

    def _begins_argument(self) -> bool:
        """Whether what follows the name of a test is its argument, as ``3`` in ``is lt 3``."""
        token = self.tokens[self.at]
        return token not in ("else", "or", "and") and (token[:1] in ("'", '"', "[", "{") or token[:1].isalnum())

    def _begun(self, opened: Any, name: str, known: Any) -> str:
        if name not in known:
            raise _NotPlain
        call, asks = opened(name, known[name])
        self.context |= asks
        return call  # type: ignore[no-any-return]
