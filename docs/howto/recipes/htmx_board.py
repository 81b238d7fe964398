"""Any game in a browser: python htmx_board.py GAME [SEAT [BOT]], then open http://127.0.0.1:8000/."""

import sys
from html import escape

import fastapi
import uvicorn

import wargame_core
from wargame_pictures import of as pictures_of

game = wargame_core.load(sys.argv[1])
seat = wargame_core.SeatScreen.against_bots(game.start(), *sys.argv[2:])
app = fastapi.FastAPI(default_response_class=fastapi.responses.HTMLResponse)
PAGE = """<!doctype html><title>wargame</title>
<script src="https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"></script>
<style>
  #game { display: grid; grid-template-columns: 2fr 1fr } .map { grid-area: 1 / 1 } svg { width: 100%; height: auto }
  .over { pointer-events: none } .over [data-piece] { pointer-events: auto } button, pre { white-space: pre-wrap }
</style>
<div id="game" hx-post="do/look" hx-trigger="load"></div>
<script>document.onclick = ({ target }) => {
  const { piece, space } = target.closest("[data-piece], [data-space]")?.dataset ?? {};
  if (piece ?? space) htmx.ajax("POST", "do/click?" + new URLSearchParams({ what: piece ?? space }), "#game");
}</script>"""


def picture(*layers):
    return seat.look(lambda view: pictures_of(game).svg(view, layers=layers, ids=layers[0], highlight=seat.lit))


app.get("/")(lambda: PAGE)
app.get("/sheet")(lambda: picture("sheet", "spaces"))


@app.post("/do/{deed}")
def do(deed: str, what: str = "", at: str = ""):
    """Click, play or take back, and answer with all of #game; it keeps the printed sheet that it has."""
    with seat.session.lock:
        seat.refresh()
        if deed == "click":
            seat.click(what)
        elif deed == "undo":
            seat.undo()
        elif deed == "play" and at == seat.update["at"]:
            seat.play(seat.rows[int(what)])
        elif at == seat.update["at"]:
            return fastapi.Response(status_code=204)  # nothing new
        at, button = seat.update["at"], '<button hx-post="do/{}" hx-target="#game">{}</button>'.format
        rows = [button(f"play?at={at}&what={n}", escape(row["label"])) for n, row in enumerate(seat.rows)]
        rows += [button("undo", "take the last choice back")] * seat.update["can_undo"]
        told = escape("\n".join([*seat.story[:-20:-1], "", *seat.panels]))
        return f"""<div class="map" id="sheet-{seat.sheet.digest}" hx-preserve hx-get="sheet" hx-trigger="load"></div>
        <div class="map over">{picture("pieces", "overlays")}</div>
        <aside hx-post="do/look?at={at}" hx-trigger="every 1s" hx-target="#game"><h3>{escape(seat.prompt)}</h3>
        <p id="said">{escape(seat.said)}</p>{"".join(rows)}<pre>{told}</pre></aside>"""


uvicorn.run(app)
