"""Data files: attrs classes say what a file may hold, and every problem is reported at once, with line and column.

No value is coerced and no key is ignored. A loader reads like this::

    doc, problems = read_toml(path, "an order of battle"), Problems()
    check_source(doc, problems)
    file = structure(doc, OrderOfBattleFile, problems)
    ...                                             # further checks, with problems.add(doc, path, code, message)
    problems.raise_if_any()                                 # raises DataError with all of them

Other packages import from this module only; what it does not offer is for `wargame_core.data` itself.

Error codes: docs/reference/data-errors.md. Why this is our own code: docs/decisions/data-files.md.
"""

from wargame_core.data.documents import (
    DataFolder,
    Document,
    EachFile,
    Problems,
    did_you_mean,
    one_of,
    parse_toml,
    read_each,
    read_text,
    read_toml,
    show_path,
)
from wargame_core.data.files import write_new, write_package, write_whole
from wargame_core.data.structuring import (
    PROVENANCE_KEYS,
    Between,
    Later,
    Names,
    Ref,
    Source,
    Wording,
    bases_in,
    basis_at,
    check_source,
    describe,
    one_kind_of,
    structure,
    structure_tagged,
    worded,
)
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_text import key_text, value_text
from wargame_core.errors import Problem
from wargame_core.json_form import SPARSE
from wargame_core.kinds import by_kind
from wargame_core.rulings import Basis

__all__ = [
    "PROVENANCE_KEYS",
    "SPARSE",
    "Basis",
    "Between",
    "DataFolder",
    "Document",
    "EachFile",
    "KeyPath",
    "Later",
    "Names",
    "Problem",
    "Problems",
    "Ref",
    "Source",
    "Wording",
    "bases_in",
    "basis_at",
    "by_kind",
    "check_source",
    "describe",
    "did_you_mean",
    "key_text",
    "one_kind_of",
    "one_of",
    "parse_toml",
    "read_each",
    "read_text",
    "read_toml",
    "show_path",
    "structure",
    "structure_tagged",
    "value_text",
    "worded",
    "write_new",
    "write_package",
    "write_whole",
]
