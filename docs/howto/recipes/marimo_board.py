"""Any game in marimo: marimo run marimo_board.py -- --game battlecry --seat union --bot normal"""

import marimo

app = marimo.App(width="full")


@app.cell
def start():
    import anywidget
    import marimo as mo
    from traitlets import Unicode

    import wargame_core
    from wargame_pictures import of as pictures_of

    class Map(anywidget.AnyWidget):
        _css = ".over { position: absolute; top: 0; pointer-events: none } .over [data-piece] { pointer-events: auto }"
        _esm = """export default { render({ model, el }) {
          el.style.position = "relative";
          for (const name of ["ground", "over"]) {
            const layer = el.appendChild(Object.assign(document.createElement("div"), { className: name }));
            const show = () => (layer.innerHTML = model.get(name));
            model.on("change:" + name, show), show();
          }
          el.onclick = ({ target }) => model.send({ ...target.closest("[data-piece], [data-space]")?.dataset });
        } }"""
        ground, over = Unicode().tag(sync=True), Unicode().tag(sync=True)

    words = {"game": "battlecry", "seat": "", "bot": "normal", **mo.cli_args().to_dict()}
    game = wargame_core.load(words["game"])
    seat = wargame_core.SeatScreen.against_bots(game.start(), words["seat"], words["bot"])
    board, svg, (changes, change) = Map(), pictures_of(game).svg, mo.state(0, allow_self_loops=True)

    def act(method, *what):
        if method(*what) is not False:
            draw = lambda ids, *layers: seat.look(lambda view: svg(view, layers=layers, ids=ids, highlight=seat.lit))
            board.ground, board.over = draw("ground", "sheet", "spaces"), draw("over", "pieces", "overlays")
            change(lambda count: count + 1)

    board.on_msg(lambda _, message, __: act(seat.click, message.get("piece") or message.get("space") or ""))
    act(seat.click, "")
    mo.vstack([mo.ui.anywidget(board), timer := mo.ui.refresh(default_interval="1s")])
    return act, changes, mo, seat, timer


@app.cell
def follow(act, seat, timer):
    timer.value and act(seat.refresh)


@app.cell
def menu(act, changes, mo, seat):
    changes()
    deeds = [(row["label"], seat.play, row) for row in seat.rows]
    deeds += [("take the last choice back", seat.undo)] * seat.update["can_undo"]
    buttons = mo.ui.array([mo.ui.button(label=label, on_change=lambda _, do=do: act(*do)) for label, *do in deeds])
    told = mo.plain_text("\n".join([*seat.story[:-20:-1], "", *seat.panels]))
    mo.vstack([mo.plain_text(f"{seat.prompt}\n{seat.said}"), *buttons, told])
