"""The outlets of the lab: the numbers of learners, the questions of engines, the choices of bots."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from wargame_core import Game, Match, View
from wargame_core.errors import MissingExtra
from wargame_core.flow.players import traits_of
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.plugins.outlets_of_core import SEED, answer_or_refusal
from wargame_lab.adapters.rendering import Renderer
from wargame_lab.chances.learnt import chances_of, terms_of
from wargame_lab.encoding import Encoder, encoder
from wargame_lab.engines.messages import line_of
from wargame_lab.engines.player import choose_message
from wargame_lab.hints import hint_of

if TYPE_CHECKING:
    from wargame_lab.learners.features import RowFeatures

SEARCHING = ("hard",)
"""The names of bots that search, which takes long; they choose from the same views."""
CODED = 30
"""How many choices of a menu become rows."""


@lru_cache(maxsize=8)
def _encoder(game: Game, scenario: str, options: tuple[tuple[str, str], ...]) -> Encoder:
    return encoder(game, scenario, **dict(options))


def _numbers(game: Game, match: Match, seat: str) -> object:
    view, game_encoder = match.view(seat), _encoder(game, match.scenario, tuple(match.options.items()))
    return [list(game_encoder.view(view).numbers), game_encoder.rows(view, CODED)]


@lru_cache(maxsize=8)
def _row_features(game_encoder: Encoder) -> RowFeatures:
    from wargame_lab.learners.features import RowFeatures, Vocabulary

    return RowFeatures(game_encoder, Vocabulary.of([game_encoder]))


def _numbers_of_nets(game: Game, match: Match, seat: str) -> object:
    view, game_encoder = match.view(seat), _encoder(game, match.scenario, tuple(match.options.items()))
    try:
        features = _row_features(game_encoder)
    except MissingExtra as missing_extra:  # without numpy nothing is let out
        return str(missing_extra)
    menu = view.choices.head(CODED) if view.asked else []
    position, rows = features.of(view, menu)
    return [position.tolist(), rows.tolist()]


def _question(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    if not view.asked or view.choices.by_people:
        return None
    return line_of(choose_message(view, 1, 1.0, Random(SEED)))


def _choices_of_bots(game: Game, match: Match, seat: str) -> object:
    """What the bots that do not search choose from what the seat sees."""
    view = match.view(seat)
    if not view.asked or view.choices.by_people:
        return None
    return [str(answer_or_refusal(_choice_of_bot, game, name, view)) for name in game.players if name not in SEARCHING]


def _choice_of_bot(game: Game, name: str, view: View) -> object:
    """What a bot chooses, "" for a person; a bot that needs what is not installed refuses when it is made."""
    bot = game.bot(name, seed=SEED)
    return "" if traits_of(bot).is_person else bot(view)


def _drawn_for_agents(game: Game, match: Match, seat: str) -> object:
    return answer_or_refusal(lambda: Renderer("ansi").render(match.view(seat)))


def _learnt_chances(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    return [str(terms_of(game, view)), str(chances_of(game, view))]


def _hint(game: Game, match: Match, seat: str) -> object:
    """The hint that a seat gets, of few choices and one world, so that it does not take long."""
    return answer_or_refusal(lambda: hint_of(game, match.view(seat), choices=2, worlds=1).to_json())


_CODE = "wargame_lab.encoding:Encoder."
REGISTER = OutletRegister(
    (
        Outlet("numbers of learners", _numbers, (
            _CODE + "view", _CODE + "rows", _CODE + "rows_of", _CODE + "before",
            "wargame_lab.observations:observation_of", "wargame_lab.adapters.episode:numbers_of_view",
        )),
        Outlet("numbers of nets", _numbers_of_nets, ("wargame_lab.learners.features:RowFeatures.of",), apart=6),
        Outlet("question of an engine", _question, ("wargame_lab.engines.player:choose_message",), apart=3),
        Outlet("choices of bots", _choices_of_bots, ("wargame_core.flow.players:choose",), apart=6),
        Outlet("board of an environment", _drawn_for_agents, (
            "wargame_lab.adapters.rendering:Renderer.render",
        ), apart=12),
        Outlet("hint", _hint, (
            "wargame_lab.hints:hint", "wargame_lab.hints:hint_of", "wargame_lab.advice:Advice.of",
            "wargame_lab.choice_words:words_of_choice", "wargame_lab.lookahead:label_of",
        ), apart=24),
        Outlet("learnt chances", _learnt_chances, (
            "wargame_lab.chances.learnt:chances_of", "wargame_lab.chances.learnt:terms_of",
            "wargame_lab.chances.terms:TermsOfSheet.of",
        )),
    ),
    {
        "wargame_lab.learners.imitation:Teaching.encoder": "the sheet of a view's scenario, in numbers",
        "wargame_lab.engines.messages:PlayedGame.of": "the name of a game and its printed matter",
        "wargame_lab.puzzles.finding:puzzle_at": "positions of games between bots, in which nobody has a seat",
        "wargame_lab.puzzles.finding:stake_at": "the same",
        "wargame_lab.puzzles.asking:PuzzleQuestion.of": "the same",
        "wargame_lab.puzzles.asking:PuzzleQuestion.asked": "the same",
        "wargame_lab.activations:PlayedActivation.choose": "a seat in an imagined world, for the analysis of a record",
        "wargame_lab.lookahead:OneAction.choose": "a seat in an imagined world, for a hint, which is an outlet",
        "wargame_lab.lookahead:Opening.choose": "what these two promise",
        "wargame_lab.lookahead:SearchTask.of": "what another process searches for a bot, whose choices are an outlet",
    },
)  # fmt: skip
