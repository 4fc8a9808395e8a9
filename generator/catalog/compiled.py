"""Jinja2's expressions as plain Python functions.

The code of an expression is what Jinja2's own compiler writes, its sandbox included. Around it Jinja2 would put a
generator and a context, made for pages, that take several times as long as most expressions; here it is a function.
"""

from collections.abc import Callable
from typing import Any

from jinja2 import TemplateSyntaxError, nodes, runtime
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.environment import Environment
from jinja2.parser import Parser
from jinja2.utils import _PassArg

from generator.catalog.budget import METER

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
    source = Generator(environment, None, None, optimized=False).source(expression)
    names = {
        **vars(runtime),  # what the compiler takes for granted
        "environment": environment,
        "undefined": environment.undefined,
        "cond_expr_undefined": runtime.Undefined,  # an if without an else is nothing, and no mistake
        "finish": finish,
        "Values": _Values,
        "begin": METER.begin,
    }
    exec(compile(source, "<expression>", "exec"), names)
    function: Function = names["evaluate"]
    return function


class Generator(CodeGenerator):
    """Jinja2's compiler, with all that takes longer the larger its values are put through the environment."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """``a ~ b``."""
        self.write("environment.joined((")
        self._several(node.nodes, frame)
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        """``[a, b]``: lists of lists of lists grow fast."""
        if _is_constant(node):
            super().visit_List(node, frame)
            return
        self.write("environment.made([")
        self._several(node.items, frame)
        self.write("])")

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        """``(a, b)``."""
        if _is_constant(node):
            super().visit_Tuple(node, frame)
            return
        self.write("environment.made((")
        self._several(node.items, frame)
        self.write("))")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        """``{a: b}``."""
        self.write("environment.made(")
        super().visit_Dict(node, frame)
        self.write(")")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """``a[1:9]``, and whatever else stands in brackets."""
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("environment.part(")
        self.visit(node.node, frame)
        self.write(", slice(")
        for bound in (node.arg.start, node.arg.stop, node.arg.step):
            self.visit(bound or nodes.Const(None), frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """``a == b``, ``a in b``. To compare something with a plain word or number costs nothing to speak of."""
        first, *more = node.ops
        if not more and first.op in ("in", "notin") and not _is_constant(first.expr):
            self.write("(not environment.within(" if first.op == "notin" else "(environment.within(")
            self._several([node.expr, first.expr], frame)
            self.write("))")
        elif any(_is_constant(part) for part in (node.expr, *(operand.expr for operand in node.ops))):
            super().visit_Compare(node, frame)
        else:
            self.write("(")
            for operator, part in (("", node.expr), *((operators[each.op], each.expr) for each in node.ops)):
                self.write(f" {operator} environment.weighed(" if operator else "environment.weighed(")
                self.visit(part, frame)
                self.write(")")
            self.write(")")

    def _several(self, parts: list[nodes.Expr], frame: Frame) -> None:
        for part in parts:
            self.visit(part, frame)
            self.write(", ")

    def source(self, expression: nodes.Expr) -> str:
        """The text of a module with the function ``evaluate``."""
        page = nodes.Template([nodes.Output([expression])])
        frame = Frame(nodes.EvalContext(self.environment, None))
        frame.symbols.analyze_node(page)
        self.pull_dependencies([page])  # filters and tests
        self.writeline("def evaluate(values):")
        self.indent()
        self.writeline("begin()")
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


def _is_constant(node: nodes.Node) -> bool:
    if isinstance(node, nodes.List | nodes.Tuple):
        return all(_is_constant(item) for item in node.items)
    return isinstance(node, nodes.Const)


class _Values(runtime.Context):
    """The values by name as a context; what Jinja2 keeps in one besides, expressions don't ask for."""

    def __init__(self, values: dict[str, Any], environment: Environment) -> None:
        self.parent = values
        self.vars = {}
        self.environment = environment
        self.eval_ctx = nodes.EvalContext(environment)
