"""The letter in what mail programs make of it: quoted, wrapped, below a greeting, or as an attachment of a message.

A letter is written in ASCII and carries its own hash. So what a mail program added can be taken away again, and only a
text whose hash fits counts as the letter that was sent.
"""

import re
from collections.abc import Iterator
from email import message_from_string, policy
from email.message import EmailMessage

from wargame_core.errors import MailError
from wargame_mail.correspondence import Letter, read_letter

MOST_LETTERS = 100
"""The most letters that are looked for in one text."""
_BEGIN = re.compile(r'^[ \t]*\{(?=\s*"protocol")', re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_MESSAGE = re.compile(r"\A(?:From .*\n)?(?:[A-Za-z][A-Za-z0-9-]*:.*\n(?:[ \t].*\n)*)+\n")
_TEXTS = re.compile(r'("(?:\\.|[^"\\])*")', re.DOTALL)
_TYPOGRAPHIC_SIGNS = str.maketrans(
    {"\u00a0": " ", "\u200b": None, "\ufeff": None, "\r": None} | dict.fromkeys("“”„«»″", '"')
)
"""What programs write in the place of plain spaces and quotation marks; a letter has no sign beyond ASCII."""


def letter_in(text: str, name: str = "the letter") -> Letter:
    """The letter in a text; of several letters, as in a message that quotes older ones, the latest.

    Raises `MailError` for a text without a letter, or with one that was changed.
    """
    try:
        return read_letter(text, name)
    except MailError as error:
        refusal = error
    sound_letters = list[Letter]()
    for part in _parts(text):
        for letter_text in _letters(_QUOTED.sub("", part.translate(_TYPOGRAPHIC_SIGNS))):
            try:
                sound_letters.append(_mended_letter(letter_text, name))
            except MailError as error:
                refusal = error
    if not sound_letters:
        raise refusal
    return max(sound_letters, key=lambda letter: letter.number)


def _parts(text: str) -> Iterator[str]:
    """The text, or the texts and attachments of a message with its head."""
    if not _MESSAGE.match(text.replace("\r\n", "\n")):
        yield text
        return
    for part in message_from_string(text, EmailMessage, policy=policy.default).walk():
        if not part.is_multipart() and isinstance(content := part.get_payload(decode=True), bytes):
            yield content.decode("utf-8-sig", "replace")


def _letters(text: str) -> Iterator[str]:
    """What begins as a letter and ends with its last bracket, with line ends within texts as they stand."""
    for number, begin_match in enumerate(_BEGIN.finditer(text)):
        if number == MOST_LETTERS:
            return
        depth, is_quoted, start = 0, False, begin_match.end() - 1
        for sign in re.finditer(r'\\.|["{}]', text[start:]):
            match sign[0]:
                case '"':
                    is_quoted = not is_quoted
                case "{" if not is_quoted:
                    depth += 1
                case "}" if not is_quoted:
                    depth -= 1
            if not depth:
                yield text[start : start + sign.end()]
                break


def _mended_letter(letter_text: str, name: str) -> Letter:
    """The letter whose hash fits, when a line that was broken within a text is joined by nothing or by a space."""
    refusal: MailError | None = None
    parts = _TEXTS.split(letter_text)  # every other one is a text in quotation marks
    for joining_sign in ("", " "):
        joined_parts = (part.replace("\n", joining_sign) if number % 2 else part for number, part in enumerate(parts))
        try:
            return read_letter("".join(joined_parts), name)
        except MailError as error:
            refusal = refusal or error
    assert refusal is not None, "one of two ways is refused before this line"
    raise refusal
