"""Laws 5, 7, 9 and 11 can fail: for each there are games that break it."""

import itertools
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from attrs import define, frozen
from tests.core import skirmish_toy as toys
from tests.core.skirmish_toy import SEATS, Go, Stay, ToyBoard, Walked, Walking, toy
from tests.laws.broken_toys import Unlisted, asked, bow_and, breaks, trial, walking, with_rule

from wargame_core.authoring import (
    LEGAL,
    Action,
    Choices,
    Game,
    ListedChoices,
    Procedure,
    Ruling,
    Table,
    Verdict,
    refuse,
)
from wargame_core.flow.choices import sorted_ids
from wargame_core.flow.codec import Codec
from wargame_core.flow.visibility import Public
from wargame_core.odds import Distribution
from wargame_laws import laws_of_choices as laws
from wargame_laws.laws_of_play import law_everything_survives_json, law_play_ends


class Tired(Walking):
    def judge(self, action: Any) -> Verdict:
        return refuse("tired", "too tired") if isinstance(action, Stay) else super().judge(action)


class Miscounting(Walking):
    def __len__(self) -> int:
        return 7


class Repeating(Walking):
    def __iter__(self) -> Iterator[Any]:
        yield Stay()
        yield from super().__iter__()


class Straying(Walking):
    def sample(self, rng: Any) -> Any:
        return Go(99)


class Excerpt(Walking):
    """Stay and nothing else is listed, as an excerpt; draws what is not listed."""

    abridged, complete = True, False

    def __iter__(self) -> Iterator[Any]:
        yield Stay()

    def sample(self, rng: Any) -> Any:
        return next(go for go in super().__iter__() if go != Stay())


class Contradicting(Excerpt):
    complete = True


class Endless(Walking):
    def __iter__(self) -> Iterator[Any]:
        return map(Go, itertools.count())


class Uncountable(Walking):
    def __len__(self) -> int:
        return 2**63


class Speechless(Walking):
    def judge(self, action: Any) -> Verdict:
        return refuse("no", "") if isinstance(action, Go) and action.to > 4 else super().judge(action)


class Crashing(Walking):
    def judge(self, action: Any) -> Verdict:
        return LEGAL if isinstance(action, Stay) or toys.SPACES[action.to] else refuse("no", "no")


class Lenient(Walking):
    def judge(self, action: Any) -> Verdict:
        return LEGAL if isinstance(action, Go) else super().judge(action)


class Twitching(Walking):
    def judge(self, action: Any) -> Verdict:
        if not isinstance(action, (Go, Stay)):
            self.board.score["blue"] = self.board.score.get("blue", 0) + 1
        return super().judge(action)


def test_a_menu_without_end_is_no_play() -> None:
    breaks(law_play_ends, with_rule("Walk", walking(Endless)), "more than 50,000 choices are listed")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (Tired, r"Stay\(\) is offered and refused: too tired"),
        (Miscounting, r"len\(choices\) is 7, but"),
        (Repeating, r"Stay\(\) is offered twice"),
        (Contradicting, "Contradicting lists an excerpt .* and says that it is complete"),
        (Uncountable, "len.choices. is more than can be counted, but"),
        (Straying, r"sample\(\) gave Go\(to=99\), which is not listed"),
        (Speechless, "is refused for no stated reason"),
        (Crashing, "judging .* raised (IndexError|AttributeError)"),
        (Lenient, "is judged legal, but playing it raised"),
        (Twitching, "judging .* changed the game"),
    ],
)
def test_choices_that_do_not_keep_their_word_are_caught(options: type[Walking], message: str) -> None:
    def walk(t: Table[Any]) -> Procedure[None]:
        action = yield from t.ask("blue", options(t.board, 2), "Where does the scout go?")
        if isinstance(action, Go):
            assert toys.SPACES[action.to]
            t.record(Walked(action.to))

    breaks(laws.law_offered_means_legal, with_rule("Walk", walk), message)


def test_an_action_that_the_game_does_not_name_is_caught() -> None:
    game = with_rule("Bow", asked(Unlisted()))
    breaks(laws.law_offered_means_legal, game, "Unlisted is not among the game's actions")


def test_a_forecast_that_forgets_outcomes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Game.forecast

    def hopeful(self: Game, state: Any, action: Any, seat: str | None = None) -> Any:
        return Distribution.certain(next(iter(real(self, state, action, seat))))

    monkeypatch.setattr(Game, "forecast", hopeful)
    breaks(laws.law_forecasts_are_exact, toy(), "has 1 outcomes, playing every one gives")


def test_an_action_that_json_does_not_keep_is_caught() -> None:
    @frozen
    class Wave(Action):
        hands: Any

    game = with_rule("Bow", asked(Wave((1, 2))), actions=(*toy().rules.actions, Wave))
    breaks(law_everything_survives_json, game, r"Wave\(hands=\(1, 2\)\) is not the same", budget=800)


def test_a_record_that_does_not_verify_is_caught() -> None:
    count = itertools.count()
    game = with_rule("Bow", bow_and(lambda t: t.record(toys.Scored("blue", next(count)))))
    breaks(law_everything_survives_json, game, "the record does not verify: answer")


def test_a_ruling_whose_total_is_not_its_sum_is_caught() -> None:
    class Inflated(Ruling):
        @property
        def total(self) -> int:
            return super().total + 1

    game = with_rule("Bow", bow_and(lambda t: t.record(toys.Scored("blue", 1, Inflated("Bow", 1, base=1)))))
    said = "ruling 'Bow': its total is 2, base and modifiers make 1"
    breaks(laws.law_rulings_add_up, game, said, budget=800)


# Laws 14 to 17 can fail: for each there are games that break it.


@frozen
class Name(Action):
    """Name some things."""

    things: tuple[str, ...]
    why: str = ""

    def text(self, board: Any) -> str:
        return "name " + " and ".join(sorted(self.things))


@frozen
class NameSet(Action):
    """Name some things, in whatever order."""

    things: tuple[str, ...] = attrs.field(converter=sorted_ids)


class Naming(Choices):
    """Things in any order, one order of each listed."""

    action: Any = Name

    def __iter__(self) -> Iterator[Any]:
        yield self.action(("a", "b"))

    def judge(self, action: Any) -> Verdict:
        return LEGAL if isinstance(action, self.action) and set(action.things) == {"a", "b"} else refuse("no", "no")


class NamingSets(Naming):
    action = NameSet


class OpenNaming(Naming):
    complete = False


def naming(choices: Choices) -> Any:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", choices, "Name what?")

    return with_rule("Bow", bow, actions=(*toy().rules.actions, Name, NameSet))


def test_two_choices_that_read_alike_are_caught() -> None:
    game = naming(ListedChoices([Name(("a",)), Name(("a",), "again")]))
    law = laws.law_no_two_choices_read_alike
    breaks(law, game, r"blue reads 'name a' twice: Name\(things=\('a',\), why=''\) and", budget=800)
    law(trial(naming(ListedChoices([Name(("a",)), Name(("b",))])), budget=800))


def test_a_label_too_long_for_a_small_screen_is_caught() -> None:
    game = naming(ListedChoices([Name(("a",)), Name(("b" * 100,))]))
    breaks(laws.law_no_two_choices_read_alike, game, "a label of 105 characters; at most 100: 'name bbb", budget=800)


def test_a_prompt_that_asks_nothing_is_caught() -> None:
    game = with_rule("Bow", asked(toys.Give("red"), prompt="bow"))
    breaks(laws.law_no_two_choices_read_alike, game, "blue is asked 'bow', which is no question", budget=800)


def test_a_set_in_two_orders_is_caught() -> None:
    law = laws.law_equal_choices_are_equal
    said = r"Name\(things=\('a', 'b'\).* and Name\(things=\('b', 'a'\).* are one choice"
    breaks(law, naming(OpenNaming()), said, budget=800)
    law(trial(naming(NamingSets()), budget=800))
    assert NameSet(("b", "a")) == NameSet(("a", "b"))


def test_a_menu_that_says_it_is_complete_and_is_not_is_caught() -> None:
    law = laws.law_complete_menus_hold_every_choice
    breaks(law, naming(Naming()), "is legal and not in the menu, which says that it is complete", budget=800)
    law(trial(naming(OpenNaming()), budget=800))


def test_a_player_that_leaves_a_complete_menu_is_caught() -> None:
    class Secretive(Walking):
        def __iter__(self) -> Iterator[Any]:
            yield toys.Stay()

        def __len__(self) -> int:
            return 1

    def wandering(seed: int) -> Any:
        def choose(view: Any) -> Any:
            secretive = isinstance(view.choices.of, Secretive)
            return list(Walking(view.board, 2))[-1] if secretive else next(iter(view.choices))

        return choose

    law = laws.law_complete_menus_hold_every_choice
    breaks(
        law, with_rule("Walk", walking(Secretive)), "which is not in its complete menu", players=wandering, budget=800
    )


@define
class NestedBoard(ToyBoard):
    bags: Public[dict[str, dict[str, int]]] = attrs.field(factory=dict)


def test_json_in_the_order_in_which_it_was_filled_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def set_up(scenario: str, options: Any) -> ToyBoard:
        return NestedBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, bags={n: {} for n in "gcafbed"})

    law = laws.law_order_tells_nothing
    game = toy(board=NestedBoard, set_up=set_up)
    law(trial(game))
    monkeypatch.setattr("wargame_core.flow.codec.Codec.view_to_json", Codec.board_to_json)
    breaks(law, game, "stands in the order in which it was filled: .*bags")
