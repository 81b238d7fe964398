"""Any game in a terminal: python textual_board.py GAME [SEAT [BOT]]. A right click moves the map."""

import sys

from rich.text import Text
from textual.app import App
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static

import wargame_core

STYLES = {"water": "blue", "ridge": "yellow", "road": "dark_orange", "place": "bold", "piece": "bold cyan"}
seat = wargame_core.SeatScreen.against_bots(wargame_core.load(sys.argv[1]).start(), *sys.argv[2:])


class Board(Static):
    rows, centre = (), ""

    def render(self):
        text, lit, size = Text(no_wrap=True), seat.lit_spaces, self.size
        self.rows = seat.look(lambda view: view.letters(size.width, size.height, centre=self.centre)).rows
        if not self.rows:
            text.append("The window is too narrow for this map.")
        for row in self.rows:
            for cell in row:
                text.append(cell.char, STYLES.get(cell.kind, "") + " reverse" * (cell.space in lit))
            text.append("\n")
        return text

    def on_click(self, event):
        space = "".join(row[event.x].space for row in self.rows[event.y :][:1] if event.x < len(row))
        self.centre = space if event.button == 3 else self.centre
        self.app.act(seat.click, space if event.button == 1 else "")


class Window(App):
    CSS = "Board { width: 2fr; height: 1fr } Vertical { width: 1fr } OptionList, VerticalScroll { height: 1fr }"

    def compose(self):
        menu, told = OptionList(markup=False), VerticalScroll(Static(id="told"))
        yield Horizontal(Board(), Vertical(Static(id="prompt"), menu, told))

    def on_mount(self):
        self.act(seat.refresh)
        self.set_interval(0.2, lambda: seat.refresh() and self.act(seat.refresh))

    def act(self, method, *words):
        method(*words)
        self.query_one("#prompt").update(Text(f"{seat.prompt}\n{seat.said}"))
        self.buttons = seat.buttons
        self.query_one(OptionList).set_options(button.label for button in self.buttons)
        self.query_one("#told").update(Text("\n".join([*seat.news, "", *seat.panels])))
        self.query_one(Board).refresh()

    def on_option_list_option_selected(self, event):
        self.act(self.buttons[event.option_index].press)


Window().run()
