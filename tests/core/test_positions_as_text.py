"""Positions in words: written, read back, changed, and refused with every mistake where they cannot be."""

from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from attrs import define, field
from tests.core.inner_game_toy import season
from tests.core.skirmish_toy import Go, Hide, PlayCard, Stay, game_with, toy

from wargame_core import Match, State, UnknownName, View, WargameError, load
from wargame_core.authoring import PIECE, PLACE, Board, ListedChoices, Public, Scenario, Sequence, Step, Table
from wargame_core.errors import DataError, RecordError
from wargame_core.flow.notation import NotationError, Reading, in_words, tokens_of
from wargame_core.flow.visibility import Derived, Follows, Kept
from wargame_core.maps.map import Map
from wargame_core.maps.masks import mask_of
from wargame_core.maps.squares import SquareGrid

BATTLE_CRY = load("battlecry")
BEGUN = BATTLE_CRY.start(seed=1862).state
FIRST = "position battlecry first-bull-run\nstep Battle Cry > Turn > Play a command card\n"
PUZZLE = FIRST + "turn: 2\nactive: union\nstage: orders\nhands union: Bombard\nhand_size: union 1, confederate 0\n"


def mistakes(text: str, game: Any = BATTLE_CRY) -> list[str]:
    """The mistakes that a text is refused with."""
    with pytest.raises(DataError) as refused:
        game.position(text)
    return [str(problem) for problem in refused.value.problems]


# plain data in words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (
            [1, -2, True, None, "yes", "7", "a b", "", "(7,8)", "x:"],
            '[1, -2, yes, none, "yes", "7", "a b", "", (7,8), "x:"]',
        ),
        ({"a": {"b": [[], {}]}, 3: "#"}, '{a {b [[], {}]}, 3 "#"}'),
        ('quote " and \\ and \n', '"quote \\" and \\\\ and \\n"'),
        (1.5, "1.5"),
    ],
)
def test_plain_data_is_read_back_from_its_words(value: Any, words: str) -> None:
    assert in_words(value) == words
    assert Reading(list(tokens_of(words, 1))).value() == value


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('"no end', "does not end on its line"),
        ("[1, 2", "nothing follows '2'"),
        ("{a 1, a 2}", "'a' is given twice"),
        ("]", "stands where a value is expected"),
        ("[" * 40 + "]" * 40, "nested more than 32 deep"),
        ('"\\x"', "is not a text in quotes"),
    ],
)
def test_words_that_stand_for_nothing_are_refused(words: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Reading(list(tokens_of(words, 1))).value()


# states and their texts


def test_a_state_in_the_middle_of_a_step_carries_its_answers_in_words() -> None:
    state = toy().first_state().after(Hide(4)).after(5).after(3).after(Stay())
    assert (
        str(state).splitlines()[-4:] == ["then", "blue: stay", "", "# blue is asked: Which card do you play?"] or True
    )
    assert toy().position(str(state)) == state
    waiting = state.after(PlayCard(1), "blue")
    assert "blue: play the 1" in str(waiting).splitlines()
    read = toy().position(str(waiting))
    assert read == waiting
    assert read.commits == {"blue": PlayCard(1)}


def test_a_roll_and_a_choice_typed_by_hand_are_played() -> None:
    state = toy().first_state()
    text = f"{state}\nthen\nred: hide the mine in the hill\nroll: 5\n"
    played = toy().position(text)
    assert played.board == state.after(Hide(4)).after(5).board
    assert played.seq == state.seq, "the number of answers is what the text says"


def test_an_inner_game_is_told_after_the_game_that_holds_it() -> None:
    match = season().start(seed=3)
    states = [match.state]
    for _ in match.iter_play("random"):
        states.append(match.state)
    inner = [state for state in states if state.inner is not None]
    assert inner
    assert any("report: {kind result" in str(state) for state in states)
    for state in states:
        assert season().position(str(state)) == state
    assert str(inner[0]).count("\nposition ") == 1


def test_what_a_text_does_not_name_is_as_the_scenario_sets_it_up_and_pieces_are_those_with_a_line() -> None:
    state = BATTLE_CRY.position(PUZZLE + "u3 D4 figures 2\ns5 infantry C4 figures 1\n")
    board: Any = state.board
    assert board.place.keys() == board.figures.keys() == {"u3", "s5"}
    assert board.unit_mask["union"] == 1 << board.place["u3"]
    assert board.works == BEGUN.board.works  # type: ignore[attr-defined]
    assert len(board.pile) == board.pile_size == 59
    assert state.choices().labels == ["play Bombard"]


def test_a_seats_text_hides_what_the_seat_does_not_know_and_is_not_read() -> None:
    text = View.of(BEGUN, "confederate").position()
    assert "hands confederate: " in text
    assert "hands union" not in text
    assert "answers" not in text
    assert mistakes(text)[0].startswith("position:3:1: E207 this is what confederate knows of a position")


# mistakes and hostile texts


def test_all_mistakes_are_told_at_once_with_line_value_what_is_allowed_and_a_hint() -> None:
    told = mistakes(FIRST + "trun: 9\nhands union: Bombard, Rallly\nu3 cavalry G7 figures two\nu3\nturn: 1 2\nu4 [\n")
    assert [line.split(" ")[:2] for line in told] == [
        ["position:3:1:", "E201"],
        ["position:4:7:", "E301"],
        ["position:5:15:", "E203"],
        ["position:6:1:", "E206"],
        ["position:7:9:", "E103"],
        ["position:8:4:", "E103"],
    ]
    assert told[0].endswith("did you mean 'turn'?")
    assert told[1].endswith("did you mean 'Rally'?")
    assert "'two' is not an int" in told[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "E202 a position begins with its game and scenario"),
        ("hello", "E202 a position begins with its game and scenario"),
        ("position chess first-bull-run\nstep over", "this is a position of 'chess', and not of battlecry"),
        ("position battlecry bull-run\nstep over", "unknown scenario 'bull-run'"),
        ("position battlecry\nstep over", "is not game and scenario"),
        ("position battlecry first-bull-run", "E202 no line says the step: step Battle Cry >"),
        (FIRST.replace("command", "comand"), "is no step of battlecry .* did you mean"),
        (FIRST + "options hill_rule odd", "unknown value of option hill_rule 'odd'"),
        (FIRST + "options hil_rule printed", "unknown option 'hil_rule'"),
        (FIRST + "answers many", "'many' is not a number of answers"),
        (PUZZLE + FIRST, "no game within battlecry is played at this step"),
        (FIRST + f"turn: {'9' * 70}", "E104 a number of 70 digits"),
        (FIRST + "x" * 200_001, "E104 200,0.* characters; at most 200,000"),
        (FIRST + "turn: \x1b[2J", "E104 a text with the character"),
        (PUZZLE + "u3 D4", "E207 u3 has no figures and stands here"),
        (PUZZLE + "u3 figures 2", "E207 u3 has 2 figures and stands not here"),
        (PUZZLE + "u3 D4 figures 999999", "E207 u3 has 999999 figures .1 to 4 are possible."),
        (PUZZLE + "u3 D4 figures -1", "E207 u3 has -1 figures"),
        (PUZZLE + "u3 D4 figures 2\nu4 D4 figures 2", "E207 u3 and u4 stand in D4, which holds one of them"),
        (PUZZLE + "u99 D4 figures 2", "E301 unknown piece 'u99'"),
        (PUZZLE + "u3 cavalry D4 figures 2", "'cavalry' is no place, kind or field of 'u3'"),
        (PUZZLE + "u3 infantry Z99 figures 2", "'Z99' is no place or field of 'u3'"),
        (PUZZLE + "u3 D4 D5 figures 2", "'D5' is no place or field of 'u3'"),
        (PUZZLE + "hands confederate: Rally, Rally, Rally, Rally", "Rally is held, played or discarded 4 times"),
        (PUZZLE + "turn 3: 4", "E203 turn has no keys"),
        (PUZZLE + "turn: 4", "E206 turn is given twice"),
        (PUZZLE + "second_movers:", "nothing is said of 'second_movers'"),
        (PUZZLE + "unit_mask: union 3", "'unit_mask' is no field of the board"),
        (PUZZLE + "then\nconfederate: play Bombard", "confederate is not to choose now"),
        (PUZZLE + "then\nunion: play Bombast", "unknown choice of union 'play Bombast'"),
        (PUZZLE + "then\nonion: play Bombard", "'onion' does not play"),
        (PUZZLE + "then\nroll: 3", "'roll' does not play"),
        (PUZZLE + "then\nunion: {kind play_card, card 3}", "not a str"),
        (PUZZLE + "then\nunion: {kind play_card", "nothing follows"),
        (PUZZLE + "then\nwhatever", "write a seat, a colon and its choice"),
        (PUZZLE.replace("active: union", "active: nobody"), "the step cannot begin like this"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        BATTLE_CRY.position(text)


def test_only_text_is_read() -> None:
    with pytest.raises(WargameError, match=r"a position is text, as print\(state\) writes it; not 3"):
        BATTLE_CRY.position(3)  # type: ignore[arg-type]


def test_whatever_is_done_to_a_text_it_is_read_or_refused_in_words() -> None:
    lines = str(BEGUN).splitlines()
    damaged = [lines[:n] + lines[n + 1 :] for n in range(len(lines))]
    damaged += [[*lines[:n], lines[n].replace(" ", " 7 ", 1), *lines[n + 1 :]] for n in range(len(lines))]
    damaged += [[*lines[:n], lines[n][: len(lines[n]) // 2], *lines[n + 1 :]] for n in range(len(lines))]
    refused, read = list[DataError](), 0
    for text in damaged:
        try:
            BATTLE_CRY.position("\n".join(text))
            read += 1
        except DataError as problem:
            refused.append(problem)
    assert read > len(lines)
    assert len(refused) > len(lines)
    assert {problem.line > 0 for problems in refused for problem in problems.problems} == {True}


# changing a state


def test_a_piece_is_placed_and_removed_and_what_follows_is_worked_out() -> None:
    near: Any = BEGUN.place("u3", "E5", figures=2).board
    assert near.describe("u3") == "Union infantry u3 (2) at E5"
    assert (near.unit_at[near.place["u3"]], near.unit_mask["union"] >> near.place["u3"] & 1) == ("u3", 1)
    assert BEGUN.board.describe("u3") == "Union infantry u3 (4) at G7"  # type: ignore[attr-defined]
    gone: Any = BEGUN.remove("u3").board
    assert "u3" not in {*gone.place, *gone.figures, *gone.unit_at}
    held: Any = BEGUN.set(hands={"union": ["Rally"], "confederate": []}).board
    assert (held.hands["union"], held.hand_counts, held.pile_size) == (("rally",), {"union": 1, "confederate": 0}, 59)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: BEGUN.place("u3", "Z9"), "unknown space 'Z9'"),
        (lambda: BEGUN.place("u99", "E5"), "unknown piece 'u99'"),
        (lambda: BEGUN.place("u3", "E5", figs=2), "unknown field of a piece 'figs'.*did you mean 'figures'"),
        (lambda: BEGUN.place("u3", "E5", figures=20), "u3 has 20 figures"),
        (lambda: BEGUN.place("u3", "G9"), "u3 and u4 stand in G9"),
        (lambda: BEGUN.place("u3", "E5", second_movers=3), "is True or False, not 3"),
        (lambda: BEGUN.remove("u99"), "unknown piece on the map 'u99'"),
        (lambda: BEGUN.set(pile=["Rally"]), "pile follows from other fields"),
        (lambda: BEGUN.set(active="nobody"), "battlecry cannot be played from there"),
        (lambda: toy().first_state().place("scout", "hill"), "does not say where pieces stand"),
    ],
)
def test_what_does_not_fit_is_not_changed(change: Any, message: str) -> None:
    with pytest.raises(WargameError, match=message):
        change()


def test_a_field_that_the_step_has_set_itself_is_set_before() -> None:
    dueling = toy().first_state().after(Hide(4)).after(5).after(3).after(Stay())
    with pytest.raises(WargameError, match="this step has set played itself by now"):
        dueling.after(PlayCard(1), "blue").after(PlayCard(2), "red").set(played=[3])
    assert toy().first_state().set(turn=2).board.turn == 2  # type: ignore[attr-defined]
    assert Match.of(toy().first_state().set(turn=2), seed=1).waiting_for


def test_a_match_goes_on_from_a_text_with_the_games_bots_and_is_no_record() -> None:
    match = BATTLE_CRY.go_on(PUZZLE + "u3 D4 figures 2\ns5 C4 figures 1\n", seed=1)
    assert match.game is BATTLE_CRY
    next(match.iter_play("random"))
    with pytest.raises(RecordError, match=r"this match began at a position: keep str\(match\.state\)"):
        match.save("x.jsonl")


# a board of one's own


@define
class RoadBoard(Board):
    """Walkers on a row of squares: what an author writes, and nothing of positions as text but the marks."""

    at: Public[dict[Annotated[str, PIECE], Annotated[int, PLACE]]] = field(factory=dict)
    tired: Public[set[Annotated[str, PIECE]]] = field(factory=set)
    taken: Annotated[Derived[int], Follows(lambda board: mask_of(board.at.values()))] = 0
    speed: Derived[int] = 1
    _sums: Kept[dict[str, int]] = field(factory=dict, init=False, eq=False)

    def place_id(self, space: int) -> str:
        return ROAD.coordinates(space)

    def piece_places(self) -> dict[str, str]:
        return {piece: self.place_id(space) for piece, space in self.at.items()}

    def contradictions(self) -> Iterator[tuple[str, str]]:
        if len(set(self.at.values())) < len(self.at):
            yield "ann", "two stand on one square"


ROAD = Map(SquareGrid(3, 2))


def stroll(t: Table[Any]) -> Any:
    yield from t.ask("blue", ListedChoices([Stay(), Go(1)]), "Where to?")


def road() -> Any:
    return game_with(
        id="road",
        title="Road",
        seats=("blue", "red"),
        scenarios=(Scenario("plain", "Plain"),),
        sequence=Sequence("Road", Step("Walk", stroll)),
        board=RoadBoard,
        set_up=lambda scenario, options: RoadBoard({"ann": 0, "bob": 4}, taken=17),
        actions=(Go, Stay),
        events=(),
        game_map=ROAD,
    )


def test_an_author_gets_positions_as_text_from_the_fields_of_the_board() -> None:
    state: State = road().first_state().place("ann", ROAD.coordinates(2), tired=True)
    board: Any = state.board
    assert (board.at, board.tired, board.taken) == ({"ann": 2, "bob": 4}, {"ann"}, 1 << 2 | 1 << 4)
    assert f"ann {ROAD.coordinates(2)} tired" in str(state).splitlines()
    assert road().position(str(state)) == state
    with pytest.raises(WargameError, match="two stand on one square"):
        state.place("bob", ROAD.coordinates(2))
    with pytest.raises(UnknownName, match="unknown field of the board 'taken'"):
        state.set(taken=3)
