"""Any game in a cell of a notebook: from ipywidgets_board import Board, then Board("battlecry") in a cell."""

import threading
from html import escape

import anywidget
from ipywidgets import HTML, Button, HBox, Layout, VBox
from traitlets import Unicode

import wargame_core
from wargame_pictures import ScreenMap


class Map(anywidget.AnyWidget):
    _css, _esm = ScreenMap.STYLE, ScreenMap.WIDGET
    ground, pieces = Unicode().tag(sync=True), Unicode().tag(sync=True)  # what does not change is not sent again


class Board(HBox):
    def __init__(self, game, seat="", bot="normal"):
        self.seat = wargame_core.SeatScreen.against_bots(wargame_core.load(game).start(), seat, bot)
        self.map, self.side, self.layers = Map(), VBox(layout=Layout(min_width="30%")), ScreenMap(self.seat)
        self.map.on_msg(lambda _, clicked, __: self.act(self.seat.click, clicked))
        super().__init__([self.map, self.side])
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        for _ in self.seat.session.updates(self.seat.seat):
            self.act(self.seat.refresh)

    def act(self, method, *words):
        with self.seat.session.lock:
            method(*words)
            self.map.ground, self.map.pieces = self.layers.ground, self.layers.pieces
            told = [self.seat.prompt, self.seat.said, "\n".join([*self.seat.news, "", *self.seat.panels])]
            prompt, said, news = [HTML(f"<pre style='white-space: pre-wrap'>{escape(text)}</pre>") for text in told]
            self.side.children = [prompt, said, *map(self.button, self.seat.buttons), news]

    def button(self, shown):
        button = Button(description=shown.label, layout=Layout(width="100%"))
        button.on_click(lambda _: self.act(shown.press))
        return button
