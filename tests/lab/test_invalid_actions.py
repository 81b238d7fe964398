"""What is no place with a choice is never played in silence: one law over all environments."""

from collections.abc import Callable
from typing import Any

import pytest

from wargame_core import IllegalAction, UnknownName, WargameError
from wargame_lab.adapters.episode import INVALID

QUICK = "thunder_on_the_mississippi"
BEYOND = 500
"""A place of the 512 that no menu of the quick game has."""
NO_PLACES: tuple[Any, ...] = (BEYOND, 9999, 2**70, -1, -512, 1.0, None, "0", [0], float("nan"))
SPIEL_PLACES = (BEYOND, 9999, -2, -512)
"""Of these, the ones that OpenSpiel's interface passes on: whole numbers of 64 bits; -1 is its own word for none."""

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class Driven:
    """An environment of any library behind one face: what a law asks of it."""

    numbers: tuple[Any, ...] = NO_PLACES

    def __init__(self, invalid: str) -> None:
        self.invalid = invalid

    def step(self, number: Any) -> str | None:
        """Give a number as an action; what the environment says was illegal."""
        raise NotImplementedError

    def mask(self) -> list[bool]:
        """Which numbers are places with a choice, by the environment's own word."""
        raise NotImplementedError

    def position(self) -> object:
        """Something that is equal only for the same position."""
        raise NotImplementedError

    def ending(self) -> float | None:
        """The reward of the seat that chose last, once the game is over."""
        raise NotImplementedError


class DrivenSeatEnv(Driven):
    def __init__(self, invalid: str) -> None:
        pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")
        from wargame_lab.adapters.gymnasium import SeatEnv

        super().__init__(invalid)
        self.env: Any = SeatEnv(QUICK, "union", "random", invalid=invalid)  # type: ignore[arg-type]
        self.env.reset(seed=1)
        self.over: float | None = None

    def step(self, number: Any) -> str | None:
        _, reward, over, _, info = self.env.step(number)
        self.over = reward if over else None
        said: str | None = info.get("illegal")
        return said

    def mask(self) -> list[bool]:
        return list(map(bool, self.env.action_masks()))

    def position(self) -> object:
        return self.env._episode.match.board, self.env._episode.match.seq

    def ending(self) -> float | None:
        return self.over


class DrivenGameEnv(Driven):
    def __init__(self, invalid: str) -> None:
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra pettingzoo)")
        from wargame_lab.adapters.pettingzoo import env

        super().__init__(invalid)
        self.env = env(QUICK, invalid=invalid)  # type: ignore[arg-type]
        self.env.reset(seed=1)
        self.agent = ""

    def step(self, number: Any) -> str | None:
        self.agent = self.env.agent_selection
        self.env.step(number)
        said = self.env.infos[self.agent].get("illegal")
        return said if said is None else str(said)

    def mask(self) -> list[bool]:
        return list(map(bool, self.env.observe(self.env.agent_selection)["action_mask"]))

    def position(self) -> object:
        return self.env._episode.match.board, self.env._episode.match.seq

    def ending(self) -> float | None:
        return self.env.rewards[self.agent] if all(self.env.terminations.values()) else None


class DrivenSpielState(Driven):
    numbers = SPIEL_PLACES

    def __init__(self, invalid: str) -> None:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")
        from wargame_lab.adapters.openspiel import game

        super().__init__(invalid)
        self.state = game(QUICK, invalid=invalid).new_initial_state()  # type: ignore[arg-type]
        self.player = 0
        self._roll()

    def _roll(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(0)

    def step(self, number: Any) -> str | None:
        self.player = self.state.current_player()
        self.state.apply_action(number)
        illegal: str | None = self.state.illegal
        self._roll()
        return illegal

    def mask(self) -> list[bool]:
        legal = set(self.state.legal_actions())
        return [place in legal for place in range(512)]

    def position(self) -> object:
        return str(self.state), self.state.match.seq

    def ending(self) -> float | None:
        return self.state.returns()[self.player] if self.state.is_terminal() else None


ENVIRONMENTS: tuple[Callable[[str], Driven], ...] = (DrivenSeatEnv, DrivenGameEnv, DrivenSpielState)


@pytest.fixture(params=ENVIRONMENTS)
def environment(request: pytest.FixtureRequest) -> Callable[[str], Driven]:
    kind: Callable[[str], Driven] = request.param
    return kind


def test_a_number_outside_the_mask_is_refused_and_nothing_has_changed(environment: Callable[[str], Driven]) -> None:
    driven = environment("raise")
    for _ in range(3):
        mask, before = driven.mask(), driven.position()
        outside = [*driven.numbers, mask.index(False)]
        for number in outside:
            with pytest.raises(IllegalAction, match=f"holds no choice: this menu has {sum(mask)}, from 0 on"):
                driven.step(number)
            assert driven.position() == before
            assert driven.mask() == mask
        assert driven.step(sum(mask) - 1) is None
        assert driven.position() != before


def test_the_first_choice_is_played_in_its_place_and_said(environment: Callable[[str], Driven]) -> None:
    for number in environment("raise").numbers:
        first, second = environment("first"), environment("raise")
        said = first.step(number)
        assert said is not None
        assert "holds no choice: this menu has" in said
        assert second.step(0) is None
        assert first.position() == second.position()
        assert first.step(0) is None  # and no longer, once a choice was made


def test_the_seat_that_gives_no_choice_loses_at_once(environment: Callable[[str], Driven]) -> None:
    for number in environment("raise").numbers:
        driven = environment("lose")
        assert driven.step(0) is None
        said = driven.step(number)
        assert said is not None
        assert "holds no choice" in said
        assert driven.ending() == -1.0
        assert not any(driven.mask())


def test_a_way_that_is_not_there_is_refused_with_those_that_are(environment: Callable[[str], Driven]) -> None:
    with pytest.raises(UnknownName, match=f"invalid.*'modulo'.*{', '.join(INVALID)}"):
        environment("modulo")


def test_nothing_is_played_in_a_game_that_is_over() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")
    from wargame_lab.adapters.gymnasium import SeatEnv

    env = SeatEnv(QUICK, "union", "random", invalid="first")
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(0)
        assert info == {}
    with pytest.raises(IllegalAction, match=r"the game is over, and reset\(\) begins the next one"):
        env.step(0)


def test_options_of_a_reset_are_refused_or_warned_of() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra pettingzoo)")
    from wargame_lab.adapters.gymnasium import SeatEnv
    from wargame_lab.adapters.pettingzoo import env

    alone = SeatEnv(QUICK, "union", "random")
    said = r"reset\(\) takes no options: 'scenario' says nothing here; scenario= and options= belong to the environment"
    with pytest.raises(WargameError, match=said):
        alone.reset(options={"scenario": "siege"})
    alone.reset(options={})
    with pytest.warns(UserWarning, match=said):
        env(QUICK).reset(options={"scenario": "siege"})


def test_a_lost_state_of_open_spiel_is_read_back_lost_and_copies_do_not_share_it() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")
    driven = DrivenSpielState("lose")
    copy = driven.state.clone()
    driven.step(BEYOND)
    _, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(driven.state.get_game(), driven.state)
    )
    assert str(again) == str(driven.state) != str(copy)
    assert again.returns() == driven.state.returns() == [-1.0, 1.0]
    assert (again.is_terminal(), copy.is_terminal()) == (True, False)


def test_a_face_that_no_die_has_is_refused() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")
    from wargame_lab.adapters.openspiel import game

    state = game("battlecry").new_initial_state()
    assert state.is_chance_node()
    faces = len(state.chance_outcomes())
    for number in (faces, -2):
        with pytest.raises(IllegalAction, match=f"outcome {number} is no face of this roll: it has {faces}, from 0 on"):
            state.apply_action(number)
    state.apply_action(faces - 1)
