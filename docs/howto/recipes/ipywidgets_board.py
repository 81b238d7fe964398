"""Any game in a cell of a notebook: from ipywidgets_board import Board, then Board("battlecry") in a cell."""

import threading
from html import escape

import anywidget
from ipywidgets import HTML, Button, HBox, Layout, VBox
from traitlets import Unicode

import wargame_core
from wargame_pictures import of as pictures_of


class Map(anywidget.AnyWidget):
    _css = ".over { position: absolute; inset: 0; pointer-events: none } .over [data-piece] { pointer-events: auto }"
    _esm = """export default { render({ model, el }) {
      el.style.position = "relative";
      for (const name of ["ground", "over"]) {
        const layer = el.appendChild(Object.assign(document.createElement("div"), { className: name }));
        const show = () => (layer.innerHTML = model.get(name));
        model.on("change:" + name, show), show();
      }
      el.onclick = ({ target }) => model.send({ ...target.closest("[data-piece], [data-space]")?.dataset });
    } }"""
    ground, over = Unicode().tag(sync=True), Unicode().tag(sync=True)  # what does not change is not sent again


class Board(HBox):
    def __init__(self, game, seat="", bot="normal"):
        game, self.map, self.side = wargame_core.load(game), Map(), VBox(layout=Layout(min_width="30%"))
        self.seat, self.svg = wargame_core.SeatScreen.against_bots(game.start(), seat, bot), pictures_of(game).svg
        self.map.on_msg(lambda _, named, __: self.act(self.seat.click, named.get("piece") or named.get("space") or ""))
        super().__init__([self.map, self.side])
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        for _ in self.seat.session.updates(self.seat.seat):
            self.act(self.seat.refresh)

    def act(self, method, *words):
        with self.seat.session.lock:
            method(*words)
            self.map.ground, self.map.over = self.picture("sheet", "spaces"), self.picture("pieces", "overlays")
            rows = [(row["label"], self.seat.play, row) for row in self.seat.rows]
            undo = [("take the last choice back", self.seat.undo)] * self.seat.update["can_undo"]
            told = [self.seat.prompt, self.seat.said, "\n".join([*self.seat.story[:-20:-1], "", *self.seat.panels])]
            prompt, said, story = [HTML(f"<pre style='white-space: pre-wrap'>{escape(text)}</pre>") for text in told]
            self.side.children = [prompt, said, *[self.button(*row) for row in rows + undo], story]

    def button(self, label, *deed):
        button = Button(description=label, layout=Layout(width="100%"))
        button.on_click(lambda _: self.act(*deed))
        return button

    def picture(self, *layers):
        return self.seat.look(lambda view: self.svg(view, layers=layers, ids=layers[0], highlight=self.seat.lit))
