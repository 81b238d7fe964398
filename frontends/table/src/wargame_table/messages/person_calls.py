"""What a person may ask of a server: calls that the key of one of the person's devices signs.

A call is a text, so that both sides sign and check the same bytes: a JSON object with ``kind``, with the name of the
server that it is for and a number above that of every call before it.
"""

from typing import ClassVar, Final, TypeAlias

from attrs import field, frozen
from attrs.validators import ge, lt, matches_re, max_len

from wargame_core.data.structuring import structured
from wargame_core.limits import ACTION, harmless, read_json
from wargame_core.shapes import shape_of
from wargame_table.messages.incoming import DEVICE_KEY, SIGNATURE, WORD, Refused, plain_name

TEXT, SITE, LABEL = 1000, 255, 60
"""Characters of a call, of the name of a server, of what a device is called."""
SIGNED_WITH: Final = b"wargame table call signature 1\n"
"""Signed together with the text of a call, so that a signature of something else is never valid."""
WORDS: Final = 4
"""Words that a device shows which asks to be let in."""


@frozen(kw_only=True)
class SignedCall:
    """A call as it is sent: its ``text``, the public key of the ``device`` that signed it, and the ``signature``."""

    device: str = field(validator=matches_re(DEVICE_KEY))
    text: str = field(validator=max_len(TEXT))
    signature: str = field(validator=matches_re(SIGNATURE))


def _label(text: str) -> str:
    return harmless(text)[:LABEL]


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


@frozen(kw_only=True)
class PersonCall:
    """What every call has: the name of the server that it is for, and a number that no later call may repeat."""

    site: str = field(validator=max_len(SITE))
    number: int = field(validator=[ge(0), lt(2**53)])


@frozen(kw_only=True)
class TakeSeat(PersonCall):
    """Sit down at a ``table``: ``key`` opens from then on what the person has there. ``label`` names the device.

    The key of the link that the person came with stands in the header ``Authorization``.
    """

    kind: ClassVar[str] = "sit"
    table: str = field(validator=max_len(WORD))
    key: str = field(validator=matches_re(r"[\w-]{22,64}"), repr=False)
    label: str = field(converter=_label, default="")


@frozen(kw_only=True)
class AskIn(PersonCall):
    """This device wants to be another device of the person who has ``seat`` at ``table``, or of whoever it is."""

    kind: ClassVar[str] = "ask_in"
    table: str = field(validator=max_len(WORD), default="")
    seat: str = field(validator=max_len(WORD), default="")
    label: str = field(converter=_label, default="")


@frozen(kw_only=True)
class LetIn(PersonCall):
    """The device that shows these ``words`` is one of this person's from now on."""

    kind: ClassVar[str] = "let_in"
    words: str = field(validator=max_len(WORD), converter=_words)


@frozen(kw_only=True)
class Revoke(PersonCall):
    """A device of this person's is so no more, and its key is good for nothing."""

    kind: ClassVar[str] = "revoke"
    device: str = field(validator=matches_re(DEVICE_KEY))


@frozen(kw_only=True)
class FreeSeat(PersonCall):
    """Leave a seat for good: a fresh link opens it."""

    kind: ClassVar[str] = "free"
    table: str = field(validator=max_len(WORD))
    seat: str = field(validator=max_len(WORD))


@frozen(kw_only=True)
class HandOver(PersonCall):
    """Give a seat to the person whose name at this server is ``to``."""

    kind: ClassVar[str] = "hand_over"
    table: str = field(validator=max_len(WORD))
    seat: str = field(validator=max_len(WORD))
    to: str = field(converter=plain_name)


@frozen(kw_only=True)
class Forget(PersonCall):
    """Forget this person: name, keys, devices, and who has the seats."""

    kind: ClassVar[str] = "forget"


@frozen(kw_only=True)
class ListDevices(PersonCall):
    """What the server holds of this person: the name, and the devices."""

    kind: ClassVar[str] = "devices"


@frozen(kw_only=True)
class Prove(PersonCall):
    """Say who one is, beside a request for one's games."""

    kind: ClassVar[str] = "prove"


Call: TypeAlias = TakeSeat | AskIn | LetIn | Revoke | FreeSeat | HandOver | Forget | ListDevices | Prove
"""Everything that a person may ask of a server."""
_CALL: Final = shape_of(Call)


def read_call(text: str) -> Call:
    """The call of a text that was signed. Raises `Refused`."""
    try:
        data = read_json(text, ACTION)
        if not isinstance(data, dict):
            raise Refused("malformed", "a call is a JSON object with `kind`")
        call: Call = structured(data, _CALL)
    except ValueError as problem:
        raise Refused("malformed", str(problem)) from None
    return call


@frozen(kw_only=True)
class FreeBySeat:
    """A request to free a ``seat`` by who made the table, or by a guest who sits there."""

    seat: str = field(validator=max_len(WORD))
