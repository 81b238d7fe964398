"""What to write instead where a text is not TOML: the parser says what it expected, and this what the author meant."""

from __future__ import annotations

import re
from typing import Final

from wargame_core.limits import quote

_KEY: Final = r"""(?:[A-Za-z0-9_.-]+|"[^"\n]*"|'[^'\n]*')"""
_KEY_WITH_VALUE: Final = re.compile(rf"\s*({_KEY})\s*=\s*(.*)")
_SECTION: Final = re.compile(r"\s*(\[\[?)([^\]#]*)")
_UNQUOTED: Final = re.compile(r"[^\W\d_][\w .'-]*")
_HEX: Final = re.compile(r"0\d[\d.]*")
_NUMBER: Final = re.compile(r"[+-]?\d[^,\]}#\n]*")
_STRING: Final = re.compile(r""""(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_WHOLE_SECTION: Final = re.compile(r"\s*\[\[?[^\],]*\]\]?\s*(?:#.*)?")
_CURLY_QUOTES: Final = re.compile("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]")
STATEMENT: Final = 'a line is [section], [[row]], or key = value, with text in quotes ("...")'
_STRAIGHT_QUOTES_HINT: Final = "quotes are straight, not the curved ones of word processors"
_NO_CLOSING_QUOTE: Final = "the text has no closing quote"


def hint_for(text: str, message: str, line: int, column: int) -> str:
    """What a text should say in the place at which the parser of TOML stopped with a message."""
    lines = text.splitlines() or [""]
    number = min(line, len(lines))
    while number > 1 and not lines[number - 1].strip():
        number -= 1
    source = lines[number - 1]
    if message.startswith(("Cannot overwrite", "Duplicate inline")):
        return _repeated_key_hint(lines, number)
    if message.startswith("Cannot declare"):
        return _repeated_section_hint(lines, number)
    if message.startswith("Unescaped"):
        return "write each backslash twice, or the text in single quotes"
    if _CURLY_QUOTES.search(_STRING.sub("", source)):
        return _STRAIGHT_QUOTES_HINT
    if message.startswith(("Unterminated", "Illegal character '\\n'", 'Expected "\'"')):
        return _NO_CLOSING_QUOTE
    if message.startswith(("Unclosed array", "Unclosed inline")):
        return _open_value_hint(lines, number, column if number == line else len(source) + 1)
    if message.startswith("Expected ']"):
        return "a section stands in brackets, [name], and a row of several in two, [[name]]; several words in quotes"
    assignment = _KEY_WITH_VALUE.match(source)
    if assignment is not None and assignment[2][:1] in ("[", "{"):
        return _open_value_hint(lines, number, column)
    return _value_hint(assignment[1], assignment[2]) if assignment is not None else _line_hint(source)


def _repeated_key_hint(lines: list[str], number: int) -> str:
    """Where a key that has a value twice stands first in its section."""
    assignment = _KEY_WITH_VALUE.match(lines[number - 1])
    numbers_above = range(number - 1, 0, -1)
    for other_number in numbers_above if assignment is not None else ():
        earlier_match = _KEY_WITH_VALUE.match(lines[other_number - 1])
        if assignment is not None and earlier_match is not None and earlier_match[1] == assignment[1]:
            return (
                f"{quote(assignment[1])} has a value already, on line {other_number}; a key stands once in its section"
            )
        if _SECTION.match(lines[other_number - 1]):
            break
    return "a key stands once in its section"


def _repeated_section_hint(lines: list[str], number: int) -> str:
    """Where a section that stands twice begins first."""
    section_match = _SECTION.match(lines[number - 1])
    name = section_match[2].strip() if section_match is not None else ""
    for other_number, line in enumerate(lines[: number - 1], 1):
        earlier_match = _SECTION.match(line)
        if earlier_match is not None and earlier_match[2].strip() == name:
            rows = f"where it may have several rows, each begins with [[{name}]]"
            return (
                f"{earlier_match[1]}{name}{']' * len(earlier_match[1])} is "
                f"already on line {other_number}: put its keys there; {rows}"
            )
    return "a section stands once"


def _open_value_hint(lines: list[str], number: int, column: int) -> str:
    """What is wrong inside a list or a table in braces, or that it has no end."""
    source = lines[number - 1]
    text_before, rest_of_line = source[: column - 1].rstrip(), source[column - 1 :]
    if unquoted_word := _unquoted_in(source):
        return _in_quotes(unquoted_word)
    if rest_of_line[:1] in ('"', "'") or (not text_before and rest_of_line.strip()[:1] in ('"', "'")):
        return "a comma stands between two items"
    start_line = next((line for line in range(number, 0, -1) if _KEY_WITH_VALUE.match(lines[line - 1])), number)
    braces = "{" in lines[start_line - 1] and "[" not in lines[start_line - 1].partition("=")[2]
    if braces:
        return "a table in braces stands on one line: { a = 1, b = 2 }"
    first_line = (
        start_line
        if "[" in lines[start_line - 1]
        else next((line for line in range(start_line, 0, -1) if "[" in lines[line - 1]), start_line)
    )
    return f"the list that begins on line {first_line} has no ] at its end, or no comma between two of its items"


def _unquoted_in(source: str) -> str:
    """The first word without quotes among the values of a line; "" where there is none."""
    if _WHOLE_SECTION.fullmatch(source):
        return ""
    parts = re.split(r"[,\[\]{}]", _STRING.sub('""', source))
    values = (part.rpartition("=")[2].strip() for part in parts)
    words = (word_match[0] for value in values if (word_match := _UNQUOTED.match(value)) is not None)
    return next((word for word in words if word.strip() not in ("true", "false", "inf", "nan")), "")


def _value_hint(key: str, value: str) -> str:
    """What is wrong with the value of a key."""
    if value.startswith("="):
        return "one = stands between a key and its value"
    if not value or value.startswith("#"):
        return f"the value of {key} is missing: text in quotes, a number, true, false, or a list in [ ]"
    if value.casefold().rstrip() in ("true", "false"):
        return "true and false are written in small letters"
    if (word := _UNQUOTED.match(value)) is not None:
        return _in_quotes(word[0])
    if (number := _HEX.match(value)) is not None:
        return f"a number that begins with 0, as those of hexes do, stands in quotes: {key} = {_text(number[0])}"
    if (number := _NUMBER.match(value)) is not None:
        return f"only a number stands without quotes; text is {key} = {_text(number[0])}"
    if value.startswith("'") and value.count("'") > 2:
        return "text with an apostrophe stands in double quotes"
    if value.rstrip().endswith(","):
        return "no comma stands at the end of a line, but between the items of a list"
    return "one value stands after a key; several make a list: [..., ...]"


def _line_hint(source: str) -> str:
    """What is wrong with a line that is no key with a value."""
    if (unquoted_word := _unquoted_in(source)) and source.rstrip().endswith((",", "]")):
        return _in_quotes(unquoted_word)
    if re.match(rf"\s*{_KEY}\s*:", source):
        return "= stands between a key and its value, not a colon"
    name = source.partition("=")[0].strip()
    if "=" in source and re.fullmatch(r"\w[\w .'&-]*", name):
        return f"a key of several words stands in quotes: {_text(name)} = ..."
    return STATEMENT


def _in_quotes(word: str) -> str:
    return f"text stands in quotes: {_text(word)}"


def _text(word: str) -> str:
    return quote(word.strip()).replace("'", '"')
