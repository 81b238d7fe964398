"""Any game in a browser: python nicegui_board.py GAME [SEAT [BOT]]. After a choice only the pieces are sent again."""

import sys
from functools import partial

from nicegui import ui

import wargame_core
from wargame_pictures import of as pictures_of

game = wargame_core.load(sys.argv[1])
session = wargame_core.SeatScreen.against_bots(game.start(), *sys.argv[2:]).session
STYLE = ".over { position: absolute; inset: 0; pointer-events: none } .over [data-piece] { pointer-events: auto }"
CLICKED = """(event) => {
  const { piece, space } = event.target.closest("[data-piece], [data-space]")?.dataset ?? {};
  emit(piece ?? space ?? "");
}"""


@ui.page("/")
def page():
    seat = wargame_core.SeatScreen(session)

    def picture(*layers):
        return seat.look(lambda view: pictures_of(game).svg(view, layers=layers, ids=layers[0], highlight=seat.lit))

    @ui.refreshable
    def side():
        ui.label(seat.prompt).classes("text-lg")
        ui.label(seat.said).classes("text-red-700")
        for row in seat.rows:
            ui.button(row["label"], on_click=partial(act, seat.play, row)).props("flat dense no-caps align=left")
        if seat.update["can_undo"]:
            ui.button("take the last choice back", on_click=partial(act, seat.undo))
        ui.label("\n".join([*seat.story[:-20:-1], "", *seat.panels])).classes("whitespace-pre-wrap")

    def act(method, *words):
        laid_out = seat.sheet
        if method(*words) is not False:
            side.refresh()
            pieces.set_content(picture("pieces", "overlays"))
        if seat.sheet is not laid_out:
            ground.set_content(picture("sheet", "spaces"))

    ui.add_css(STYLE)
    with ui.row(wrap=False).classes("w-full"):
        board = ui.element().classes("relative w-2/3")
        with board.on("click", lambda event: act(seat.click, event.args), js_handler=CLICKED):
            ground = ui.html(picture("sheet", "spaces"), sanitize=False)
            pieces = ui.html(picture("pieces", "overlays"), sanitize=False).classes("over")
        with ui.column().classes("w-1/3 gap-1"):
            side()
    ui.timer(0.3, lambda: act(seat.refresh))


ui.run(show=False, reload=False, title=game.title)
