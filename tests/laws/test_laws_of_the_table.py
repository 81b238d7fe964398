"""The laws of what lies on the table can fail: for each there are games that break it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import pytest
from attrs import define, evolve, frozen
from tests.core.skirmish_toy import (
    SEATS,
    SEQUENCE,
    SPACES,
    Give,
    Go,
    Hide,
    Stay,
    ToyBoard,
    Walked,
    Walking,
    toy,
    with_pictures,
)
from tests.laws.broken_toys import breaks, replaced, trial, walking

from wargame_core import D6, Game, Verdict
from wargame_core.authoring import (
    About,
    ListedChoices,
    PublicEvent,
    RulesSource,
    refuse,
)
from wargame_core.flow.about import Names
from wargame_core.flow.panels import Hand, Panel, Score, Status, StatusLine, Track
from wargame_core.flow.rules import Origin
from wargame_core.sheet import Briefing, Note, Sheet, SheetCard, SheetPiece, SheetSpace, SideOnSheet
from wargame_laws import laws_of_the_table as laws
from wargame_laws.complaints import LawBroken
from wargame_pictures.draw.letters import Letters
from wargame_pictures.paper.handout import Handout
from wargame_pictures.text_board import Tabletop

SHEET_LAWS = [value for name, value in vars(laws).items() if name.startswith("law_")]


@define
class Table(ToyBoard):
    """The toy with its scout as a piece on the map."""

    def piece_places(self) -> Mapping[str, str]:
        return {"scout": SPACES[self.scout]}


@frozen
class Marched(Walked):
    """The scout walks, and says so by references."""

    kind: ClassVar[str] = "marched"

    def about(self, board: Any) -> About:
        return About(("scout",), to=SPACES[self.to])


def sheet(drawn: Sheet, board: Any) -> Sheet:
    """A sheet with everything that the laws ask for."""
    return evolve(
        drawn,
        briefing=Briefing("Toy", (Note("A road."),), how_to_win=(Note("Points."),)),
        sides=(SideOnSheet("blue", "Blue", "B"), SideOnSheet("red", "Red", "R")),
        spaces=tuple(SheetSpace(name, name, (n, 0)) for n, name in enumerate(SPACES)),
        pieces=(SheetPiece("scout", "blue", "foot", "the scout"),),
        cards=(SheetCard("1", "One", "counts 1"),),
    )


def laid_out(
    event: type[Walked] = Marched,
    choices: type[Walking] = Walking,
    panels: Callable[[Any, str], tuple[Panel, ...]] | None = None,
    **changed: Any,
) -> Game:
    """The toy on a table; ``changed`` are parts of its sheet."""
    rules = toy().rules
    first = rules.set_up("plain", {"bow": "yes"})
    names = ("hands", "names", "short")

    def set_up(scenario: str, options: Mapping[str, str]) -> Table:
        board = rules.set_up(scenario, options)
        return Table(**{name: getattr(board, name) for name in names})

    assert first.names == SPACES  # type: ignore[attr-defined]
    made = evolve(
        rules,
        board=Table,
        set_up=set_up,
        events=(*rules.events, *([] if event in rules.events else [event])),
        sequence=replaced(SEQUENCE, "Walk", walking(choices, event)),
        display=evolve(rules.display, panels=panels),
    )
    return evolve(toy(), rules=made, lay_out=lambda drawn, board: evolve(sheet(drawn, board), **changed))


def test_numbers_for_learners_that_are_not_those_of_the_panels_are_caught() -> None:
    game = laid_out()
    display = evolve(game.rules.display, counts=lambda board, seat: (Score((("red", -7),)),))
    wrong = evolve(game, rules=evolve(game.rules, display=display))
    with pytest.raises(LawBroken, match=r"learners are told .* but the panels show"):
        laws.law_numbers_tell_what_the_view_tells(trial(wrong))


@pytest.mark.parametrize("law", SHEET_LAWS)
def test_a_sound_table_keeps_every_law(law: Callable[[Any], None]) -> None:
    law(trial(laid_out()))


@pytest.mark.parametrize("law", SHEET_LAWS)
def test_a_game_without_pieces_on_its_sheet_is_not_asked(law: Callable[[Any], None]) -> None:
    law(trial(laid_out(Walked, pieces=(), briefing=Briefing(""))))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"pieces": (SheetPiece("scout", "", "", ""), SheetPiece("scout", "", "", ""))}, "pieces on the sheet"),
        ({"sides": (SideOnSheet("blue", "Blue", "B"), SideOnSheet("red", "Red", "B"))}, "each with a letter"),
        ({"sides": (SideOnSheet("blue", "Blue", "B"),)}, "the sides on the sheet"),
        ({"briefing": Briefing("Toy", (Note("A road."),))}, "how to win"),
        ({"cards": (SheetCard("1", "One", ""),)}, "cards without text"),
        ({"cards": (SheetCard("", "One", "1"),)}, "have no id"),
    ],
)
def test_a_sheet_that_says_too_little_is_caught(changed: dict[str, Any], said: str) -> None:
    breaks(laws.law_the_sheet_is_printed_matter, laid_out(**changed), said)


def test_a_piece_that_moves_without_a_reference_is_caught() -> None:
    breaks(laws.law_pieces_follow_their_references, laid_out(Walked), "follows the events, and has a piece wrong")


def test_an_event_that_names_what_is_not_there_is_caught() -> None:
    @frozen
    class Strayed(Walked):
        kind: ClassVar[str] = "strayed"

        def about(self, board: Any) -> About:
            return About(("scout",), to=SPACES[self.to], places=("Atlantis",))

    breaks(laws.law_what_is_named_lies_on_the_table, laid_out(Strayed), "the event strayed names: Atlantis")


@pytest.mark.parametrize(
    "panel",
    [
        Hand("blue", 1, ("nine",)),
        Hand("green", 1),
        Status((StatusLine("where", "there", places=("Atlantis",)),)),
        Track("turns", "Turns", ("1", "2"), 2),
    ],
)
def test_a_panel_that_names_what_is_not_there_is_caught(panel: Panel) -> None:
    game = laid_out(panels=lambda board, seat: (panel,))
    breaks(laws.law_what_is_named_lies_on_the_table, game, f"what the panel {panel.id} shows")


@frozen
class Peek(Go):
    """Go, with a hint that only the author of the rule may know."""

    kind: ClassVar[str] = "peek"
    hint: int = 0

    def about(self, board: Any) -> About:
        return About(places=(SPACES[self.hint],))


class Peeking(Walking):
    """Ways with a hint where the mine lies."""

    def __iter__(self) -> Iterator[Any]:
        for action in super().__iter__():
            yield Peek(action.to, self.board.mine) if isinstance(action, Go) else action


def test_a_reference_that_tells_a_secret_is_caught() -> None:
    game = laid_out(choices=Peeking)
    game = evolve(game, rules=evolve(game.rules, actions=(*game.rules.actions, Peek)))
    breaks(laws.law_the_table_tells_no_secrets, game, r"by what lies on the table: .*menu\[1\]")


@frozen
class Worded(Go):
    """Go, in words that depend on what the board shows."""

    kind: ClassVar[str] = "worded"

    def text(self, board: Any) -> str:
        return f"go, the mine at {SPACES[board.mine]}"

    def about(self, board: Any) -> About:
        return About(places=(SPACES[board.mine],))


class InWords(Walking):
    """Ways that are worded by the board they are shown with."""

    def __iter__(self) -> Iterator[Any]:
        for action in super().__iter__():
            yield Worded(action.to) if isinstance(action, Go) else action

    def help(self, action: Any, board: Any) -> str:
        return f"not to {SPACES[board.mine]}"


def test_a_menu_is_worded_and_refers_by_what_its_seat_sees() -> None:
    game = laid_out(choices=InWords)
    match = evolve(game, rules=evolve(game.rules, actions=(*game.rules.actions, Worded))).start(seed=1)
    match.play(Hide(4), "red")
    row = match.view("blue").menu()[-1]
    assert row["label"] == f"go, the mine at {SPACES[0]}"
    assert row["about"] == {"places": [SPACES[0]]}
    assert row["help"] == f"not to {SPACES[0]}"


def test_a_packet_that_tells_a_secret_is_caught() -> None:
    game = laid_out()
    packet = lambda board, seat: Handout("packet", "Packet", f"the mine: {board.mine}", "", {})  # noqa: E731
    breaks(
        laws.law_the_table_tells_no_secrets, with_pictures(game, handout=packet), r"by what lies on the table: .*packet"
    )


def test_a_map_in_letters_that_tells_a_secret_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_pictures(laid_out(), letters=lambda board, seat: {"camp": Letters("", f"mine {board.mine}")})
    game = evolve(game, rules=evolve(game.rules, source=RulesSource(origin=Origin(lambda: game))))
    monkeypatch.setattr(laws, "SHARE", 1)
    laws.law_the_table_tells_no_secrets(trial(game))
    monkeypatch.setattr(Tabletop, "board", property(lambda table: table.view._runner.board))
    breaks(laws.law_the_table_tells_no_secrets, game, "by what lies on the table: .*mine")


def test_a_whole_number_too_big_for_a_screen_is_caught() -> None:
    game = laid_out(panels=lambda board, seat: (Track("big", "Big", ("1",), 2**53 + 1),))
    breaks(laws.law_screens_can_count_what_they_get, game, "is sent 9007199254740993")
    game = laid_out(spaces=(SheetSpace("camp", "camp", (0, 0), outline=2**60),))
    breaks(laws.law_screens_can_count_what_they_get, game, "on the sheet stands")


@pytest.mark.parametrize("words", ["not {action}, but " + str(Give("red")), "no " * 300], ids=["program", "endless"])
def test_a_refusal_that_shows_the_program_or_has_no_end_is_caught(words: str) -> None:
    class Curt(Walking):
        def judge(self, action: Any) -> Verdict:
            return super().judge(action) or refuse("no", words.format(action=action))

    breaks(laws.law_refusals_are_sentences, laid_out(choices=Curt), "reads on trying")


# The laws of the story can fail: for each there are games that break it.


def with_event(event: type[PublicEvent]) -> Game:
    return evolve(toy(), rules=evolve(toy().rules, events=(*toy().rules.events, event)))


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        ("far", "far, far away" * 20, "more than 200 characters"),
        ("not_about_places", "this is not about places", "no word of what can be chosen"),
    ],
)
def test_an_answer_to_why_not_that_is_long_or_bare_is_caught(code: str, words: str, said: str) -> None:
    class Explained(Walking):
        def explain(self, what: Names, ref: str) -> Verdict | None:
            verdict = super().explain(what, ref)
            return verdict if verdict is None or verdict else refuse(code, words)

    breaks(laws.law_why_not_is_answered, laid_out(choices=Explained), said)


def test_an_event_has_words_or_says_that_it_is_silent() -> None:
    @frozen
    class Forgotten(PublicEvent):
        pass

    breaks(laws.law_every_event_is_told_or_silent, with_event(Forgotten), "forgotten has no sentence")

    @frozen
    class Loud(PublicEvent):
        silent: ClassVar[bool] = True

        def text(self, board: Any) -> str:
            return "Hear, hear."

    breaks(laws.law_every_event_is_told_or_silent, with_event(Loud), "loud says that it is silent")


def test_a_roll_of_which_nothing_is_told_is_caught() -> None:
    def idle(table: Any) -> Any:
        yield from table.roll_openly(D6, "for nothing", None)
        for _ in range(2):
            yield from table.ask(SEATS[0], ListedChoices([Stay()]), "Go on?", None)

    game = evolve(toy(), rules=evolve(toy().rules, sequence=replaced(SEQUENCE, "Walk", idle)))
    breaks(laws.law_every_roll_leaves_a_trace, game, "nothing is told of the roll 'for nothing'")
