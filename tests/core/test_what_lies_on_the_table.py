"""Sheets, panels and references: one description of what lies on the table, the same words in all games."""

from random import Random
from typing import Annotated, Any

from attrs import define, evolve, field, frozen
from tests.core.skirmish_toy import toy

from wargame_core.authoring import Display
from wargame_core.flow.about import TO, About
from wargame_core.flow.choices import Action, ListedChoices
from wargame_core.flow.events import Board
from wargame_core.flow.panels import SequenceOfPlay, Status, StatusLine
from wargame_core.flow.procedures import Table
from wargame_core.flow.sequence import Repeat, Sequence, Step, place_in
from wargame_core.flow.visibility import Derived, Kept, Public, Secret, derived_fields, redact
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_core.rulings import Cite
from wargame_core.sheet import Briefing, Note, Sheet, SheetCard, SheetPiece, with_map

BOOK = Cite("Toy", "1", "Cards")


@define
class Masked(Board):
    places: Public[dict[str, int]] = field(factory=dict)
    mask: Derived[int] = 0

    def place_id(self, space: Any) -> str:
        return f"A{space}"


@frozen
class Walk(Action):
    to: Annotated[int, TO]

    def help(self, board: Any) -> str:
        return f"costs {self.to}"


def asks(t: Table[Any]) -> Any:
    yield from t.ask("blue", ListedChoices([Walk(n) for n in range(1, t.board.places["ways"] + 1)]), "Where to?")
    t.board.outcome = None


def game(ways: int) -> Any:
    rules = evolve(
        toy().rules,
        board=Masked,
        set_up=lambda scenario, options: Masked({"ways": ways}, 1 << 60),
        actions=(Walk,),
        sequence=Sequence("Toy", Step("Walk", asks)),
        display=Display(panels=lambda board, seat: (Status((StatusLine("ways", str(board.places["ways"])),)),)),
        printed={},
        turn_of=lambda board: 0,
    )
    return evolve(toy(), rules=rules)


def test_a_menu_row_says_what_it_names_and_helps() -> None:
    rows = game(2).start(seed=1).view("blue").menu()
    assert rows == [
        {"label": "walk", "action": {"kind": "walk", "to": 1}, "about": {"to": "A1"}, "help": "costs 1"},
        {"label": "walk", "action": {"kind": "walk", "to": 2}, "about": {"to": "A2"}, "help": "costs 2"},
    ]


def test_a_choice_of_one_is_forced_for_who_is_asked() -> None:
    assert game(1).start(seed=1).view("blue").forced
    assert not game(2).start(seed=1).view("blue").forced
    assert not game(1).start(seed=1).view("red").forced


def test_what_follows_from_the_rest_is_sent_to_no_screen_but_kept_in_states() -> None:
    match = game(1).start(seed=1)
    assert derived_fields(Masked) == {"mask"}
    assert "mask" not in match.view("blue").to_json()["board"]
    assert match.state.to_json()["board"]["mask"] == 1 << 60


def test_panels_are_part_of_a_view() -> None:
    sent = game(3).start(seed=1).view("red").to_json()
    assert sent["panels"][0] == {
        "panel": "status",
        "id": "status",
        "title": "Status",
        "lines": [{"name": "ways", "value": "3"}],
    }


def test_the_sequence_of_play_shows_the_step_of_the_turn_under_way() -> None:
    assert game(3).start(seed=1).view("red").panels[-1] == SequenceOfPlay(("Walk",), 0)
    turn = Repeat("Turn", Step("Dawn", asks), Step("Dusk", asks), until=lambda board: False)
    assert place_in(Sequence("Toy", turn), ("Toy", "Turn", "Dusk")) == SequenceOfPlay(("Dawn", "Dusk"), 1)
    assert place_in(Sequence("Toy", turn), ()) == SequenceOfPlay(("Dawn", "Dusk"), -1)
    whole = Sequence("Toy", Step("Set-up", asks), turn)
    assert place_in(whole, ("Toy", "Set-up")) == SequenceOfPlay(("Set-up", "Turn"), 0)
    assert place_in(whole, ("Toy", "Turn", "Dusk")) == SequenceOfPlay(("Dawn", "Dusk"), 1)
    assert place_in(whole, ()) == SequenceOfPlay(("Set-up", "Turn"), -1)


def test_a_sheet_has_the_spaces_of_its_map_with_links_both_ways() -> None:
    ground: Map = Map(SquareGrid(3, 4))
    sheet = with_map(Sheet("toy", "Toy", "plain", {}, Briefing("Plain")), ground)
    by_id = {space.id: space for space in sheet.spaces}
    assert len(by_id) == 12
    assert all(space.id in by_id[link].links for space in sheet.spaces for link in space.links)
    assert len(sheet.outlines) == 1
    (width, height) = sheet.size
    assert all(0 < space.at[0] < width and 0 < space.at[1] < height for space in sheet.spaces)


def test_a_sheet_knows_the_names_of_what_lies_on_it() -> None:
    sheet = Sheet(
        "toy",
        "Toy",
        "plain",
        {},
        Briefing("Plain"),
        pieces=(SheetPiece("u1", "blue", "infantry", "1st Foot", {"strength": "4"}),),
        cards=(SheetCard("bombard", "Bombard", "fire twice"),),
    )
    assert sheet.names == {"u1": "1st Foot", "bombard": "Bombard"}
    assert sheet.to_json()["pieces"] == [
        {"id": "u1", "side": "blue", "kind": "infantry", "name": "1st Foot", "facts": {"strength": "4"}}
    ]


def test_a_briefing_reads_well_on_a_terminal() -> None:
    text = Briefing(
        "Shiloh",
        (Note("Dawn."),),
        "confederate",
        (("union", 4),),
        (Note("Six flags.", BOOK),),
    ).text()
    assert text.splitlines() == [
        "Shiloh",
        "",
        "Situation",
        "  Dawn.",
        "",
        "How to win",
        f"  Six flags.  [{BOOK}]",
        "",
        "First to act: confederate.",
        "Hands: union 4.",
    ]


def test_what_an_event_is_about_stands_beside_its_sentence() -> None:
    match = toy().start(seed=3)
    match.play(match.choices().sample(Random(1)))
    for row in match.view("referee").news()["rows"]:
        assert row.keys() <= {"kind", "text", "about"}
        assert row["text"]
    assert About().to_json() == {}


@define
class Counted(Board):
    deck: Secret[tuple[int, ...]] = ()
    _sums: Kept[dict[str, int]] = field(factory=dict, init=False, eq=False)

    def total(self) -> int:
        return self._sums.setdefault("deck", sum(self.deck))


def test_what_is_kept_is_no_part_of_a_board_and_never_shown_where_something_is_hidden() -> None:
    board, fresh = Counted((1, 2)), Counted((1, 2))
    assert (board.total(), board == fresh, board.copy()._sums) == (3, True, {"deck": 3})
    assert redact(board, "blue").total() == 0
    codec = evolve(game(1).rules, board=Counted, set_up=lambda scenario, options: Counted((1, 2))).codec
    saved = codec.board_to_json(board)
    assert "_sums" not in saved
    read: Any = codec.board(saved)
    assert (read, read._sums) == (fresh, {})


def test_what_is_shown_of_the_turn_is_looked_up_by_the_path_of_the_step() -> None:
    rules = game(3).rules
    match = game(3).start(seed=1)
    assert rules.places_in_turn == {match.cursor: place_in(rules.sequence, match.cursor)}
