"""What players and front ends send: every game refuses nonsense in a short sentence, and stays as it was."""

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wargame_core
from wargame_core import MalformedAction, Match, Record, UnknownName, WargameError
from wargame_core.limits import harmless
from wargame_core.replays import replay
from wargame_pictures.stories.story import narrate

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
POSITIONS = 8
STEP = 17


@cache
def positions(name: str) -> tuple[Match, ...]:
    """Some positions of one game played at random."""
    match, rng = wargame_core.load(name).start(seed=11), random.Random(11)
    kept: list[Match] = []
    while match.waiting_for and len(kept) < POSITIONS:
        if match.seq // STEP >= len(kept):
            kept.append(match.fork())
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    return tuple(kept)


def refused(match: Match, action: Any, seat: str | None = None) -> str:
    """The words with which ``action`` is refused; nothing has changed then."""
    before, seat = match.state, match.waiting_for[0] if seat is None else seat
    with pytest.raises(WargameError) as problem:
        match.play(action, seat)
    assert match.state == before
    return str(problem.value)


DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]
WRONG: tuple[Any, ...] = (5, -1, True, 1.5, None, "x", "", b"x", [], [[1]], {}, object(), ("a", 1), DEEP)


def broken(action: Any) -> Iterator[Any]:
    """The action with each field filled in turn with what does not belong there."""
    for field in attrs.fields(type(action)):
        for value in WRONG:
            try:
                yield attrs.evolve(action, **{field.alias: value})
            except (TypeError, ValueError, RecursionError):
                continue  # its own converter refused it


@pytest.mark.parametrize("game", GAMES)
def test_an_action_object_whose_fields_are_of_other_types_is_refused_like_its_json(game: str) -> None:
    for match in positions(game):
        seat = match.waiting_for[0]
        kinds = {type(action): action for action in list(match.choices(seat))[:200]}
        for whole in kinds.values():
            for action in broken(whole):
                before = match.state
                with suppress(WargameError):
                    match.judge(action, seat)  # some values belong there after all: "x" is a name
                    match.fork().play(action, seat)
                assert match.state == before


def test_staff_dice_for_five_tokens_are_no_action() -> None:
    from wargame_altar_of_freedom.board.actions import AllotDice

    match = wargame_core.load("vicksburg").start(seed=1)
    match.play(next(iter(match.choices())))
    with pytest.raises(MalformedAction, match="tokens"):
        match.judge(AllotDice(tokens=5))  # type: ignore[arg-type]
    with pytest.raises(MalformedAction, match="tokens"):
        match.play(AllotDice(tokens=(1,)))  # type: ignore[arg-type]


LONG = "x" * 100_000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "action",
    [
        LONG,
        5,
        None,
        {"kind": LONG},
        {"kind": {"a": 1}},
        {LONG: LONG},
        {"kind": "move", "token": LONG, "path": []},
        {"kind": "march", "to": LONG},
        {"kind": "play_card", "card": LONG},
        {"kind": "play_card", "card": "\x1b[2J"},
        {"kind": "allot_dice", "tokens": [LONG]},
        {"kind": "allot_dice", "tokens": ["a"] * 20_000},
        {"kind": "x", "deep": DEEP},
        {"kind": "x", "number": 10**5000},
        {"kind": "x", "half": "\ud800"},
        {"kind": "x", "turned": "\u202e"},
        {"kind": "x", "none": float("nan")},
    ],
    ids=range(17),
)
def test_what_is_refused_is_quoted_shortly_and_harmlessly(game: str, action: Any) -> None:
    for match in positions(game)[:3]:
        said = refused(match, action)
        assert len(said) <= 700
        assert harmless(said) == said


def judged(match: Match, action: Any, seat: str) -> list[str]:
    """Why an action is refused, in words; nothing for a legal one."""
    try:
        return [reason.text for reason in match.judge(action, seat).reasons]
    except (MalformedAction, UnknownName) as problem:
        return [str(problem)]


texts = st.text(max_size=30) | st.sampled_from(["\x1b]0;x\x07", "\ud800", "\u202e", "__class__", "../..", "x" * 2000])
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_random_nonsense_changes_nothing_and_is_refused_in_words(game: str, data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(positions(game)))
    codec, seat = match.rules.codec, match.waiting_for[0]
    cls = data.draw(st.sampled_from(list(codec.actions.values())))
    sent: Any = {"kind": cls.kind, **{field.name: data.draw(values) for field in attrs.fields(cls)}}
    offered = data.draw(st.sampled_from(list(match.choices(seat))[:50]))
    near = codec.to_json(offered)
    key = data.draw(st.sampled_from(list(near)))
    before = match.state
    for action in (sent, near | {key: data.draw(values)}, data.draw(values)):
        said = judged(match, action, seat)
        assert all(len(reason) <= 700 for reason in said)
        assert [harmless(reason) for reason in said] == said
        with suppress(MalformedAction):  # an empty text asks about nothing
            match.explain(data.draw(texts), seat)
        assert match.state == before


def replaced(data: Any, value: Any) -> Any:
    """JSON data with every text but kinds, and every number, replaced by ``value``."""
    if isinstance(data, dict):
        return {key: inner if key == "kind" else replaced(inner, value) for key, inner in data.items()}
    if isinstance(data, list):
        return [replaced(inner, value) for inner in data]
    return value if type(data) is type(value) else data


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", ["../..", -1, 10**14], ids=range(3))
def test_a_record_whose_events_name_what_is_not_there_is_refused_in_words(game: str, value: Any) -> None:
    record, loaded = Record.of(positions(game)[-1]), wargame_core.load(game)
    for number in range(0, len(record.lines), max(1, len(record.lines) // 10)):
        line = record.lines[number]
        lines = [*record.lines]
        lines[number] = {**line, **{key: replaced(line[key], value) for key in ("events", "snapshot") if key in line}}
        odd = Record(record.header, tuple(lines))
        for read in (
            lambda loaded, odd=odd: odd.entries(loaded.rules),
            lambda loaded, odd=odd: narrate(odd, loaded),
            lambda loaded, odd=odd: replay(odd, loaded),
        ):
            with suppress(WargameError):
                read(loaded)


def with_fields(game: str, *names: str) -> tuple[Match, Any]:
    """A position of a game in which an action with these fields is listed, and that action."""
    match, rng = wargame_core.load(game).start(seed=11), random.Random(11)
    while match.waiting_for:
        listed = match.choices(match.waiting_for[0]).head(60)
        found = next((action for action in listed if {*names} <= {f.name for f in attrs.fields(type(action))}), None)
        if found is not None and all(getattr(found, name) for name in names):
            return match, found
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    raise AssertionError(f"{game} has no action with {names}")


@pytest.mark.parametrize(
    ("game", "field", "value", "told"),
    [
        ("vicksburg", "token", "s33x", "there is no piece 's33x'"),
        ("gettysburg", "path", ["(99,0)"], "there is no square '(99,0)'; one is written"),
        ("battlecry", "piece", "s33x", "there is no piece 's33x'"),
        ("battlecry", "to", "Z99", "there is no hex 'Z99'"),
        ("battlecry", "card", "no such card", "there is no card 'no such card'"),
        ("gcacw_on_the_4th_day", "unit", "s33x", "there is no piece 's33x'"),
        ("thunder_on_the_mississippi", "command", "s33x", "there is no piece 's33x'"),
        ("thunder_on_the_mississippi", "to", "Atlanta", "there is no place 'Atlanta'"),
    ],
)
def test_what_there_is_not_is_refused_before_the_rules_see_it(game: str, field: str, value: Any, told: str) -> None:
    match, action = with_fields(game, field)
    data = {**match.rules.codec.to_json(action), field: value}
    assert told in refused(match, data)
    with suppress(MalformedAction):  # what cannot even be read
        verdict = match.judge(data, match.waiting_for[0])
        assert told in str(verdict)
        assert verdict.codes[0].startswith("no_such_")


def test_places_in_actions_are_written_as_they_are_printed() -> None:
    match, move = with_fields("vicksburg", "path")
    written = match.rules.codec.to_json(move)["path"]
    assert written == [match.board.place_id(space) for space in move.path]
    assert match.rules.let_in(match.rules.codec.to_json(move)) == move
