"""Jinja2's expressions as plain Python functions.

The code of an expression is what Jinja2's own compiler writes, its sandbox included. Around it Jinja2 would put a
generator and a context, made for pages, that take several times as long as most expressions; here it is a function.
"""

from collections.abc import Callable
from typing import Any

from jinja2 import TemplateSyntaxError, nodes, runtime
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Environment
from jinja2.parser import Parser
from jinja2.utils import _PassArg

_ASKS = (_PassArg.context, _PassArg.eval_context)

Function = Callable[[dict[str, Any]], Any]  # from values by name


def parse_expression(text: str, environment: Environment) -> nodes.Expr:
    """An expression as a tree.

    Raises:
        TemplateSyntaxError: it cannot be read, or more follows it.
    """
    parser = Parser(environment, text, state="variable")
    expression = parser.parse_expression()
    if not parser.stream.eos:
        raise TemplateSyntaxError("more follows the expression", parser.stream.current.lineno)
    expression.set_environment(environment)
    return expression


def as_function(expression: nodes.Expr, environment: Environment, finish: Callable[[Any], Any]) -> Function:
    """A function of the values by name that evaluates an expression and hands its value to ``finish``.

    Raises:
        TemplateError: it cannot be compiled. Calling the function raises what evaluating may.
    """
    source = _Generator(environment, None, None, optimized=False).source(expression)
    names = {
        **vars(runtime),  # what the compiler takes for granted
        "environment": environment,
        "undefined": environment.undefined,
        "cond_expr_undefined": runtime.Undefined,  # an if without an else is nothing, and no mistake
        "finish": finish,
        "Values": _Values,
    }
    exec(compile(source, "<expression>", "exec"), names)
    function: Function = names["evaluate"]
    return function


class _Generator(CodeGenerator):
    def source(self, expression: nodes.Expr) -> str:
        """The text of a module with the function ``evaluate``."""
        page = nodes.Template([nodes.Output([expression])])
        frame = Frame(nodes.EvalContext(self.environment, None))
        frame.symbols.analyze_node(page)
        self.pull_dependencies([page])  # filters and tests
        self.writeline("def evaluate(values):")
        self.indent()
        self.writeline("context = Values(values, environment)" if self._asks_context(expression) else "context = None")
        for variable, (_, name) in frame.symbols.loads.items():
            absent = f"environment.globals[{name!r}]" if name in self.environment.globals else "missing"
            self.writeline(f"{variable} = values.get({name!r}, {absent})")
        self.writeline("return finish(")
        self.visit(expression, frame)
        self.write(")")
        text: str = self.stream.getvalue()  # type: ignore[attr-defined]
        return text

    def _asks_context(self, expression: nodes.Expr) -> bool:
        """Whether more than the values is asked for, as it is by filters that call others."""
        page = nodes.Output([expression])  # to look for the expression itself as well
        marked = [self.environment.filters.get(node.name) for node in page.find_all(nodes.Filter)]
        marked += [self.environment.tests.get(node.name) for node in page.find_all(nodes.Test)]
        return any(getattr(function, "jinja_pass_arg", None) in _ASKS for function in marked)


class _Values(runtime.Context):
    """The values by name as a context; what Jinja2 keeps in one besides, expressions don't ask for."""

    def __init__(self, values: dict[str, Any], environment: Environment) -> None:
        self.parent = values
        self.vars = {}
        self.environment = environment
        self.eval_ctx = nodes.EvalContext(environment)
