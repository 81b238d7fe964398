"""Any game in a browser: python htmx_board.py GAME [SEAT [BOT]], then open http://127.0.0.1:8000/."""

import sys
from html import escape
from urllib.parse import urlencode

import fastapi
import uvicorn

import wargame_core
from wargame_pictures import ScreenMap

seat = wargame_core.SeatScreen.against_bots(wargame_core.load(sys.argv[1]).start(), *sys.argv[2:])
layers, app = ScreenMap(seat), fastapi.FastAPI(default_response_class=fastapi.responses.HTMLResponse)
PAGE = f"""<!doctype html><title>wargame</title>
<script src="https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"></script>
<style>{ScreenMap.STYLE} #game {{ display: grid; grid-template-columns: 2fr 1fr }}
  button, pre {{ white-space: pre-wrap }}</style>
<div id="game" hx-post="do/look" hx-trigger="load"></div>
<script>document.onclick = (event) => {{
  const what = event.target.closest(".wargame-map") && ({ScreenMap.CLICKED})(event);
  if (what !== null) htmx.ajax("POST", "do/click?" + new URLSearchParams({{ what }}), "#game");
}}</script>"""
app.get("/")(lambda: PAGE)
app.get("/sheet")(lambda: layers.ground)


@app.post("/do/{deed}")
def do(deed: str, what: str = "", at: str = ""):
    """Click or press, and answer with all of #game; it keeps the printed sheet that it has."""
    with seat.session.lock:
        seat.refresh()
        if deed == "click":
            seat.click(what)
        elif deed == "press" and at == seat.update["at"]:
            next((button.press for button in seat.buttons if button.label == what), seat.refresh)()
        elif deed == "look" and at == seat.update["at"]:
            return fastapi.Response(status_code=204)  # nothing new
        at, told = seat.update["at"], escape("\n".join([*seat.news, "", *seat.panels]))
        shown = '<button hx-post="do/press?{}" hx-target="#game">{}</button>'.format
        labels = [button.label for button in seat.buttons]
        buttons = [shown(escape(urlencode({"at": at, "what": label})), escape(label)) for label in labels]
        return f"""<div class="wargame-map">
        <div id="sheet-{seat.sheet.digest}" hx-preserve hx-get="sheet" hx-trigger="load"></div>
        <div>{layers.pieces}</div></div>
        <aside hx-post="do/look?at={at}" hx-trigger="every 1s" hx-target="#game"><h3>{escape(seat.prompt)}</h3>
        <p id="said">{escape(seat.said)}</p>{"".join(buttons)}<pre>{told}</pre></aside>"""


uvicorn.run(app)
