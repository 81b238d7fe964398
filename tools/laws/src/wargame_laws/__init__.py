"""The laws every game obeys, as tests. In a test file of a game::

    from wargame_laws import laws

    test_laws = laws("my_game", seeds=range(200), players=("random", "heuristic"))

The laws share ten recorded games, so that games are played only once. Each law is a test of its own; all of one game
run in one process under pytest-xdist (``--dist loadfile``). They are plain functions of a `Trial` too, for use without
pytest. Seeds and moments are sampled, so a law that holds has not been proved; one that is broken says with which seed
and at which answer.

For tests of single rules there is a kit (`wargame_laws.kit`): `drive` and `every_way` run one rule by itself, with
given answers, `ScriptedMatch` begins before any step of the sequence, `play_until` lets bots play until something is
reached.

Every pytest session imports this package, because it has a plugin: what is offered is loaded when somebody asks for it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame_laws.battery import LAWS, USUAL, all_laws, laws
    from wargame_laws.bounds import Bound, choices_of, decisions
    from wargame_laws.complaints import LawBroken
    from wargame_laws.kit import (
        AnswerMissing,
        BotAsPerson,
        Row,
        ScriptedMatch,
        board_of,
        drive,
        every_way,
        first,
        play_until,
        read_row,
        with_fields,
    )
    from wargame_laws.laws_of_bounds import extremes
    from wargame_laws.trials import Players, Trial
else:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from wargame_laws import battery, kit

        value = globals()[name] = getattr(kit if hasattr(kit, name) else battery, name)
        return value


__all__ = [
    "LAWS",
    "USUAL",
    "AnswerMissing",
    "BotAsPerson",
    "Bound",
    "LawBroken",
    "Players",
    "Row",
    "ScriptedMatch",
    "Trial",
    "all_laws",
    "board_of",
    "choices_of",
    "decisions",
    "drive",
    "every_way",
    "extremes",
    "first",
    "laws",
    "play_until",
    "read_row",
    "with_fields",
]
