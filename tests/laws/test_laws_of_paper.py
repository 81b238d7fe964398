"""The law of the printed game notices backs that lie wrong, and counters, cards and marks that are missing."""

from collections.abc import Callable
from typing import Any

import pytest

import wargame_core
from wargame_laws import LawBroken, Trial
from wargame_laws.laws_of_paper import law_a_printed_game_is_whole as law
from wargame_pictures.paper import card_sheet, counter_sheet, printed_game
from wargame_pictures.paper.handout import GameBox


def no_mirror(n: int, columns: int, size: float, left: float, *, is_mirrored: bool = False) -> tuple[float, float]:
    return left + n % columns * size, n // columns * size


def one_counter_less(original: Callable[..., GameBox]) -> Callable[..., GameBox]:
    return lambda *parts: GameBox(original(*parts).tokens[1:])


def far_too_large(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda length, count: original(length, count) * 1.4


FAULTS: list[tuple[str, Any, str, Callable[[Any], Any], str]] = [
    ("gcacw_on_the_4th_day", printed_game, "usual_box", one_counter_less, "no counter for"),
    ("vicksburg", card_sheet, "_mirrored", lambda _: list, "backs of cards do not lie behind"),
    ("battlecry", card_sheet, "_cutting_marks", lambda _: lambda *_: "", "cards without cutting marks"),
    ("corinth", counter_sheet, "_cutting_marks", lambda _: lambda *_: "", "counters without cutting marks"),
    ("corinth", counter_sheet, "text", lambda _: lambda words, *_: words[:2], "without its whole numeral"),
    ("corinth", counter_sheet, "FOLD", lambda _: 300.0, ""),
    ("vicksburg", printed_game, "_sheet_length", far_too_large, "where the paper has room for"),
]


@pytest.mark.parametrize(("game", "module", "name", "fault", "said"), FAULTS)
def test_a_fault_of_the_printer_is_noticed(
    monkeypatch: pytest.MonkeyPatch, game: str, module: Any, name: str, fault: Callable[[Any], Any], said: str
) -> None:
    trial = Trial(wargame_core.load(game), (1,))
    law(trial)
    monkeypatch.setattr(module, name, fault(getattr(module, name)))
    if name == "FOLD":  # without room for a fold the backs come on a sheet of their own
        monkeypatch.setattr(counter_sheet, "_place", no_mirror)
        said = "backs of counters do not lie behind"
    with pytest.raises(LawBroken, match=said):
        law(trial)
