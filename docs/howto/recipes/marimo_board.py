"""Any game in marimo: marimo run marimo_board.py -- --game battlecry --seat union --bot normal"""

import marimo

app = marimo.App(width="full")


@app.cell
def start():
    import anywidget
    import marimo as mo
    from traitlets import Unicode

    import wargame_core
    from wargame_pictures import ScreenMap

    class Map(anywidget.AnyWidget):
        _css, _esm = ScreenMap.STYLE, ScreenMap.WIDGET
        ground, pieces = Unicode().tag(sync=True), Unicode().tag(sync=True)

    words = {"game": "battlecry", "seat": "", "bot": "normal", **mo.cli_args().to_dict()}
    match = wargame_core.load(words["game"]).start()
    seat = wargame_core.SeatScreen.against_bots(match, words["seat"], words["bot"])
    board, layers, (changes, change) = Map(), ScreenMap(seat), mo.state(0, allow_self_loops=True)

    def act(method, *what):
        if method(*what) is not False:
            board.ground, board.pieces = layers.ground, layers.pieces
            change(lambda count: count + 1)

    board.on_msg(lambda _, clicked, __: act(seat.click, clicked))
    act(seat.click, "")
    mo.vstack([mo.ui.anywidget(board), timer := mo.ui.refresh(default_interval="1s")])
    return act, changes, mo, seat, timer


@app.cell
def follow(act, seat, timer):
    timer.value and act(seat.refresh)


@app.cell
def menu(act, changes, mo, seat):
    changes()
    pressed = lambda one: lambda _: act(one.press)
    buttons = mo.ui.array([mo.ui.button(label=one.label, on_change=pressed(one)) for one in seat.buttons])
    told = mo.plain_text("\n".join([*seat.news, "", *seat.panels]))
    mo.vstack([mo.plain_text(f"{seat.prompt}\n{seat.said}"), *buttons, told])
