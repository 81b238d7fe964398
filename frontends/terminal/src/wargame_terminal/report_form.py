"""A report field by field at a prompt: what happened at a real table, which only a person knows."""

from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from attrs import define, field

from wargame_console.output import Output
from wargame_core import Action, Verdict, WargameError
from wargame_core.data import write_whole
from wargame_core.json_form import JsonObject
from wargame_core.limits import shorten
from wargame_pictures.paper.handout import FieldKind, FormField, Handout, Paper, ReportForm, numbers_in, on_paper

HELP = """\
  an answer         a number of the list, the word itself, or text; Enter keeps what stands in brackets
  back              the question before
  list              the numbers of the units again
  packet FILE       the packet in a file: .html to print, .txt, .json, or .toml for the form
  quit              leave; the game waits for the report, also in a file: wargame report RECORD report.toml"""

WRITERS: dict[str, Callable[[Handout], str | None]] = {
    ".html": lambda packet: packet.page,
    ".txt": lambda packet: packet.text + "\n",
    ".json": lambda packet: packet.json_text(),
    ".toml": lambda packet: packet.form.blank() if packet.form is not None else None,
}
"""By ending of the file, how a packet is written."""


def write_packet(packet: Handout, path: Path, paper: Paper = Paper.A4) -> Path:
    """Write a packet in the format of the file's ending, pages in the size of ``paper``.

    Raises `WargameError` for another ending, and OSError.
    """
    writer = WRITERS.get(path.suffix.casefold())
    if writer is None:
        raise WargameError(f"{shorten(str(path))}: give a file that ends in {', '.join(WRITERS)}")
    text = writer(packet)
    if text is None:
        raise WargameError(f"{packet.title}: this seat is not asked for a report; its packet has no form")
    return write_whole(path, on_paper(text, paper) if path.suffix.casefold() == ".html" else text)


@define
class FormAtPrompt:
    """A form being filled in at a prompt. ``read`` gets a line; it may raise to leave."""

    out: Output
    packet: Handout
    form: ReportForm
    read: Callable[[str], str]
    judge: Callable[[Action], Verdict]
    answers: JsonObject = field(factory=dict)

    def ask(self) -> Action:
        """The action that the answers make, when the rules accept it and the person has confirmed it."""
        number = 0
        while True:
            number = self._ask_from(number)
            action = self.form.action(self.answers)
            verdict = self.judge(action)
            if not verdict:
                for reason in verdict.reasons:
                    self.out.tell(str(reason), "  ", fg="red")
                field_key = self.form.about.get(verdict.codes[0], self.form.fields[0].key)
                number = next(
                    number for number, form_field in enumerate(self.form.fields) if form_field.key == field_key
                )
                continue
            self._show()
            if self.read("Is that what happened? yes or no> ").strip().casefold() in ("yes", "y"):
                return action
            number = 0

    def _ask_from(self, number: int) -> int:
        """Ask every field from this one on; the number after the last."""
        fields = self.form.fields
        while number < len(fields):
            form_field = fields[number]
            if not form_field.is_asked(self.answers):
                self.answers.pop(form_field.key, None)
                number += 1
                continue
            self._explain(form_field)
            line = self.read(f"{form_field.key}{self._default_text(form_field)}> ").strip()
            if line.casefold() == "back":
                number = max(0, number - 1)
                while number and not fields[number].is_asked(self.answers):
                    number -= 1
            elif not self._command(line, form_field) and self._take_answer(form_field, line):
                number += 1
        return number

    def _explain(self, form_field: FormField) -> None:
        self.out.say(form_field.prompt)
        match form_field.kind:
            case FieldKind.CHOICE:
                for number, (value, words) in enumerate(form_field.values.items(), 1):
                    self.out.say(f"{number:4}  {value}: {words}")
            case FieldKind.NUMBERS:
                if form_field.key not in self.answers:
                    self._list(form_field)
            case FieldKind.NUMBER | FieldKind.TEXT:
                pass  # the question says all
            case _:
                assert_never(form_field.kind)

    def _list(self, form_field: FormField) -> None:
        for number, words in form_field.values.items():
            self.out.say(f"{number:>4}  {words}")

    def _default_text(self, form_field: FormField) -> str:
        if form_field.key not in self.answers:
            return f" ({form_field.least}-{form_field.most})" if form_field.kind is FieldKind.NUMBER else ""
        value = self.answers[form_field.key]
        value_text = ", ".join(map(str, value)) or "none" if isinstance(value, list) else shorten(str(value), 40)
        return f" [{value_text}]" if value_text else ""

    def _command(self, line: str, asked_field: FormField) -> bool:
        word, _, rest_of_line = line.partition(" ")
        match word.casefold().rstrip("?"):
            case "help":
                self.out.say(HELP)
            case "list":
                for form_field in self.form.fields:
                    if form_field.kind is FieldKind.NUMBERS:
                        self._list(form_field)
            case "packet" if rest_of_line:
                self._write(Path(rest_of_line.strip()))
            case _:
                return False
        return True

    def _write(self, path: Path) -> None:
        try:
            self.out.say(f"  {write_packet(self.packet, path)}")
        except (OSError, ValueError, WargameError) as problem:
            self.out.tell(f"{getattr(problem, 'strerror', None) or problem}", "  ", fg="red")

    def _take_answer(self, form_field: FormField, line: str) -> bool:
        """Keep an answer, or say what is wrong with it."""
        if not line and form_field.key in self.answers:
            return True
        value = value_of(form_field, line)
        complaint = form_field.complaint(value)
        if complaint is None:
            self.answers[form_field.key] = value
            return True
        _, message, hint = complaint
        self.out.tell(f"{message}{f'; {hint}' if hint else ''}", "  ", fg="red")
        return False

    def _show(self) -> None:
        self.out.say(self.form.title, bold=True)
        for form_field in self.form.fields:
            if (value := self.answers.get(form_field.key)) in (None, ""):
                continue
            words = str(value)
            if form_field.kind is FieldKind.NUMBERS:
                words = "; ".join(f"{number} {form_field.values[str(number)]}" for number in value) or "none"
            self.out.tell(f"{form_field.key.replace('_', ' ')}: {words}", "  ")


def value_of(form_field: FormField, line: str) -> object:
    """A typed line converted to an answer of a field; the line unchanged where it cannot be converted."""
    match form_field.kind:
        case FieldKind.CHOICE:
            values = list(form_field.values)
            if line.isascii() and line.isdecimal() and 1 <= int(line[:4]) <= len(values):
                return values[int(line) - 1]
            matching_values = [
                value for value in values if line and value.startswith(line.casefold().replace(" ", "_"))
            ]
            return matching_values[0] if len(matching_values) == 1 else line
        case FieldKind.NUMBER:
            return int(line) if line.isascii() and line.isdecimal() and len(line) < 6 else line
        case FieldKind.NUMBERS:
            numbers = numbers_in(line)
            return line if numbers is None else numbers
        case FieldKind.TEXT:
            return line
        case _:
            assert_never(form_field.kind)
