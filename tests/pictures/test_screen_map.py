"""The map of a screen in two layers: the ground stays, the pieces are drawn anew."""

import shutil
import subprocess

import pytest

from wargame_core import SeatScreen, load
from wargame_pictures import ScreenMap


@pytest.fixture
def layers() -> ScreenMap:
    return ScreenMap(SeatScreen.against_bots(load("battlecry").start(seed=3)))


def test_the_ground_stays_and_the_pieces_show_what_is_lit(layers: ScreenMap) -> None:
    ground, pieces = layers.ground, layers.pieces
    assert 'data-space="C7"' in ground
    assert 'data-piece="u3"' not in ground
    assert 'data-piece="u3"' in pieces
    layers.screen.play(layers.screen.rows[0])
    assert layers.ground is ground
    assert layers.pieces != pieces


def test_a_game_inside_is_another_ground() -> None:
    screen = SeatScreen.against_bots(load("battlecry").start("shiloh", seed=3))
    layers = ScreenMap(screen)
    ground = layers.ground
    screen.sheet = load("vicksburg").sheet()
    assert layers.ground is not ground


@pytest.mark.parametrize(
    ("found", "told"), [('{ piece: "u3", space: "C7" }', "u3"), ('{ space: "C7" }', "C7"), ("undefined", "")]
)
def test_the_script_says_which_piece_or_space_is_clicked_on(found: str, told: str) -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("needs node")
    event = f"{{ target: {{ closest: () => ({{ dataset: {found} }}) }} }}"
    script = f"console.log(({ScreenMap.CLICKED})({event}))"
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == told
