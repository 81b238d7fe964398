"""The laws every game obeys, as tests. In a test file of a game::

    from wargame_laws import laws

    test_laws = laws("my_game", seeds=range(200), players=("random", "heuristic"))

The laws share ten recorded games, so that games are played only once. Each law is a test of its own; all of one game
run in one process under pytest-xdist (``--dist loadfile``). They are plain functions of a `Trial` too, for use without
pytest. Seeds and moments are sampled, so a law that holds has not been proved; one that is broken says with which seed
and at which answer.

`drive` and `every_way` run one rule by itself, with given answers, for tests of single rules.

Every pytest session imports this package, because it has a plugin: what is offered is loaded when somebody asks for it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame_laws.battery import LAWS, USUAL, AnswerMissing, all_laws, drive, every_way, first, laws
    from wargame_laws.bounds import Bound, choices_of, decisions
    from wargame_laws.complaints import LawBroken
    from wargame_laws.laws_of_bounds import extremes
    from wargame_laws.trials import Players, Trial
else:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from wargame_laws import battery

        value = globals()[name] = getattr(battery, name)
        return value


__all__ = [
    "LAWS",
    "USUAL",
    "AnswerMissing",
    "Bound",
    "LawBroken",
    "Players",
    "Trial",
    "all_laws",
    "choices_of",
    "decisions",
    "drive",
    "every_way",
    "extremes",
    "first",
    "laws",
]
