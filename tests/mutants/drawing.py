"""Faults drawn from the sources: every small change of a function or constant, named by where it is and what it does.

A fault has no text of its own. ``src/.../odds.py::Odds.mean, drop operand 2`` is the second operand that can be left
out in that function; a file that is edited elsewhere, and a line that is written otherwise, leave it as it is.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

Text: TypeAlias = Callable[[ast.AST], str]
"""What gives the text of a node."""
Edit: TypeAlias = tuple[str, ast.AST, str]
"""What a change does, the node that it replaces, and the text that stands there then."""

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=", ">=", "<="),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
SCRIPT = re.compile(r"===|!==|&&|\|\||<=|>=|\btrue\b|\bfalse\b|(?<=[\s(])\d+(?=[\s;,)])")
"""What is changed in a script of the client."""
SCRIPTED = {"===": "!==", "!==": "===", "&&": "||", "||": "&&", "<=": "<", ">=": ">", "true": "false", "false": "true"}


@frozen
class DrawnFault:
    """A change of one file: ``number`` counts the changes of one kind within ``place``."""

    file: str
    place: str
    change: str
    number: int
    line: int
    start: int
    end: int
    text: str

    @property
    def name(self) -> str:
        """Where the fault is and what it does, as lists and reports name it."""
        return f"{self.file}::{self.place}, {self.change} {self.number}"

    def applied(self, source: str) -> str:
        """The text of the file with the fault in it."""
        return source[: self.start] + self.text + source[self.end :]


def drawn(file: str, source: str) -> list[DrawnFault]:
    """Every fault that can be drawn from a file by its suffix: Python, data in TOML, a script of the client."""
    suffix = Path(file).suffix
    changes = {".py": _of_python, ".toml": _of_data, ".js": _of_script}[suffix](source)
    numbers = Counter[tuple[str, str]]()
    found = []
    for place, change, start, end, text in changes:
        numbers[place, change] += 1
        line = source.count("\n", 0, start) + 1
        found.append(DrawnFault(file, place, change, numbers[place, change], line, start, end, text))
    return found


def can_be_read(file: str, source: str) -> bool:
    """Whether a file of Python or data with a fault in it is still one."""
    try:
        if file.endswith(".py"):
            compile(source, "fault", "exec", dont_inherit=True)
        elif file.endswith(".toml"):
            tomllib.loads(source)
    except (SyntaxError, ValueError):
        return False
    return True


Change: TypeAlias = tuple[str, str, int, int, str]
"""The place, what is done, where the text begins and ends that is replaced, and the text in its place."""


def _of_python(source: str) -> Iterator[Change]:
    lines = source.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]

    def offset(line: int, column: int) -> int:
        """Columns of the parser count bytes."""
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def span(node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, (ast.expr, ast.stmt))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)

    def text_of(node: ast.AST) -> str:
        return source[slice(*span(node))]

    for place, root in _places(ast.parse(source), ""):
        for change, node, text in _edits(root, text_of):
            start, end = span(node)
            if source[start:end] != text:
                yield place, change, start, end, text


def _places(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    """The functions of a module by their qualified names, with the constants of module and classes."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield prefix + name, child
            case ast.ClassDef(name=name):
                yield from _places(child, f"{prefix}{name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield prefix + name, child
            case ast.If():
                yield from _places(child, prefix)


def _edits(root: ast.AST, text: Text) -> Iterator[Edit]:
    """Every change within a function or a constant, in the order of the text."""
    body = root.body if isinstance(root, (ast.FunctionDef, ast.AsyncFunctionDef)) else [root]
    for statement in body:
        for node in _nodes(statement):
            yield from _edits_of(node, text)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what is in it, without annotations and docstrings."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _nodes(part)


def _edits_of(node: ast.AST, text: Text) -> Iterator[Edit]:
    match node:
        case ast.stmt():
            yield from _statement(node, text)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            for word in COMPARISONS.get(type(operator), ()):
                yield "compare otherwise", node, f"{text(left)} {word} {text(right)}"
            yield from _truth(node)
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            yield from _truth(node)
            if isinstance(node, ast.UnaryOp):
                yield "leave out not", node, text(node.operand)
        case ast.BoolOp(op=operator, values=values):
            word, other = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
            yield "and for or", node, f" {other} ".join(map(text, values))
            for number in range(len(values)):
                kept = [text(value) for place, value in enumerate(values) if place != number]
                yield "leave out operand", node, f" {word} ".join(kept)
            yield from _truth(node)
        case ast.BinOp(left=left, op=operator, right=right):
            if type(operator) in OPERATORS:
                yield "calculate otherwise", node, f"{text(left)} {OPERATORS[type(operator)]} {text(right)}"
            yield "leave out operand", node, text(left)
            yield "leave out operand", node, text(right)
        case ast.IfExp(body=body, orelse=other):
            yield "one of two", node, text(body)
            yield "one of two", node, text(other)
        case ast.Constant(value=value):
            yield from _constant(node, value)
        case ast.Call():
            yield from _call(node, text)
            yield from _secrecy(node, text)
        case ast.Attribute(value=ast.Name(id="self" | "view" as name), attr="board", ctx=ast.Load()):
            yield "true board", node, f"{name}._now().board"
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _comprehension(node, text)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) if len(parts) > 1:
            yield from _parts(node, list(parts), text)
        case ast.Dict():
            for key, entry in zip(node.keys, node.values, strict=True):
                if key is None:
                    yield "leave out part", entry, "{}"


def _truth(node: ast.AST) -> Iterator[Edit]:
    yield "always true", node, "True"
    yield "always false", node, "False"


def _statement(node: ast.stmt, text: Text) -> Iterator[Edit]:
    match node:
        case ast.Return(value=ast.expr() as returned):
            if text(returned) != "None":
                yield "return nothing", returned, "None"
        case ast.Raise() | ast.Expr() | ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break():
            yield "leave out statement", node, "pass"
        case ast.If(test=test) | ast.While(test=test):
            yield "turn round", test, f"not ({text(test)})"
            if not isinstance(test, (ast.Compare, ast.BoolOp)):
                yield from _truth(test)
        case ast.AnnAssign(annotation=ast.Subscript(value=ast.Name(id="Own" | "Secret" | "Annotated")) as kind):
            inner = kind.slice.elts[0] if isinstance(kind.slice, ast.Tuple) else kind.slice
            if text(kind).startswith(("Own", "Secret")) or "Visible(" in text(kind):
                yield "public field", kind, f"Public[{text(inner)}]"
        case ast.Assign(targets=[ast.Name(), *_]) | ast.AnnAssign():
            pass
        case ast.Assign():
            yield "leave out statement", node, "pass"


def _constant(node: ast.Constant, value: object) -> Iterator[Edit]:
    match value:
        case bool():
            yield "other constant", node, str(not value)
        case int():
            yield "other constant", node, str(value + 1)
            if value > 0:
                yield "other constant", node, str(value - 1)
        case str() if value.isidentifier():
            yield "other constant", node, repr("not_" + value)


def _call(node: ast.Call, text: Text) -> Iterator[Edit]:
    function = text(node.func)
    given: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    if function in CALLS:
        yield "call another", node, f"{CALLS[function]}{text(node)[len(function) :]}"
    if node.args and not isinstance(node.args[0], ast.Starred):
        for argument in node.args:
            yield "argument for call", node, text(argument)
    if isinstance(node.func, ast.Attribute):
        yield "object for call", node, text(node.func.value)
    for number in range(len(given) if len(given) > 1 else 0):
        kept = [_argument(one, text) for place, one in enumerate(given) if place != number]
        yield "leave out argument", node, f"{function}({', '.join(kept)})"


def _secrecy(node: ast.Call, text: Text) -> Iterator[Edit]:
    """What one seat may see, all see."""
    for keyword in node.keywords:
        if keyword.arg == "seen_by":
            yield "seen by all", keyword.value, "None"
    if isinstance(node.func, ast.Attribute) and node.func.attr == "told":
        yield "true events", node, f"{text(node.func.value)}.events"


def _argument(given: ast.expr | ast.keyword, text: Text) -> str:
    if isinstance(given, ast.keyword):
        return f"{given.arg}={text(given.value)}" if given.arg else f"**{text(given.value)}"
    return text(given)


def _comprehension(node: ast.AST, text: Text) -> Iterator[Edit]:
    for part in getattr(node, "generators", ()):
        for condition in part.ifs:
            yield "always true", condition, "True"
            yield "turn round", condition, f"not ({text(condition)})"


def _parts(node: ast.AST, parts: list[ast.expr], text: Text) -> Iterator[Edit]:
    begin, end = ("[", "]") if isinstance(node, ast.List) else ("{", "}") if isinstance(node, ast.Set) else ("(", ")")
    for number in range(len(parts)):
        kept = [text(part) for place, part in enumerate(parts) if place != number]
        comma = "," if len(kept) == 1 and begin == "(" else ""
        yield "leave out part", node, f"{begin}{', '.join(kept)}{comma}{end}"


HEADER = re.compile(r"^\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(?:#.*)?$")
VALUE = re.compile(r"^\s*([\w\"'-]+)\s*=")
NUMBER = re.compile(r"(?<![\w.#-])\d+(?![\w.-])|\btrue\b|\bfalse\b")


def _of_data(source: str) -> Iterator[Change]:
    """Numbers one higher, and the other of true and false; the place is the table and the key."""
    table, key, at = "", "", 0
    for line in source.splitlines(keepends=True):
        if (header := HEADER.match(line)) is not None:
            table = header[1]
        elif (value := VALUE.match(line)) is not None:
            key = value[1]
        for found in NUMBER.finditer(line):
            word = found[0]
            text = {"true": "false", "false": "true"}.get(word) or str(int(word) + 1)
            yield f"{table}.{key}", "other constant", at + found.start(), at + found.end(), text
        at += len(line)


FUNCTION = re.compile(
    r"^\s*(?:export\s+)?(?:async\s+)?(?:function\s*\*?\s*(\w+)|(?:const|let)\s+(\w+)\s*=|(\w+)\s*\(.*\{$)"
)


def _of_script(source: str) -> Iterator[Change]:
    """Other comparisons, connectives and constants; the place is the function that began last."""
    place, at = "", 0
    for line in source.splitlines(keepends=True):
        if (found := FUNCTION.match(line)) is not None:
            place = next(name for name in found.groups() if name)
        if not line.lstrip().startswith(("//", "*", "/*")):
            for word in SCRIPT.finditer(line):
                text = SCRIPTED.get(word[0]) or str(int(word[0]) + 1)
                yield place, "other word", at + word.start(), at + word.end(), text
        at += len(line)
