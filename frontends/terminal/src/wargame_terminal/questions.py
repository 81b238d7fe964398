"""Questions to a plugin: exact odds, printed charts, worked examples."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from inspect import Parameter as SignatureParameter
from inspect import signature
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import field, frozen

from wargame_console.errors import REFUSED, program
from wargame_console.options import game_or_plugin_names, with_output
from wargame_console.output import Output, in_columns
from wargame_core.errors import DataError, Problem, QueryError, UnknownName, WargameError
from wargame_core.flow.aftermath import TooManyPositions, position_without_secrets, stories_after
from wargame_core.json_form import JsonForm, JsonMapping, JsonObject, key, plain
from wargame_core.limits import quote
from wargame_core.plugins.discovery import Plugin, plugin_of, plugins
from wargame_core.plugins.questions import CaseFunction, ChartLookup, Given, Parameter, Question

if TYPE_CHECKING:
    from wargame_core import Match
    from wargame_core.flow.choices import Action


HELP = ("-h", "--help")
KINDS: Mapping[type, str] = {
    int: "NUMBER",
    Fraction: "NUMBER",
    bool: "yes|no",
    str: "TEXT",
    list: "LIST",
    tuple: "LIST",
}
"""By kind of parameter, the placeholder that its help shows."""


class QuestionCommand(click.Command):
    """A command whose options are the parameters of a question: they pass through, and -h and --help too.

    So --help describes what stands before it: the command, a plugin or one of its questions.
    """

    ignore_unknown_options = True

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, **{**settings, "add_help_option": False})

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, with the help that passes through."""
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        rows = [row for option in options if (row := option.get_help_record(ctx)) is not None]
        with formatter.section("Options"):
            formatter.write_dl([*rows, (", ".join(HELP), "Show this message; after PLUGIN and NAME, their help.")])


@click.command(
    cls=QuestionCommand, epilog="Example: wargame odds vicksburg skirmish --attacker-brigades 4 --defender-brigades 3"
)
@click.argument("plugin", required=False, shell_complete=game_or_plugin_names)
@click.argument("name", required=False)
@click.argument("parameters", nargs=-1, type=click.UNPROCESSED)
@with_output
def odds(out: Output, plugin: str | None, name: str | None, parameters: tuple[str, ...]) -> None:
    """Compute exact odds. Without PLUGIN, list the plugins; without NAME, the questions; NAME --help for its use.

    PLUGIN is a game or a system, as `wargame list` names them, or the folder of your own game.
    """
    if selection := _choose(out, "odds", plugin, name, parameters):
        owner, name, query = selection
        answer = query.ask(read_parameters(parameters, query.parameters))
        out.result({"plugin": owner.id, "name": name, **answer.to_json()}, answer.text())


@click.command(
    cls=QuestionCommand, epilog="Example: wargame chart gcacw combat --attacker 20 --defender 8 --difference 5"
)
@click.argument("plugin", required=False, shell_complete=game_or_plugin_names)
@click.argument("name", required=False)
@click.argument("parameters", nargs=-1, type=click.UNPROCESSED)
@with_output
def chart(out: Output, plugin: str | None, name: str | None, parameters: tuple[str, ...]) -> None:
    """List the printed charts, show one as on its card, or look up a result; NAME --help lists the parameters.

    PLUGIN is a game or a system, as `wargame list` names them, or the folder of your own game.
    """
    selection = _choose(out, "chart", plugin, name, parameters)
    if selection is None:
        return
    _, name, entry = selection
    if parameters:
        answer = entry.ask(read_parameters(parameters, entry.parameters))
        out.result(answer, in_columns([(key.replace("_", " "), _value_text(value)) for key, value in answer.items()]))
        return
    to_json = getattr(entry.card, "to_json", None)
    content: JsonMapping = to_json() if to_json is not None else {}
    card = str(entry.card)
    card_json = {"id": name, "title": entry.title, "text": card, **content}
    out.result(card_json, card if card.startswith(entry.title) else f"{entry.title}\n\n{card}")


@click.command(epilog="Example: wargame cases vicksburg my_examples.json --json")
@click.argument("plugin", shell_complete=game_or_plugin_names)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@with_output
def cases(out: Output, plugin: str, file: Path | None) -> None:
    """Check a file of worked examples by the plugin's rules. Without FILE, list the functions that it may call."""
    owner = plugin_of(plugin)
    if file is None:
        if not owner.cases:
            raise WargameError(
                f"{owner.id} has no functions for examples (an author gives them as `cases` of the Plugin)"
            )
        lines = [f"Functions of {owner.id} for examples:", *(f"  {name}" for name in owner.cases)]
        out.result({"plugin": owner.id, "functions": list(owner.cases)}, "\n".join(lines))
        return
    report = run_cases(owner.cases, read_cases(file), file.name)
    out.result(report.to_json(), str(report))
    if not report:
        click.get_current_context().exit(REFUSED)


def read_parameters(words: Sequence[str], known_parameters: Iterable[Parameter]) -> dict[str, object]:
    """Words such as ``--name value``, ``--name=value`` or, for yes and no, ``--name``; names keep their dashes.

    Raises `click.UsageError` for a word that is none of these.
    """
    flags = {parameter.name.replace("_", "-") for parameter in known_parameters if parameter.kind is bool}
    values_by_name: dict[str, object] = {}
    remaining_words = list(words)
    while remaining_words:
        word = remaining_words.pop(0)
        if not word.startswith("--") or word == "--":
            raise click.UsageError(f"{word!r}: a parameter is written --name value")
        name, equals, value = word[2:].partition("=")
        if equals:
            values_by_name[name] = value
        elif remaining_words and not remaining_words[0].startswith("--"):
            values_by_name[name] = remaining_words.pop(0)
        elif name.replace("_", "-") in flags:
            values_by_name[name] = True
        else:
            raise click.UsageError(f"--{name} needs a value")
    return values_by_name


def _choose(
    output: Output, verb: str, plugin: str | None, name: str | None, parameters: tuple[str, ...]
) -> tuple[Plugin, str, Any] | None:
    """The question or chart that is asked; None when the list of them or help was asked for, and told."""
    if plugin is None:
        _list_plugins(output, verb)
        return None
    if plugin in HELP:
        context = click.get_current_context()
        output.result({"help": context.get_help()}, context.get_help())
        return None
    owner = plugin_of(plugin)
    entries = _entries(owner, verb)
    if name is None or name in HELP:
        _list(output, owner, verb, entries, plugin)
    elif name not in entries:
        raise UnknownName("question" if verb == "odds" else "chart", name, entries)
    elif not set(HELP).isdisjoint(parameters):
        _describe(output, f"{verb} {plugin} {name}", entries[name])
    else:
        return owner, name, entries[name]
    return None


def _entries(plugin: Plugin, verb: str) -> Mapping[str, Any]:
    return plugin.odds if verb == "odds" else plugin.charts


def _list_plugins(output: Output, verb: str) -> None:
    """Who can be asked, and for what; who has a broken data file is told and left out."""
    names: dict[str, list[str]] = {}
    for plugin in plugins():
        try:
            if entries := _entries(plugin, verb):
                names[plugin.id] = list(entries)
        except DataError as error:
            click.echo(f"{plugin.id} left out: {error}", err=True)
    rows = [(plugin, ", ".join(entry_names)) for plugin, entry_names in names.items()]
    text = (
        f"{in_columns(rows)}\n\nMore of one: {program()} {verb} {rows[0][0]}" if rows else "no installed plugin has any"
    )
    output.result({"plugins": names}, text)


def _about(entry: Question | ChartLookup) -> str:
    return entry.title if isinstance(entry, ChartLookup) else entry.help


def _list(
    output: Output, plugin: Plugin, verb: str, entries: Mapping[str, Question | ChartLookup], typed_name: str
) -> None:
    kind_text = "odds" if verb == "odds" else "charts"
    if not entries:
        raise WargameError(f"{plugin.id} has no {kind_text}")
    rows = [(name, _about(entry), entry.parameters) for name, entry in entries.items()]
    as_json = [
        {"name": name, "help": help_text, "parameters": [parameter.to_json() for parameter in ps]}
        for name, help_text, ps in rows
    ]
    text = f"{plugin.title}: {kind_text}\n\n{in_columns([(name, help_text) for name, help_text, _ in rows])}\n\n"
    text += f"Parameters of one: {program()} {verb} {typed_name} {rows[0][0]} --help"
    output.result({"plugin": plugin.id, kind_text: as_json}, text)


def _describe(output: Output, command: str, entry: Question | ChartLookup) -> None:
    """What a question or chart is about, how it is typed, and what its parameters mean."""
    help_text, parameters = _about(entry), entry.parameters
    rows = []
    for parameter in parameters:
        default = ("no", "yes")[bool(parameter.default)] if parameter.kind is bool else parameter.default
        usual_text = (
            "required" if parameter.required else "may be left out" if default is None else f"usually {default}"
        )
        values = f" ({', '.join(parameter.choices)})" if parameter.choices else ""
        rows.append((_option(parameter), _type_word(parameter), usual_text, parameter.help + values))
    usage_text = " ".join(
        [
            program(),
            command,
            *(f"{_option(parameter)} {_type_word(parameter)}" for parameter in parameters if parameter.required),
        ]
    )
    parameter_table = in_columns(rows) or "  no parameters"
    more_text = " ..." * any(not parameter.required for parameter in parameters)
    text = f"{command}: {help_text}\n\nUsage: {usage_text}{more_text}\n\n{parameter_table}"
    if isinstance(entry, ChartLookup):
        text += f"\n\nThe whole chart: {program()} {command}"
    output.result(
        {"command": command, "help": help_text, "parameters": [parameter.to_json() for parameter in parameters]}, text
    )


def _option(parameter: Parameter) -> str:
    return f"--{parameter.name.replace('_', '-')}"


def _type_word(parameter: Parameter) -> str:
    """What is typed after a parameter, in a word."""
    return "NAME" if parameter.choices else KINDS.get(parameter.kind, "VALUE")


def _value_text(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


MOST = 12
"""The greatest number of outcomes shown."""
STEPS = 2_000
"""The greatest number of positions that are looked at for the chances of a choice."""


def forecast(match: Match, action: Action, seat: str) -> str:
    """What ``action`` may lead to before anybody chooses again, with exact chances.

    They are those of the position as ``seat`` knows it; a sentence that refuses where something is hidden from it,
    and where more than `STEPS` positions would have to be looked at.
    """
    position = position_without_secrets(match.view(seat))
    if position is None or (match.pending is not None and match.pending.secret):
        return "  the chances depend on what you may not see; `odds` lists questions that can be asked in general"
    if len(match.waiting_for) != 1:
        return "  the chances depend on what others choose now"
    try:
        chances = stories_after(position, action, seat, STEPS)
    except TooManyPositions as problem:
        return f"  {problem}"
    likely = sorted(chances.items(), key=lambda item: -item[1])
    lines = [
        f"  {float(chance):6.1%}  {chance!s:>9}  {' '.join(story) or '(nothing)'}" for story, chance in likely[:MOST]
    ]
    if len(likely) > MOST:
        rest_chance = 1 - sum(chance for _, chance in likely[:MOST])
        lines.append(f"  {float(rest_chance):6.1%}  {len(likely) - MOST} others")
    return "\n".join(lines)


def ask_plugin(game: str, words: str) -> str:
    """The answer to a question typed as ``NAME --parameter value``; without words, the questions there are."""
    plugin = plugin_of(game)
    if not words:
        lines = [f"  odds {question.name}  {question.help}" for question in plugin.odds.values()]
        lines.append("  odds NUMBER  what a choice of the list may lead to")
        return "\n".join(lines)
    try:
        name, *remaining_words = shlex.split(words)
    except ValueError as problem:  # a quote that does not end
        raise QueryError(f"{quote(words)} cannot be read: {problem}") from None
    if name not in plugin.odds:
        raise UnknownName("question", name, plugin.odds)
    query = plugin.odds[name]
    return str(query.ask(read_parameters(remaining_words, query.parameters)).text(30))


# Worked examples: questions to a game's rule functions with the expected answers, and how many agree.
#
# A file of examples is JSON: {"examples": [{"id", "title", "function", "cases": [{"in": {...}, "out": ...}]}]}.
# Other keys ("note", "work") are for people. It may be TOML instead, and there an example may be one table
# [[cases]]: an id, the arguments, and a key that names a function with the expected answer.


@frozen
class CaseFailure(JsonForm):
    """One example that did not give the expected answer; ``got`` is the answer or ``{"error": message}``."""

    id: str
    function: str
    case: int
    given: Given = field(metadata=key("in"))
    expected: object
    got: Any

    def __str__(self) -> str:
        call_text = f"{self.id}[{self.case}] {self.function}({dict(self.given)})"
        return f"{call_text}: expected {self.expected!r}, got {self.got!r}"


@frozen
class CaseReport:
    """How many examples gave the expected answer, and those that did not. Falsy when any failed."""

    passed: int
    failures: tuple[CaseFailure, ...] = ()

    @property
    def failed(self) -> int:
        return len(self.failures)

    def __bool__(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        lines = [f"{self.passed} passed, {self.failed} failed"]
        return "\n".join(lines + [f"  {failure}" for failure in self.failures])

    def to_json(self) -> JsonObject:
        failures = [failure.to_json() for failure in self.failures]
        return {"passed": self.passed, "failed": self.failed, "failures": failures}


def run_cases(functions: Mapping[str, CaseFunction], document: Given, file: str = "examples") -> CaseReport:
    """Call every example of ``document`` and compare.

    Answers must be equal as JSON: fractions as text ("5/6"), floats to 1e-9, true and false different from 1 and 0,
    objects with exactly the same keys. A function that does not exist and an error of a rule are failures of the
    example. Raises `DataError` when the document is not a list of examples; ``file`` is its name in the message.
    """
    if isinstance(document, Mapping) and "cases" in document and "examples" not in document:
        document = _from_tables(document["cases"], functions, file)
    _check(document, file)
    passed_count, failures = 0, []
    for example in document["examples"]:
        name = example["function"]
        for number, case in enumerate(example["cases"], 1):
            answer_value = _answer(functions, name, case["in"])
            if _equal_answers(case["out"], answer_value):
                passed_count += 1
            else:
                failures.append(CaseFailure(example["id"], name, number, case["in"], case["out"], answer_value))
    return CaseReport(passed_count, tuple(failures))


def read_cases(path: Path) -> JsonObject:
    """The examples of a JSON or TOML file. Raises `DataError` for a file that is missing, not UTF-8, or neither."""
    import json

    from wargame_core.data.documents import read_limited, read_toml, text_of
    from wargame_core.limits import DATA_FILE, LimitError, check_shape, check_value

    if path.suffix == ".toml":
        return read_toml(path, "a file of examples").data
    try:
        text = text_of(read_limited(path), path.name)
        check_shape(text, DATA_FILE)
        document = json.loads(text)
        check_value(document, DATA_FILE)
    except OSError as error:
        raise DataError([Problem(str(path), 1, 1, "E101", f"cannot be read ({error.strerror})")]) from None
    except json.JSONDecodeError as error:
        raise DataError([Problem(path.name, error.lineno, error.colno, "E103", f"not JSON: {error.msg}")]) from None
    except LimitError as problem:
        raise DataError([Problem(path.name, 1, 1, "E104", str(problem))]) from None
    _check(document, path.name)
    checked_document: JsonObject = document
    return checked_document


def _answer(functions: Mapping[str, CaseFunction], name: str, arguments: Given) -> Any:
    try:
        if name not in functions:
            raise UnknownName("function", name, functions)
        return plain(call_function(functions[name], name, arguments))
    except (WargameError, ValueError, TypeError, LookupError) as error:
        return {"error": str(error) or type(error).__name__}


def call_function(function: CaseFunction, name: str, given_values: Given) -> Any:
    """What a function answers: called with keywords where they are its parameters, else with the object as it is.

    Raises TypeError, in words, for keywords that are not those of its parameters.
    """
    call_signature = signature(function)
    try:
        call_signature.bind(**given_values)
    except TypeError:
        parameters = call_signature.parameters
        required_parameters = [
            part for part in parameters.values() if part.default is part.empty and part.kind in _POSITIONAL_KINDS
        ]
        if len(required_parameters) == 1 and not given_values.keys() & parameters.keys():
            return function(given_values)
        names = ", ".join(given_values) or "nothing"
        raise TypeError(f"{name} takes {', '.join(parameters) or 'nothing'}; the example gives {names}") from None
    return function(**given_values)


_POSITIONAL_KINDS = (SignatureParameter.POSITIONAL_ONLY, SignatureParameter.POSITIONAL_OR_KEYWORD)


def _equal_answers(expected_value: object, answer_value: object) -> bool:
    if isinstance(expected_value, dict) and isinstance(answer_value, dict):
        return expected_value.keys() == answer_value.keys() and all(
            _equal_answers(value, answer_value[key]) for key, value in expected_value.items()
        )
    if isinstance(expected_value, list) and isinstance(answer_value, list):
        return len(expected_value) == len(answer_value) and all(map(_equal_answers, expected_value, answer_value))
    if isinstance(expected_value, bool) or isinstance(answer_value, bool):
        return expected_value is answer_value
    if isinstance(expected_value, float) or isinstance(answer_value, float):
        if not isinstance(expected_value, (int, float)) or not isinstance(answer_value, (int, float)):
            return False
        return isclose(expected_value, answer_value, rel_tol=1e-9, abs_tol=1e-9)
    return type(expected_value) is type(answer_value) and bool(expected_value == answer_value)


def _from_tables(tables: object, functions: Mapping[str, CaseFunction], file: str) -> JsonObject:
    """The document of examples that are one table each. Raises `DataError` when one asks for no or several answers."""

    problems, examples = [], []
    for table_number, table in enumerate(tables if isinstance(tables, list) else [tables]):
        row = dict(table) if isinstance(table, Mapping) else {}
        names = [name for name in row if name in functions]
        if len(names) != 1:
            expected_keys = f"expected one key with an answer: {', '.join(functions)}"
            names_text = " and ".join(names) or "nothing"
            problems.append(Problem(file, 1, 1, "E202", f"cases[{table_number}]: {names_text} asked; {expected_keys}"))
            continue
        case = {"out": row.pop(names[0]), "in": {key: value for key, value in row.items() if key not in ("id", "note")}}
        examples.append({"id": row.get("id", f"cases[{table_number}]"), "function": names[0], "cases": [case]})
    if problems:
        raise DataError(problems)
    return {"examples": examples}


def _check(document: object, file: str) -> None:
    """Raise `DataError` with everything that keeps ``document`` from being a list of examples."""

    problems: list[Problem] = []

    def required(holder: object, where: str, key: str, kind: type, wanted_type_text: str) -> Any:
        is_missing = not isinstance(holder, Mapping) or key not in holder
        value = None if is_missing else holder[key]  # type: ignore[index]
        if not is_missing and isinstance(value, kind):
            return value
        code, value_text = ("E202", "missing") if is_missing else ("E203", f"{value!r}")
        problems.append(Problem(file, 1, 1, code, f"{where}{key}: {value_text}; expected {wanted_type_text}"))
        return None

    for example_number, example in enumerate(required(document, "", "examples", list, "a list of examples") or ()):
        path_in_file = f"examples[{example_number}]."
        required(example, path_in_file, "id", str, "a text")
        required(example, path_in_file, "function", str, "the name of a function")
        for case_number, case in enumerate(required(example, path_in_file, "cases", list, "a list of cases") or ()):
            required(case, f"{path_in_file}cases[{case_number}].", "in", Mapping, "an object with the arguments")
            required(case, f"{path_in_file}cases[{case_number}].", "out", object, "the expected answer")
    if problems:
        raise DataError(problems)
