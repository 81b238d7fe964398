"""What a person waits for, in processor time: a record that is opened, a view as JSON, the first picture of a game.

``python -m benchmarks.waiting`` prints a line a game. Meant are at most 0.3 ms an answer to open a record, 200 us for a
view as JSON (600 us in *On the 4th Day*), and 150 ms for the first picture after the game is loaded.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time

import wargame_core
from wargame_core import Match

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day")
ANSWERS = 400

FIRST_PICTURE = """
import sys, time, wargame_core
game = wargame_core.load(sys.argv[1])
view = game.start(seed=1863).view(game.seats[0])
from wargame_pictures.stories.web_page import board_svg
began = time.process_time()
board_svg(game, view)
print(time.process_time() - began)
"""


def quickest(what: Callable[[], object], times: int) -> float:
    """The processor time of the quickest of so many runs, in seconds."""
    took = []
    for _ in range(times):
        began = process_time()
        what()
        took.append(process_time() - began)
    return min(took)


def screen_of(match: Match, seat: str) -> None:
    """A new view as JSON, without its log."""
    match.view(seat).to_json(log=False)


def line(name: str) -> str:
    """The figures of a game."""
    game = wargame_core.load(name)
    match = game.start(seed=1863)
    for _ in islice(match.iter_play("random", history=False), ANSWERS):
        pass
    with tempfile.TemporaryDirectory() as folder:
        path = match.save(Path(folder) / "game.jsonl")
        opening = quickest(lambda: Match.load(path, game), 3) / len(match.entries)
    screen = max(quickest(partial(screen_of, match, seat), 20) for seat in game.seats)
    shown = subprocess.run([sys.executable, "-c", FIRST_PICTURE, name], capture_output=True, text=True, check=True)
    return (
        f"{name:24}{opening * 1e3:8.2f} ms an answer  {screen * 1e6:8.0f} us a view  "
        f"{float(shown.stdout) * 1e3:8.0f} ms the first picture"
    )


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        print(line(each), flush=True)
