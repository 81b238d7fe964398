"""Plays a recipe of docs/howto/recipes in the environment that runs this: python recipe_player.py RECIPE GAME [PORT].

Nothing of the tests is imported here: the environment has only what the page of the recipes names. What was done is
printed as one line of JSON. A recipe for the browser is served at a port, for a browser elsewhere to play.
"""

import asyncio
import contextlib
import importlib.util
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

RECIPES = Path(__file__).parents[2] / "docs" / "howto" / "recipes"
CHOICES, WAIT = 30, 60
UNDO = "take the last choice back"


class Counts:
    """What was done at a screen; `due` says what is tried next."""

    def __init__(self, game: str) -> None:
        self.choices = self.undone = self.explained = self.by_map = self.over = 0
        self.rng = random.Random(game)
        self.deadline = time.monotonic() + WAIT

    def after(self, seat: Any, at: str, by_map: bool = False) -> None:
        """Count what a click did at a screen that showed the position ``at``."""
        if seat.update["at"] != at:
            self.choices += 1
            self.by_map += by_map
            self.deadline = time.monotonic() + WAIT
        assert time.monotonic() < self.deadline, f"stuck at {seat.prompt}: {seat.said}"

    def done(self, seat: Any) -> bool:
        """Whether thirty choices are made or the game is over."""
        self.over = int(seat.update["outcome"] is not None)
        return self.choices >= CHOICES or bool(self.over)

    def on_map(self, seat: Any, lit: Callable[[], Iterable[str]]) -> Iterator[str]:
        """What is to be clicked on, of what is lit, one after the other until that plays something; at most three.

        Where several pieces of a space may do the same, such clicks leave some rows, and the menu has the last word.
        """
        at = seat.update["at"]
        for _ in range(3 if self.choices % 2 == 1 else 0):
            things = sorted(lit())
            if seat.update["at"] != at or not things:
                return
            yield self.rng.choice(things)

    def step(self, seat: Any, shown: int = 1000) -> int:
        """The number of a step of the menu among the buttons, which begin with all of them."""
        return self.rng.randrange(min(shown, len(seat.steps)))

    def in_steps(self, seat: Any) -> Iterator[None]:
        """As often as a step is to be pressed until something is played."""
        at = seat.update["at"]
        while seat.update["at"] == at and seat.update["menu"]:
            assert time.monotonic() < self.deadline, f"stuck at {seat.prompt}: {seat.said}"
            yield

    def dark_space(self, seat: Any) -> str:
        """A space of the map that cannot be chosen; "" where all can."""
        spaces = sorted({space.id for space in seat.sheet.spaces} - seat.lit_spaces)
        return self.rng.choice(spaces) if spaces else ""


def loaded(recipe: str, game: str) -> Any:
    """The module of a recipe that has not run yet, and what runs it."""
    sys.argv = [recipe, game, "", "random"]
    spec = importlib.util.spec_from_file_location(recipe, RECIPES / f"{recipe}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    return module, partial(spec.loader.exec_module, module)


def textual_board(game: str) -> Counts:
    from textual.app import App

    module, run = loaded("textual_board", game)
    App.run = lambda app: None
    run()
    seat, counts = module.seat, Counts(game)

    async def click(pilot: Any, space: str) -> None:
        board = pilot.app.query_one(module.Board)
        board.centre = space
        board.refresh()
        await pilot.pause()
        cells = [(x, y) for y, row in enumerate(board.rows) for x, cell in enumerate(row) if cell.space == space]
        assert cells, space
        await pilot.click(module.Board, offset=cells[0])

    async def play() -> None:
        async with module.Window().run_test(size=(140, 40)) as pilot:
            while not counts.done(seat):
                await pilot.pause(0.01)
                at = seat.update["at"]
                if not seat.update["menu"]:
                    counts.after(seat, at)
                    continue
                if space := counts.dark_space(seat):
                    await click(pilot, space)
                    counts.explained += seat.said != ""
                for space in counts.on_map(seat, lambda: seat.lit_spaces):
                    await click(pilot, space)
                by_map = seat.update["at"] != at or bool(seat.picked)
                if seat.update["at"] == at:
                    menu = pilot.app.query_one(module.OptionList)
                    menu.focus()
                    for _ in counts.in_steps(seat):
                        menu.highlighted = counts.step(seat)
                        await pilot.press("enter")
                counts.after(seat, at, by_map)
                labels = [button.label for button in pilot.app.buttons]
                if UNDO in labels and counts.choices % 7 == 3:
                    at = seat.update["at"]
                    menu = pilot.app.query_one(module.OptionList)
                    menu.focus()
                    menu.highlighted = labels.index(UNDO)
                    await pilot.press("enter")
                    counts.undone += seat.update["at"] != at

    asyncio.run(play())
    return counts


def pygame_board(game: str) -> Counts:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    module, run = loaded("pygame_board", game)
    counts = Counts(game)

    def press(point: tuple[float, float]) -> Any:
        return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(int(point[0]), int(point[1])))

    def drawn(number: int) -> tuple[float, float]:
        """Where a button of the menu is: of what can be clicked on, it has no further words."""
        centre: tuple[float, float] = [box for box, *does in module.buttons if len(does) == 1][number].center
        return centre

    def events() -> Iterator[Any]:
        seat = module.seat
        while not counts.done(seat):
            at = seat.update["at"]
            if not seat.update["menu"]:
                counts.after(seat, at)
                time.sleep(0.01)
                yield pygame.event.Event(pygame.USEREVENT)
                continue
            if space := counts.dark_space(seat):
                yield press(module.centres[space])
                counts.explained += seat.said != ""
            for space in counts.on_map(seat, lambda: seat.lit_spaces):
                yield press(module.centres[space])
            by_map = seat.update["at"] != at or bool(seat.picked)
            if seat.update["at"] == at:
                for _ in counts.in_steps(seat):
                    yield press(drawn(counts.step(seat, shown=25)))
            counts.after(seat, at, by_map)
            labels = [button.label for button in seat.buttons]
            if UNDO in labels[:25] and counts.choices % 7 == 3:
                at = seat.update["at"]
                yield press(drawn(labels.index(UNDO)))
                counts.undone += seat.update["at"] != at
        if folder := os.environ.get("PICTURES"):
            pygame.image.save(module.window, f"{folder}/{game}.png")
        yield pygame.event.Event(pygame.QUIT)

    feed = events()
    pygame.event.wait = lambda *_: next(feed)
    run()
    return counts


def ipywidgets_board(game: str) -> Counts:
    module, run = loaded("ipywidgets_board", game)
    run()
    board, counts = module.Board(game, bot="random"), Counts(game)
    seat = board.seat

    def click(space: str) -> None:
        board.map._handle_custom_msg(space, [])  # what the page sends

    def buttons() -> list[Any]:
        return [child for child in board.side.children if isinstance(child, module.Button)]

    while not counts.done(seat):
        with seat.session.lock:
            at = seat.update["at"]
            if seat.update["menu"]:
                if space := counts.dark_space(seat):
                    click(space)
                    counts.explained += seat.said != ""
                for thing in counts.on_map(seat, lambda: seat.lit):
                    click(thing)
                by_map = seat.update["at"] != at or bool(seat.picked)
                if seat.update["at"] == at:
                    for _ in counts.in_steps(seat):
                        buttons()[counts.step(seat)].click()
                counts.after(seat, at, by_map)
                undo = [button for button in buttons() if button.description == UNDO]
                if undo and counts.choices % 7 == 3:
                    at = seat.update["at"]
                    undo[0].click()
                    counts.undone += seat.update["at"] != at
            else:
                counts.after(seat, at)
        time.sleep(0.005)
    return counts


def served(recipe: str, game: str, port: int) -> None:
    """Serve a recipe for the browser at a port."""
    import uvicorn

    serve = uvicorn.run
    uvicorn.run = lambda app, **more: serve(app, **{**more, "port": port})
    with contextlib.suppress(ImportError):
        from nicegui import ui

        ui.run = partial(ui.run, port=port)
    _, run = loaded(recipe, game)
    run()


PLAYERS: dict[str, Callable[[str], Counts]] = {
    "textual_board": textual_board,
    "pygame_board": pygame_board,
    "ipywidgets_board": ipywidgets_board,
}

if __name__ == "__main__":
    if sys.argv[3:]:
        served(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    else:
        counts = PLAYERS[sys.argv[1]](sys.argv[2])
        names = ("choices", "by_map", "explained", "undone", "over")
        print(json.dumps({name: getattr(counts, name) for name in names}))
