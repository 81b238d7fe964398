"""Names as people type and paste them, made comparable.

Word processors, web pages and telephones write other spaces, quotation marks and dashes than keyboards do, and marks
that nobody sees. Whoever looks a name up by what a person wrote compares `folded` texts.
"""

import re
import unicodedata
from collections.abc import Iterable

UNSEEN = frozenset(
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
"""Characters that nobody sees and that no name needs: zero-width spaces, soft hyphens, marks of direction."""
_JOINERS = "\u200c\u200d"
_QUOTES = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032\u00b4`\uff07",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02",
}
_DASHES = {"-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"}
_PLAIN = str.maketrans(
    dict.fromkeys((*UNSEEN, *_JOINERS))
    | {sign: plain_sign for plain_sign, signs in (_QUOTES | _DASHES).items() for sign in signs}
)
_WITHOUT_UNSEEN = str.maketrans(dict.fromkeys(UNSEEN))


def without_unseen(text: str) -> str:
    """A text without the marks that nobody sees, its unusual spaces as plain ones; line ends and tabs stay.

    >>> without_unseen("First\\u00a0Corps\\u200b")
    'First Corps'
    """
    if text.isascii():
        return text
    visible_text = text.translate(_WITHOUT_UNSEEN)
    return "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in visible_text)


def plain_signs(text: str) -> str:
    """A name with single plain spaces, and with quotation marks, apostrophes and dashes as keyboards write them.

    >>> plain_signs(" Reed\\u2019s  Division\\u00a0\\u2013 2nd ")
    "Reed's Division - 2nd"
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_PLAIN))
    return " ".join(text.split())


def folded(text: str) -> str:
    """A name for comparison: `plain_signs` of it, in small letters.

    >>> folded("REED\\u2019S Division") == folded("Reed's division")
    True
    """
    return plain_signs(text).casefold()


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """Names as a sentence lists them, with ``last_word`` before the last; "" for none.

    >>> listed(["infantry", "cavalry", "artillery"]), listed(["left", "right"], "or"), listed(["all"])
    ('infantry, cavalry and artillery', 'left or right', 'all')
    """
    *first_names, end = [*names] or [""]
    return f"{', '.join(first_names)} {last_word} {end}" if first_names else end


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def no_formula(cell: str) -> str:
    """A text of a table so that a spreadsheet does not take it for a formula: with an apostrophe before it.

    >>> no_formula("=1+1"), no_formula("-2"), no_formula("'=1"), no_formula("plain")
    ("'=1+1", '-2', "''=1", 'plain')
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def without_apostrophe(cell: str) -> str:
    """A text of a table as it was before `no_formula`.

    >>> [without_apostrophe(no_formula(cell)) for cell in ("=1+1", "-2", "'=1", "'tis")]
    ['=1+1', '-2', "'=1", "'tis"]
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
