"""What somebody types who does not know the library yet is answered by the sentence that helps."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import wargame_core
from wargame_core import Distribution, Match, Record, View, WargameError
from wargame_core.errors import nearest
from wargame_core.odds import OddsError
from wargame_lab.batches import simulate
from wargame_pictures.stories.web_page import board_svg

DIE = Distribution.of(wargame_core.D6)
GAME = wargame_core.load("battlecry")


def begun() -> Match:
    return GAME.start(seed=1862)


@pytest.mark.parametrize(
    ("try_it", "sentence"),
    [
        (lambda: Distribution.of([1, 2, 3]), r"not a die: .* Distribution\.uniform"),  # type: ignore[arg-type]
        (lambda: DIE.p("six"), "'six' can never come: the values are 1, 2, 3"),
        (lambda: bool(DIE > 3), "true with probability 1/2"),
        (lambda: pickle.dumps(begun()), r"pickle match\.state, or use match\.save"),
        (lambda: pickle.dumps(begun().view("union")), r"view\.to_json"),
        (lambda: copy.deepcopy(begun().view("union")), r"view\.to_json"),
        (lambda: begun().fork(999), "not 999"),
        (lambda: begun().fork("x"), "not 'x'"),  # type: ignore[arg-type]
        (lambda: begun().choices().find(3), "found by words of its label, not by 3"),  # type: ignore[arg-type]
        (lambda: begun().state.after("nothing like it"), "unknown choice of union 'nothing like it'"),
        (lambda: begun().state.set(trun=2), "unknown field of the board 'trun'.* did you mean 'turn'"),
        (lambda: begun().state.set(turn="x"), "turn: 'x' is not an int"),
        (lambda: 1.5 @ DIE, "a whole number of dice, 0 or more, not 1.5"),  # type: ignore[operator]
        (lambda: simulate(GAME, games="x"), "from 1 up, not 'x' and 1"),  # type: ignore[arg-type]
        (lambda: GAME.start(dice=[3, 1]), r"\[3, 1\] are not dice: give Scripted\(\[3, 1\]\)"),  # type: ignore[arg-type]
        (lambda: begun().undo("onion"), "'onion' does not play"),
        (lambda: begun().choices("spectator"), "'spectator' does not play .seats: union, confederate"),
        (lambda: begun().explain(3), r"words, or one piece, place or card, not \[3\]"),  # type: ignore[arg-type]
        (lambda: GAME.start(chance="explicit").play_out(), "does not end by itself: Roll"),
        (lambda: begun().play(3), "3 is not an action of battlecry"),
        (lambda: begun().judge(None), "None is not an action of battlecry"),
        (lambda: begun().state.after(3), "3 is not "),
        (lambda: GAME.forecast(begun(), "Scout"), "takes a position, such as match.state, and not <Match"),  # type: ignore[arg-type]
        (lambda: begun().state.set(hand_counts=3), "3 is not .* @ hand_counts|hand_counts: "),
        (
            lambda: wargame_core.load("gcacw"),
            "gcacw is a system, not a game; its games: gcacw_on_the_4th_day; its charts",
        ),
        (lambda: GAME.start(seed="abc"), "a seed is a whole number"),  # type: ignore[arg-type]
        (lambda: GAME.bot("heuristic", depth=3), "has no setting 'depth'"),
        (lambda: wargame_core.load("battlecry", data="/nonexistent"), "there is no such folder"),
        (lambda: board_svg(GAME, begun().view("union"), "confederate"), "this is the view of union"),
        (lambda: simulate(GAME, 3, games=1), "3 is not a player"),  # type: ignore[arg-type]
        (lambda: simulate(GAME, {"union": "random"}, games=1), "nobody plays confederate"),
        (lambda: Match.start(GAME.rules).play_out("random"), "only the match of a game knows bots by name"),
    ],
)
def test_a_wrong_call_is_refused_in_words(try_it: Callable[[], object], sentence: str) -> None:
    with pytest.raises(WargameError, match=sentence):
        try_it()


def test_a_die_is_compared_and_multiplied_exactly() -> None:
    assert (DIE > 4).p() == Fraction(1, 3)
    assert (DIE >= DIE).p() == Fraction(7, 12)
    assert (2 * DIE).p(12) == Fraction(1, 6)
    assert (DIE < 2).p(False) == (DIE >= 2).p()
    with pytest.raises(OddsError, match="true with probability"):
        assert DIE > 3


def test_a_match_is_copied_as_a_fork() -> None:
    match = begun()
    other = copy.deepcopy(match)
    match.play(match.choices()[0])
    assert (other.seq, match.seq) == (0, 1) or other.seq < match.seq
    assert other.play_out("random") is not None


def test_a_view_that_the_game_has_left_behind_says_so_whatever_it_is_asked() -> None:
    match = begun()
    view = match.view("union")
    match.play(match.choices()[0])
    asked = {name for name, value in vars(View).items() if isinstance(value, property)}
    for name in sorted(asked - {"scenario", "options", "rules", "everything"}):
        with pytest.raises(wargame_core.StaleView):
            getattr(view, name)
    for ask in (view.menu, view.news, view.to_json, view.text):
        with pytest.raises(wargame_core.StaleView):
            ask()
    assert "has moved on" in repr(view)
    assert view._repr_html_() is None


@pytest.mark.parametrize("players", ["random", lambda view: view.choices.head(1)[0], GAME.bot("random", seed=4)])
def test_a_name_a_player_and_a_maker_may_play_wherever_players_are_asked_for(players: object) -> None:
    assert simulate(GAME, players, games=1).finished  # type: ignore[arg-type]
    assert begun().play_out({"union": players, "confederate": GAME.bots["random"]}) is not None  # type: ignore[dict-item]


def test_every_game_of_a_batch_gets_a_copy_of_a_player() -> None:
    batch = simulate(GAME, GAME.bot("random", seed=4), games=3, seed=1)
    assert batch.replay(2, GAME).outcome == batch.games[2].outcome


@pytest.mark.parametrize(("name", "file"), [("vicksburg", "deck.toml"), ("gcacw_on_the_4th_day", "units.toml")])
def test_a_game_and_its_record_name_the_files_that_were_replaced(name: str, file: str, tmp_path: Path) -> None:
    (packaged,) = Path(__file__).parents[2].glob(f"plugins/{name}/src/*/data/{file}")
    (tmp_path / file).write_text(packaged.read_text("utf-8"), "utf-8")
    game = wargame_core.load(name, data=tmp_path)
    assert repr(game).endswith(f" with other {file}>")
    record = Record.of(game.start(seed=1))
    assert record.header["replaced"] == [file]
    assert f"with other {file}" in repr(record)
    (tmp_path / "decks.toml").write_text("", "utf-8")
    with pytest.raises(WargameError, match=r"unknown data file of .*'decks\.toml'"):
        wargame_core.load(name, data=tmp_path)


@pytest.mark.parametrize(
    ("written", "allowed", "meant"),
    [
        ("infantery", ("artillery", "cavalry", "infantry"), "infantry"),
        ("Infantry", ("cavalry", "infantry"), "infantry"),
        ("cavlary", ("infantry", "cavalry"), "cavalry"),
        ("costs2", ("free", "costs 2"), "costs 2"),
        ("enter", ("exerted_by", "entering", "leaving"), "entering"),
        ("hexes", ("hex", "square"), "hex"),
        ("hood", ("us_mead", "cs_hood"), "cs_hood"),
        ("Mill", ("The Ford", "The Mill"), "The Mill"),
        ("clare", ("rough", "clear"), "clear"),
        ("figs", ("place", "figures"), "figures"),
        ("rode", ("pike", "road", "rail"), "road"),
        ("lava", ("land", "woods"), None),
        ("federal", ("union", "confederate"), None),
        ("known", ("unknown",), None),
        ("legal", ("illegal",), None),
        ("north", ("south", "east"), None),
        ("inside", ("outside",), None),
        ("attacker", ("defender",), None),
        ("", ("left", "right"), None),
    ],
)
def test_a_hint_names_what_was_meant_and_never_an_opposite(
    written: str, allowed: tuple[str, ...], meant: str | None
) -> None:
    assert nearest(written, allowed) == meant


def test_a_hint_among_thousands_of_long_names_is_found_in_little_work() -> None:
    """Names of strangers: alike in almost every letter, or the same letters in another order."""
    alphabet = "abcdefghijklmnopqrstuvwxyz" * 4
    assert nearest(f"{alphabet}3999x", [f"{alphabet}{n}" for n in range(4000)]) == f"{alphabet}3999"
    assert nearest(alphabet[::-1], [f"{alphabet}{n}" for n in range(4000)]) is None
