"""The table in a notebook, by the messages that go between a view of the widget and the kernel."""

from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import Match, WargameError
from wargame_core.json_form import JsonObject
from wargame_table.messages.incoming import PROTOCOL

pytest.importorskip("anywidget", reason="needs anywidget: pip install 'wargame-table[notebook]'")


class View:
    """A cell that shows the widget: what it has heard, by kind."""

    def __init__(self, table: Any, name: str = "cell") -> None:
        self.table, self.name, self.heard = table, name, list[JsonObject]()
        before = getattr(table, "views", [])
        table.views = [*before, self]
        table.send = lambda content: [view.hear(content) for view in table.views]
        self.say({"kind": "hello", "protocol": PROTOCOL, "key": table.seat})

    def hear(self, content: JsonObject) -> None:
        if content["to"] == self.name:
            self.heard.append(content)

    def say(self, message: JsonObject) -> None:
        self.send({"say": message})

    def send(self, content: JsonObject) -> None:
        self.table._handle_custom_msg({"from": self.name, **content}, [])

    def messages(self, kind: str) -> list[JsonObject]:
        return [content["hear"] for content in self.heard if content.get("hear", {}).get("kind") == kind]

    def update(self) -> JsonObject:
        return self.messages("update")[-1]

    def act(self, number: int = 0) -> None:
        update = self.update()
        action = update["ask"]["rows"][number]["action"]
        self.say({"kind": "act", "id": f"a{len(self.heard)}", "at": update["at"], "action": action})


def begun(seed: int = 1) -> Match:
    return toy().start(seed=seed)


def table(match: Match, seat: str | None = None, **given: Any) -> Any:
    from wargame_table.widget import TableWidget

    return TableWidget(match, seat, **given)


def test_a_view_is_told_what_its_seat_sees_and_plays_on_the_live_match() -> None:
    match = begun()
    view = View(table(match, match.waiting_for[0]))
    assert view.messages("welcome")[0]["you"] == match.waiting_for[0]
    before = match.seq
    view.act()
    assert match.seq > before
    assert view.messages("done")
    assert view.update()["at"] == match.view(view.table.seat).at


@pytest.mark.parametrize("maker", [False, True])
def test_a_function_and_a_maker_may_play_a_seat(maker: bool) -> None:
    match = begun()
    other = next(seat for seat in match.rules.seats if seat not in match.waiting_for)

    def last(view: Any) -> Any:
        return view.choices.head()[-1]

    view = View(table(match, match.waiting_for[0], bots={other: (lambda seed=0: last) if maker else last}))
    while match.outcome is None and view.update().get("ask"):
        view.act()
    assert match.outcome is not None
    assert view.messages("welcome")[0]["seats"]
    with pytest.raises(WargameError, match="3 is not a player"):
        table(begun(), bots=3)


def test_a_bot_of_ones_own_that_fails_says_so() -> None:
    match = begun()
    with pytest.warns(UserWarning, match=r"wrong \(.*\) failed and a choice was made by chance: ZeroDivisionError"):
        table(match, bots={match.waiting_for[0]: wrong})
    assert match.seq


def wrong(view: Any) -> Any:
    return 1 / 0


def test_two_seats_at_two_tables_of_one_match_see_each_others_choices_and_not_their_secrets() -> None:
    match = begun()
    views = {seat: View(table(match, seat)) for seat in match.rules.seats}
    for _ in range(6):
        if match.outcome is None:
            views[match.waiting_for[0]].act()
    for seat, view in views.items():
        shown = match.view(seat)
        assert view.update()["at"] == shown.at
        assert view.messages("welcome")[0]["you"] == seat


def test_bots_play_until_the_person_is_asked() -> None:
    match = begun()
    first, second = match.rules.seats
    view = View(table(match, bots={first: "random"}))
    assert view.table.seat == second
    while match.outcome is None:
        assert match.waiting_for == (second,)
        view.act()
    assert view.update()["outcome"] == match.outcome.to_json()


def test_two_cells_that_show_one_table_each_get_their_own_answers() -> None:
    match = begun()
    shown = table(match, match.waiting_for[0])
    first, second = View(shown, "first"), View(shown, "second")
    digest = second.messages("welcome")[0]["sheet"]
    second.send({"ask": 7, "what": "sheet", "given": [digest]})
    assert [content["value"]["digest"] for content in second.heard if content.get("answer") == 7] == [digest]
    assert [content for content in first.heard if "answer" in content] == []
    first.act()
    assert second.messages("done") == []
    assert second.update()["at"] == first.update()["at"]
    second.send({"bye": True})
    heard = len(second.heard)
    shown.refresh()
    assert len(second.heard) == heard


def test_a_reader_without_a_kernel_sees_the_board_as_the_seat_does() -> None:
    match = begun()
    seat = match.waiting_for[0]
    data, _ = table(match, seat)._repr_mimebundle_()
    assert data["text/html"] == match.view(seat)._repr_html_()
    assert data["text/plain"] == f"<Table of toy for {seat}>"
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_film_is_made_of_what_was_played_and_not_taken_back() -> None:
    match = begun()
    view = View(table(match, match.waiting_for[0]))
    view.act()
    view.say({"kind": "film", "id": "f"})
    film = view.messages("film")[0]
    assert film["frames"][-1]["known"] == view.update()["known"]
    assert match.seq == match.fork().seq


# The notebook's module in a real browser, loaded as a widget's is; a stub stands for the notebook itself.


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
    table, wrong = TableWidget(match, match.waiting_for[0]), list[str]()
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
