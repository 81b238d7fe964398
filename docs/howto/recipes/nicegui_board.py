"""Any game in a browser: python nicegui_board.py GAME [SEAT [BOT]]. After a choice only the pieces are sent again."""

import sys
from functools import partial

from nicegui import ui

import wargame_core
from wargame_pictures import ScreenMap

game = wargame_core.load(sys.argv[1])
session = wargame_core.SeatScreen.against_bots(game.start(), *sys.argv[2:]).session


@ui.page("/")
def page():
    seat = wargame_core.SeatScreen(session)
    layers = ScreenMap(seat)

    @ui.refreshable
    def side():
        ui.label(seat.prompt).classes("text-lg")
        ui.label(seat.said).classes("text-red-700")
        for button in seat.buttons:
            ui.button(button.label, on_click=partial(act, button.press)).props("flat dense no-caps align=left")
        ui.label("\n".join([*seat.news, "", *seat.panels])).classes("whitespace-pre-wrap")

    def act(method, *words):
        if method(*words) is not False:
            ground.set_content(layers.ground)  # sent only where it is another one
            pieces.set_content(layers.pieces)
            side.refresh()

    ui.add_css(ScreenMap.STYLE)
    with ui.row(wrap=False).classes("w-full"):
        board = ui.element().classes("wargame-map w-2/3")
        script = f"(event) => emit(({ScreenMap.CLICKED})(event))"
        with board.on("click", lambda event: act(seat.click, event.args), js_handler=script):
            ground, pieces = ui.html(layers.ground, sanitize=False), ui.html(layers.pieces, sanitize=False)
        with ui.column().classes("w-1/3 gap-1"):
            side()
    ui.timer(0.3, lambda: act(seat.refresh))


ui.run(show=False, reload=False, title=game.title)
