"""Variants: house rules that other distributions, or a cell of a notebook, bring to a game that is there.

A game with variants has their names behind its own: ``load("vicksburg+mud+long_roads")``. That name is in its records,
views and links, so that whoever opens one plays, verifies and watches by the same rules.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from textwrap import dedent
from typing import Any

from attrs import evolve

from wargame_core.errors import PluginError, RulesError, UnknownName
from wargame_core.flow import sequence
from wargame_core.flow.rules import Variant
from wargame_core.flow.sequence import Edit, Rule, Step
from wargame_core.game import Game
from wargame_core.interfaces import entry_points
from wargame_core.rulings import Cite
from wargame_core.version import API, reason_unfit

GROUP = "wargame_core.variants"
"""The group of the entry points: the name of each is the id of a `Variant`."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_VARIANTS_OF_PROCESS: dict[str, Variant] = {}


def installed() -> Mapping[str, Variant | str]:
    """Every variant by its id, those made in this process too; for one that cannot be used a sentence that says why."""
    return {
        name: _load_variant(name, entries) for name, entries in sorted(_entry_points().items())
    } | _VARIANTS_OF_PROCESS


def _entry_points() -> dict[str, list[Any]]:
    """The entry points of variants by their names."""
    by_id: dict[str, list[Any]] = {}
    for entry in entry_points(GROUP):
        by_id.setdefault(entry.name, []).append(entry)
    return by_id


def _load_variant(name: str, entries: list[Any]) -> Variant | str:
    entry = entries[0]
    owners = [entry.dist.name if entry.dist is not None else "(unknown distribution)" for entry in entries]
    if len(entries) > 1:
        return f"the variant {name!r} is offered twice, by {' and '.join(owners)}"
    owner = owners[0]
    try:
        loaded_object = entry.load()
    except (Exception, SystemExit) as problem:
        return f"{owner}: {entry.value} could not be loaded: {type(problem).__name__}: {problem}"
    if not isinstance(loaded_object, Variant):
        return f"{owner}: {entry.value} is not a Variant but a {type(loaded_object).__name__}"
    if loaded_object.id != entry.name or not _NAME.fullmatch(loaded_object.id):
        return f"{owner}: the entry point is called {entry.name!r} but the variant {loaded_object.id!r}"
    unfit = reason_unfit(loaded_object.requires_api, lambda: owner)
    return f"{owner}: {unfit}" if unfit else loaded_object


def variants_of(game: str, system: str = "") -> list[Variant]:
    """The variants that can be played with a game of a system."""
    return [
        variant for variant in installed().values() if isinstance(variant, Variant) and {game, system} & set(variant.of)
    ]


def called(names: Iterable[str], game: str, system: str = "") -> tuple[Variant, ...]:
    """The variants with these names. Raises `UnknownName` and `PluginError` for those that do not fit the game."""
    by_id = _entry_points()
    variants: list[Variant] = []
    for name in names:
        variant = _VARIANTS_OF_PROCESS.get(name) or (_load_variant(name, by_id[name]) if name in by_id else None)
        if isinstance(variant, str):
            raise PluginError(variant)
        if variant is None or not {game, system} & set(variant.of):
            raise UnknownName(
                f"variant of {game}", name, [fitting_variant.id for fitting_variant in variants_of(game, system)]
            )
        if variant in variants:
            raise RulesError(f"the variant {name!r} is named twice")
        variants.append(variant)
    return tuple(variants)


def build_with(
    build: Callable[..., Game], data: Path | None, variants: tuple[Variant, ...], *, brought: bool, game: str
) -> Game:
    """The game that ``build(data)`` makes, with variants; ``brought`` says that ``build(data, variants)`` takes theirs.

    Raises `RulesError` where they bring words or files that the game does not take, or cannot be played together.
    """
    from wargame_core.data.documents import MORE

    bringing = [variant for variant in variants if variant.words is not None or variant.data]
    if bringing and not brought:
        raise RulesError(f"{game} takes no words and no data files of variants; {bringing[0].id} has some")
    owner_by_file: dict[str, str] = {}
    for variant in bringing:
        for path in sorted(variant.data.glob("*.toml")) if variant.data is not None else ():
            earlier_owner = owner_by_file.setdefault(path.name, variant.id)
            if earlier_owner != variant.id and not path.name.endswith(MORE):
                raise RulesError(
                    f"{earlier_owner} and {variant.id} both replace {path.name} of {game}: play with one of them"
                )
    game_value = build(data, variants) if bringing else build(data)
    for variant in variants:
        game_value = evolve(game_value, rules=game_value.rules.varied(variant)).with_players(variant.bots)
    return game_value


def register_variant(variant: Variant) -> str:
    """Let a variant be played by name in this process and those that it starts; returns the name.

    Raises `PluginError` where an installed one has that name, `RulesError` where it is not a name.
    """
    if not _NAME.fullmatch(variant.id):
        raise RulesError(f"{variant.id!r} is not a name of a variant: lower case letters, digits and underlines")
    if variant.id in _entry_points():
        raise PluginError(f"an installed variant is called {variant.id!r} already: take another name")
    _VARIANTS_OF_PROCESS[variant.id] = variant
    return variant.id


def names_of_local_variants(variants: Iterable[Variant]) -> list[str]:
    """The names of those that only this process knows, and processes that begin as copies of it.

    Raises `RulesError` for one whose name another one has taken since: by its name only the other is found.
    """
    names = [variant.id for variant in variants if variant.id in _VARIANTS_OF_PROCESS]
    for variant in variants:
        if _VARIANTS_OF_PROCESS.get(variant.id, variant) is not variant:
            raise RulesError(f"the variant {variant.id!r} was made anew since: give the game the new one")
    return names


def variant(
    *games: str,
    before: str = "",
    after: str = "",
    instead_of: str = "",
    around: str = "",
    title: str = "",
    cite: Cite | None = None,
    **variant_fields: Any,
) -> Callable[[Rule], Variant]:
    """Make a variant of games of one rule, in a cell of a notebook or a test::

        @variant("vicksburg", after="Draw event card", counters=(Counter("mud", "Mud", 0),))
        def muddy_roads(t):
            \"\"\"A d6 each turn: on a 1 or 2 the roads are mud.\"\"\"
            roll = yield from t.roll(D6, "mud", seen_by=EVERYBODY)
            t.record(CounterSet("mud", int(roll <= 2)))

    The function is a step at that place of the sequence of play (``around`` gets the printed rule as well), its name is
    the id of the variant, and its docstring says what changes. ``variant_fields`` are other fields of `Variant`; its
    version follows from the text of the function, so that records notice when a cell was changed.
    """

    def make_variant(rule: Callable[..., Any]) -> Variant:
        name = title or rule.__name__.replace("_", " ").capitalize()
        step = Step(name, rule, cite)
        edits: dict[str, Callable[[], Edit]] = {
            before: lambda: sequence.before(before, step),
            after: lambda: sequence.after(after, step),
            instead_of: lambda: sequence.instead_of(instead_of, step),
            around: lambda: sequence.around(around, rule),
        }
        variant = Variant(
            id=rule.__name__,
            of=games,
            title=name,
            help=" ".join((rule.__doc__ or name).split()),
            requires_api=API,
            sequence=tuple(edit() for label, edit in edits.items() if label),
            **{"version": _version_of(rule), **variant_fields},
        )
        register_variant(variant)
        return variant

    return make_variant


def _version_of(rule: Callable[..., Any]) -> str:
    """A short digest of what a function says, wherever it stands in a file or a notebook.

    Its text is the same on every Python, so that a record is; what is compiled serves where nobody keeps the text.
    """
    try:
        source = dedent("".join(inspect.getsourcelines(rule)[0]))
        source_bytes = re.sub(r"(?s)^.*?^(?=def )", "", source, count=1, flags=re.MULTILINE).encode()
    except OSError:
        code = rule.__code__
        constants = [constant for constant in code.co_consts if not hasattr(constant, "co_code")]
        source_bytes = code.co_code + repr((constants, code.co_names)).encode()
    return blake2b(source_bytes, digest_size=4).hexdigest()
