"""A battery of laws as one pytest test; with the kit of tests, what `wargame_laws` offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from attrs import evolve

from wargame_core import Game, UnknownName, load
from wargame_laws.bounds import Bound as Bound
from wargame_laws.bounds import choices_of as choices_of
from wargame_laws.bounds import decisions as decisions
from wargame_laws.complaints import LawBroken as LawBroken
from wargame_laws.laws_of_bounds import extremes as extremes
from wargame_laws.laws_of_bounds import law_bounds_hold
from wargame_laws.laws_of_chances import law_chances_of_all_seats_add_up
from wargame_laws.laws_of_choices import (
    law_complete_menus_hold_every_choice,
    law_equal_choices_are_equal,
    law_forecasts_are_exact,
    law_marches_can_be_cut_or_the_game_says_why_not,
    law_no_two_choices_read_alike,
    law_offered_means_legal,
    law_order_tells_nothing,
    law_rulings_add_up,
)
from wargame_laws.laws_of_intent import (
    law_events_are_as_declared,
    law_only_declared_pieces_fall,
    law_seats_move_their_own_pieces,
)
from wargame_laws.laws_of_outlets import law_every_outlet_is_registered, law_no_outlet_tells_more_than_the_view
from wargame_laws.laws_of_paper import law_a_printed_game_is_whole
from wargame_laws.laws_of_pictures import law_sides_have_the_colors_of_their_counters, law_what_is_drawn_is_told_as_data
from wargame_laws.laws_of_play import (
    law_conserved_quantities_stay,
    law_events_tell_everything,
    law_everything_comes_up,
    law_everything_survives_json,
    law_play_ends,
    law_positions_survive_as_text,
    law_saved_positions_go_on,
    law_states_are_values,
    law_the_past_never_changes,
    law_undo_goes_exactly_one_choice_back,
)
from wargame_laws.laws_of_secrets import (
    law_an_engine_is_told_what_its_seat_may_know,
    law_secrets_stay_secret,
    law_worlds_can_be,
)
from wargame_laws.laws_of_the_contents import (
    law_every_printed_line_is_told,
    law_what_is_set_up_dealt_or_scored_is_listed,
)
from wargame_laws.laws_of_the_rulebook import (
    law_conditions_of_victory_are_told,
    law_what_may_be_refused_can_be_read_before,
)
from wargame_laws.laws_of_the_table import (
    law_every_event_is_told_or_silent,
    law_every_roll_leaves_a_trace,
    law_numbers_tell_what_the_view_tells,
    law_pieces_follow_their_references,
    law_refusals_are_sentences,
    law_screens_can_count_what_they_get,
    law_the_sheet_is_printed_matter,
    law_the_table_tells_no_secrets,
    law_what_is_named_lies_on_the_table,
    law_why_not_is_answered,
)
from wargame_laws.trials import Players, Trial

GROUP = "wargame_laws.laws"
"""The group of entry points by which a distribution adds laws about what it shows of games."""
USUAL = 10
"""The number of games that are recorded unless a battery or the command line says another."""

THOROUGH = 20
"""How many games at least the laws of a thorough battery record; one in ten of what they play where that is more."""

LAWS: tuple[Callable[[Trial], None], ...] = (
    law_play_ends,
    law_saved_positions_go_on,
    law_positions_survive_as_text,
    law_events_tell_everything,
    law_the_past_never_changes,
    law_offered_means_legal,
    law_secrets_stay_secret,
    law_worlds_can_be,
    law_forecasts_are_exact,
    law_undo_goes_exactly_one_choice_back,
    law_everything_survives_json,
    law_conserved_quantities_stay,
    law_rulings_add_up,
    law_everything_comes_up,
    law_states_are_values,
    law_no_two_choices_read_alike,
    law_complete_menus_hold_every_choice,
    law_equal_choices_are_equal,
    law_order_tells_nothing,
    law_the_sheet_is_printed_matter,
    law_what_is_named_lies_on_the_table,
    law_why_not_is_answered,
    law_pieces_follow_their_references,
    law_the_table_tells_no_secrets,
    law_screens_can_count_what_they_get,
    law_what_is_drawn_is_told_as_data,
    law_sides_have_the_colors_of_their_counters,
    law_a_printed_game_is_whole,
    law_refusals_are_sentences,
    law_numbers_tell_what_the_view_tells,
    law_an_engine_is_told_what_its_seat_may_know,
    law_every_event_is_told_or_silent,
    law_every_roll_leaves_a_trace,
    law_marches_can_be_cut_or_the_game_says_why_not,
    law_what_is_set_up_dealt_or_scored_is_listed,
    law_every_printed_line_is_told,
    law_conditions_of_victory_are_told,
    law_what_may_be_refused_can_be_read_before,
    law_bounds_hold,
    law_chances_of_all_seats_add_up,
    law_seats_move_their_own_pieces,
    law_events_are_as_declared,
    law_only_declared_pieces_fall,
    law_no_outlet_tells_more_than_the_view,
    law_every_outlet_is_registered,
)
"""The laws, in the order of the design."""


@cache
def all_laws() -> tuple[Callable[[Trial], None], ...]:
    """`LAWS`, and the laws that other distributions add by entry points of the group ``wargame_laws.laws``.

    It promises that a law is a function of a `Trial` that raises `LawBroken` with the seed and moment that show it.

    It may not change the game on trial, nor its recorded matches: it tries things on a fork.

    Example::

        # [project.entry-points."wargame_laws.laws"]
        # law_nobody_waits_for_a_choice_of_one = "acme.laws:law_nobody_waits_for_a_choice_of_one"

        from wargame_laws.trials import LawBroken, Trial

        def law_nobody_waits_for_a_choice_of_one(trial: Trial):
            for play in trial.plays():
                for moment in play:
                    if len(moment.state.choices(moment.seat)) == 1:
                        raise LawBroken(f"seed {moment.seed}: {moment.seat} has one choice only")
    """
    import importlib_metadata

    entry_points = sorted(importlib_metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    return (*LAWS, *(entry.load() for entry in entry_points))


def laws(
    game: Game | str | Callable[[], Game],
    *,
    seeds: Sequence[int] = range(200),
    players: Players | Sequence[Players] = "random",
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    games: int = USUAL,
    budget: int = 200,
    unexercised: Iterable[str] = (),
    bounds: Sequence[Bound] = (),
) -> Callable[..., None]:
    """All laws as one pytest test function with a case for each: `LAWS`, and those of other installed distributions.

    Where the first, that play ends, fails, the others are skipped: they would tell the same fault again.

    Args:
        game: a game, its id, or a function that makes it (then nothing is loaded before the tests run).
        seeds: the seeds of the games. The first are recorded for all laws, and every face and every kind of action is
            tried where it is first met; the law that everything comes up plays as many more as it needs. With the
            pytest option ``--wargame-seeds N`` all laws use N games, with further seeds if needed, and less is sampled;
            with ``--wargame-block K/N`` the K-th of N equal parts of them.
        players: a bot's name or a maker of players, one for all or one per seat; a sequence of these takes turns.
            Bots that seek contact exercise more rules than random play, which almost never fights.
        games: how many games are recorded where the command line asks for no number. Fewer than ten are for a game
            whose laws take long, and which is played more often elsewhere.
        budget: how many moments are looked at in ten recorded games; fewer games have their share of them.
        unexercised: what need not come up: "step Turn > Bow", "action give", "event scored", "roll attack" for
            the roll in the function ``attack`` ("roll attack (2)" for its second one), "bound spaces of a retreat".
        bounds: the most that there may be of something, however anybody plays: a `Bound` each.
    """
    import pytest

    @cache
    def trial(count: int, block: str) -> Trial:
        all_trials = all_of(count)
        return all_trials.block(*_block(block)) if block else all_trials

    def all_of(count: int) -> Trial:
        its_game = load(game) if isinstance(game, str) else game if isinstance(game, Game) else game()
        name = game if isinstance(game, str) else None
        unexercised_names = frozenset(unexercised)
        full_trial = Trial(
            its_game, seeds, players, scenario, dict(options or {}), budget, unexercised_names, tuple(bounds), name
        )
        return _with_games(full_trial, count, games)

    no_play: set[int] = set()
    """By number of games, where the law that play ends has failed."""

    @pytest.mark.parametrize("law", all_laws(), ids=lambda law: law.__name__.removeprefix("law_").replace("_", " "))
    def test_laws(law: Callable[[Trial], None], request: pytest.FixtureRequest) -> None:
        count, block = request.config.getoption("wargame_seeds", 0), request.config.getoption("wargame_block", "")
        if law is law_everything_comes_up and (block or 0 < count < len(seeds)):
            fewer = f"block {block} of them" if block else count
            pytest.skip(f"what comes up in {len(seeds)} games may not in {fewer}")
        if count in no_play and law is not law_play_ends:
            pytest.skip("not tried: play itself fails, see the law that play ends")
        try:
            law(trial(count, block))
        except Exception:
            if law is law_play_ends:
                no_play.add(count)
            raise

    vars(test_laws)["forget_trial"] = trial.cache_clear
    return test_laws


def _with_games(full_trial: Trial, count: int, usual_games: int) -> Trial:
    """The trial with as many games as the command line asks for, or with the usual ones of its battery for 0."""
    seeds, budget = full_trial.seeds, full_trial.budget
    if not count:
        return evolve(full_trial, games=usual_games, ends=usual_games, budget=max(1, budget * usual_games // USUAL))
    if count < len(seeds):
        return evolve(full_trial, seeds=seeds[:count], whole=False)
    more_seeds = range(max(seeds) + 1, max(seeds) + 1 + count - len(seeds))
    games = max(THOROUGH, count // 10)
    return evolve(
        full_trial, seeds=(*seeds, *more_seeds), games=games, budget=budget * games // THOROUGH, thorough=True
    )


def _block(text: str) -> tuple[int, int]:
    """The number of a block and how many there are. Raises `UnknownName` for a text that is not of the form K/N."""
    number, _, blocks = text.partition("/")
    if not (number.isdecimal() and blocks.isdecimal()):
        raise UnknownName("block", text, ["K/N, such as 1/10"])
    return int(number), int(blocks)
