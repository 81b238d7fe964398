"""The notebook's module in a real browser, loaded as a widget's is; a stub stands for the notebook itself."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.windows import CHROMIUM

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install 'wargame-core[browser]'")
pytest.importorskip("anywidget", reason="needs anywidget: pip install 'wargame-table[notebook]'")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (apt-get install chromium)"),
]
MODEL = """async ([text, seat]) => {
  const listeners = new Set();
  const given = { seat, height: 500 };
  const model = {
    get: (name) => given[name],
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    send: async (content) => {
      for (const told of await window.kernel(content)) listeners.forEach((hear) => hear(told));
    },
  };
  const module = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  window.end = module.default.render({ model, el: document.querySelector("#cell") });
}"""


@pytest.fixture
def page(browser: Any) -> Any:
    return browser.new_page()


def test_a_cell_shows_the_table_plays_by_clicks_and_says_goodbye(page: Any) -> None:
    from wargame_table.widget import TableWidget

    match = toy().start(seed=3)
    table, wrong = TableWidget(match, match.to_choose[0]), list[str]()
    outbox: list[Any] = []
    table.send = outbox.append

    def kernel(content: Any) -> list[Any]:
        table._handle_custom_msg(content, [])
        told, outbox[:] = list(outbox), []
        return told

    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    page.expose_function("kernel", kernel)
    page.route("http://cell.test/", lambda route: route.fulfill(body="<div id=cell></div>", content_type="text/html"))
    page.goto("http://cell.test/")
    page.evaluate(MODEL, [table._esm, table.seat])
    page.locator("wargame-table[data-state=yours]").wait_for()
    at, before = match.view(table.seat).at, match.seq
    page.locator(".rows .row").first.click()
    for _ in range(200):
        if page.locator("wargame-table").evaluate("table => table.state.now.at") != at:
            break
        page.wait_for_timeout(25)
    assert match.seq > before
    assert page.locator("wargame-table").evaluate("table => table.state.now.at") == match.view(table.seat).at
    assert page.locator("wargame-table").bounding_box()["height"] == 500
    assert table._table.session.people
    page.evaluate("window.end()")
    page.wait_for_timeout(25)
    assert not table._table.session.people
    assert wrong == []
