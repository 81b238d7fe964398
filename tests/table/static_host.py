"""A host of plain files, as any web space is one, and a window that looks at the site on it."""

import json
import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.table.windows import MET_ALL, click_on

from wargame_table.static_pages import POLICY, PYODIDE_VERSION

ROOT = Path(__file__).parents[2]


def pyodide_here() -> Path | None:
    """The npm package for the site: named by PYODIDE, or put into the folder of this project by somebody."""
    if named := os.environ.get("PYODIDE"):
        return Path(named)
    return pyodide_of(PYODIDE_VERSION) or next(iter(sorted(ROOT.glob(f"pyodide-{PYODIDE_VERSION}.*.tgz"))), None)


def pyodide_of(line: str) -> Path | None:
    """The npm package in a line of versions, which npm has installed here by its own name or as ``pyodide-LINE``."""
    for name in (f"pyodide-{line}", "pyodide"):
        description = ROOT / "node_modules" / name / "package.json"
        if description.exists() and json.loads(description.read_text("utf-8"))["version"].startswith(f"{line}."):
            return description.parent
    return None


class _Files(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)  # of workers too: they obey their own answer's
        super().end_headers()

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Nothing."""


class Host:
    """Serves the parent of a folder, so that the site lies in a folder of its host. `stop` is the network going."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder.parent)))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.home = f"http://127.0.0.1:{self._server.server_address[1]}/{folder.name}/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class SiteWindow:
    """A window on the site. Whatever the page complains of, or asks of another host, is remembered."""

    def __init__(self, browser: Any, host: Host, patience: float = 180.0) -> None:
        self.wrong: list[str] = []
        self.steps = int(patience * 20)
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        context.add_init_script(MET_ALL)
        self.page = context.new_page()
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda problem: self.wrong.append(str(problem)))
        self.page.on("request", lambda asked: self._local(asked.url, host.home))
        self.page.goto(host.home)
        self.table = self.page.locator("wargame-table")

    def _local(self, address: str, home: str) -> None:
        if not address.startswith((home, "blob:", "data:")):
            self.wrong.append(f"asked elsewhere: {address}")

    def until(self, found: Any) -> Any:
        for _ in range(self.steps):
            if (value := found()) is not None and value is not False:
                return value
            self.page.wait_for_timeout(50)
        raise AssertionError(
            f"this does not come; the page complains: {self.wrong}; {self.page.inner_text('body')[:500]}"
        )

    def offline(self) -> str:
        """Whether everything is kept for a time without a network, once the page knows."""
        return str(self.until(lambda: self.page.locator("#offline").get_attribute("data-ready")))

    def whole(self) -> None:
        """Waits until everything is kept."""
        self.until(lambda: self.offline() == "yes")

    def begin(self, game: str) -> None:
        self.page.locator(f"form[data-game={game}] .go").click()
        self.asked()

    def state(self) -> str:
        return str(self.table.get_attribute("data-state")) if self.table.count() else "loading"

    def asked(self) -> None:
        """The person's turn has come, or the game is over."""
        self.until(lambda: self.state() in ("yours", "over") or None)

    def now(self) -> Any:
        return self.table.evaluate("table => table.state.now")

    def shown(self) -> Any:
        """What the table shows, as far as it must be the same after a reload."""
        return self.table.evaluate(
            "table => [table.state.now.known, table.state.now.tag, table.state.pieces, table.state.now.ask]"
        )

    def choose(self) -> None:
        """Choose what anybody can who knows no game: something lit on the board, else a button."""
        at = self.now()["at"]
        for _ in range(12):
            if self.state() != "yours" or self.now()["at"] != at:
                break
            click_on(self.page, self.table)
        self.until(lambda: self.now()["at"] != at or None)
