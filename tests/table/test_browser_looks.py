"""How the board looks and moves in a real browser: where pieces stand, two fingers, motion, grey and forced colours."""

from io import BytesIO
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.small_table import until
from tests.table.test_browser import GAMES
from tests.table.windows import IN_A_BROWSER, Window, asked, close, windows

pytestmark = [*IN_A_BROWSER, pytest.mark.thorough]
SEEN = 40
"""Of 255 steps of grey, by how many what can be chosen must differ from what cannot, and one side from the other."""
LONGEST = 3000
"""Milliseconds after which a piece that moves must have come to its place."""

ASTRAY = """table => {
  const { spaces, over } = table.board;
  return Object.entries(table.state.pieces).filter(([, piece]) => {
    const point = Object.assign(over.createSVGPoint(), { x: piece.x, y: piece.y });
    const [x, y] = spaces.get(piece.at).at;
    return !spaces.get(piece.at).path.isPointInFill(point) && Math.hypot(piece.x - x, piece.y - y) > 40;
  }).map(([id]) => id);
}"""
"""Pieces whose middle is neither in their space nor, in a stack, close beside it."""


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_stands_in_its_space(browser: Any, served: Served, game: str) -> None:
    everybody = windows(browser, served, game)
    for _ in range(12):
        everybody[0].until(lambda: asked(everybody)).choose()  # units may be set up first
        for window in everybody:
            window.settled()
    assert everybody[-1].pieces()
    for window in everybody:
        assert window.table.evaluate(ASTRAY) == []
        window.page.context.close()


BESIDE_TOOLS = """table => {
  const { board } = table, { camera } = board, frame = board.element.getBoundingClientRect();
  board.fit();
  const tools = board.element.querySelector(".tools").getBoundingClientRect();
  return camera.x + camera.wide * camera.scale <= tools.left - frame.left
    || camera.y + camera.high * camera.scale <= tools.top - frame.top;
}"""
"""Whether the whole map lies left of the tools or above them."""


@pytest.mark.parametrize("size", [(1600, 1000), (1024, 768), (390, 844)], ids=str)
@pytest.mark.parametrize("game", ["thunder_on_the_mississippi", "gettysburg", "chattanooga"])
def test_tools_stand_beside_the_whole_map_and_not_on_it(
    browser: Any, served: Served, game: str, size: tuple[int, int]
) -> None:
    window = Window(browser, served, served.table(game)["spectator"], "spectator")
    window.page.set_viewport_size({"width": size[0], "height": size[1]})
    window.until(lambda: window.table.evaluate(BESIDE_TOOLS) or None)
    window.page.context.close()


def under(window: Window, point: tuple[float, float]) -> Any:
    """The scale of the map, and what of it lies under a point of the window."""
    return window.table.evaluate(
        """(table, [x, y]) => {
          const { board } = table;
          const frame = board.element.getBoundingClientRect();
          return [board.scale, (x - frame.left - board.x) / board.scale, (y - frame.top - board.y) / board.scale];
        }""",
        [*point],
    )


def test_two_fingers_change_the_scale_about_their_middle(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("battlecry")["spectator"], "spectator", touch=True)
    line = window.page.context.new_cdp_session(window.page)
    box = window.page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scale, *lay = under(window, (x, y))

    def fingers(kind: str, *far: float) -> None:
        points = [{"x": x + side * apart, "y": y} for apart in far for side in (-1, 1)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for apart in (40, 50, 60):
        fingers("touchMove", apart)
    fingers("touchEnd")
    larger, *lies = under(window, (x, y))
    assert larger == pytest.approx(2 * scale, rel=0.1)
    assert lies == pytest.approx(lay, abs=6)
    assert window.wrong == []
    window.page.context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_moved_piece_ends_at_its_place_and_moves_only_for_who_likes_motion(
    browser: Any, served: Served, motion: Any
) -> None:
    everybody = windows(browser, served, "vicksburg")
    for window in everybody:
        window.watches(motion)
        window.table.evaluate(
            """table => {
              const animate = Element.prototype.animate;
              table.change = [];
              Element.prototype.animate = function (frames, how) {
                const begun = animate.call(this, frames, how);
                table.change.push([how.duration, this.getAnimations().length]);
                return begun;
              };
            }"""
        )
    watcher = everybody[-1]
    before = watcher.pieces()
    for _ in range(30):
        window = everybody[0].until(lambda: asked(everybody))
        window.choose()
        for other in everybody:
            other.settled()
        now = watcher.pieces()
        if any(piece in before and row["at"] != before[piece]["at"] for piece, row in now.items()):
            break
    moved = watcher.table.evaluate("table => table.change")
    assert bool(moved) == (motion == "no-preference")
    assert all(duration <= LONGEST and at_once == 1 for duration, at_once in moved)
    watcher.until(lambda: watcher.table.evaluate("table => !table.board.over.getAnimations({ subtree: true }).length"))
    placed = watcher.table.evaluate(
        "table => Object.fromEntries([...table.board.pieces].map(([id, group]) => [id, group.style.transform]))"
    )
    assert all(f"translate({row['x']:g}px, {row['y']:g}px)" in placed[piece] for piece, row in now.items())
    for window in everybody:
        window.page.context.close()


LIT = "table => [...table.choosing.picker.lit.keys()].find(name => table.board.elementOf(name)) ?? ''"


@pytest.mark.parametrize("forced", ["none", "active"])
@pytest.mark.parametrize("game", ["battlecry", "vicksburg"])
def test_what_can_be_chosen_is_told_apart_without_colours(browser: Any, served: Served, game: str, forced: Any) -> None:
    image = pytest.importorskip("PIL.Image", reason="needs Pillow (it comes with matplotlib)")
    everybody = windows(browser, served, game)
    while True:
        window = everybody[0].until(lambda: asked(everybody))
        if reference := window.table.evaluate(LIT):
            break
        window.choose()
    window.page.emulate_media(forced_colors=forced)

    def grey(lit: str, picked: str) -> Any:
        """The surroundings of a thing on the board, as grey."""
        window.table.evaluate(
            f"(table, name) => table.board.light(new Map({lit} ? [[name, []]] : []), {picked} ? [name] : [])", reference
        )
        box = window.table.evaluate(
            """(table, name) => {
              const { x, y, width, height } = table.board.elementOf(name).getBoundingClientRect();
              return { x: x - 6, y: y - 6, width: width + 12, height: height + 12 };
            }""",
            reference,
        )
        return image.open(BytesIO(window.page.screenshot(clip=box))).convert("L").tobytes()

    window.page.mouse.move(5, 5)  # what one points at is lit up in a way of its own
    window.table.evaluate("table => table.board.hint([])")
    plain, can, picked = grey("false", "false"), grey("true", "false"), grey("true", "true")
    assert max(abs(a - b) for a, b in zip(plain, can, strict=True)) > SEEN
    assert max(abs(a - b) for a, b in zip(plain, picked, strict=True)) > SEEN
    assert max(abs(a - b) for a, b in zip(can, picked, strict=True)) > SEEN
    for other in everybody:
        other.page.context.close()


def test_what_happens_is_read_out_once(browser: Any, served: Served) -> None:
    """A screen reader reads out what changes in a live region: of an update each line once, and the question once."""
    everybody = windows(browser, served, "battlecry")
    for window in everybody:
        window.table.evaluate(
            """table => {
              table.read = [];
              const live = '[role=log], [role=status], [role=alert]';
              for (const region of table.shadowRoot.querySelectorAll(live)) {
                new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(node =>
                  node.textContent.trim() && table.read.push([region.className || region.getAttribute('role'),
                    node.dataset?.event ?? node.dataset?.head?.concat(" head") ?? table.state.now.at, node.nodeName])))
                ).observe(region, { childList: true, subtree: true });
              }
            }"""
        )
    for _ in range(6):
        everybody[0].until(lambda: asked(everybody)).choose()
        for window in everybody:
            window.settled()
    for window in everybody:
        read = [tuple(line) for line in window.table.evaluate("table => table.read")]
        assert {where for where, _, _ in read} >= {"log", "alone asked"}
        assert [line for line in {*read} if read.count(line) > 1] == []
        window.page.context.close()


def test_the_end_shows_what_decided_it_and_a_click_leads_there_in_the_replay(browser: Any, served: Served) -> None:
    opening, rows = until("battlecry", lambda match: match.outcome is not None, "heuristic", 5, 5)
    window = Window(browser, served, served.kept(opening, rows)["union"], "union")
    events = window.page.locator(".decisive button")
    events.nth(2).locator("svg .piece").first.wait_for()
    assert events.count() == 3
    assert all("your chance to win" in text for text in events.all_inner_texts())
    assert window.page.locator(".decisive .strike").count() >= 3
    events.nth(1).click()
    film = window.page.locator(".film:not([hidden])")
    film.wait_for()
    known, first = window.table.evaluate(
        "({ film, ending }) => [film.moments[Number(film.slider.value)].known, ending.page.events[1].first]"
    )
    assert known > first
    assert film.get_by_role("button", name="play").is_visible()  # it stands
    close(window)


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (320, 480), (844, 390)])
def test_the_button_of_the_welcome_lies_on_no_words_and_in_sight(
    browser: Any, served: Served, wide: int, high: int
) -> None:
    page = browser.new_context(viewport={"width": wide, "height": high}).new_page()
    page.goto(served.table("gettysburg")["confederate"])
    page.locator(".greeting .set-up").wait_for()
    go, about, name = (page.locator(f".greeting {part}").bounding_box() for part in (".go", ".about", "label"))
    assert about["y"] + about["height"] <= go["y"]
    assert name["y"] + name["height"] <= go["y"]
    assert go["y"] + go["height"] <= high
    assert about["height"] > 60  # the words scroll above it
    page.context.close()


CUT_OFF = """table => {
  const head = table.shadowRoot.querySelector("header"), { right } = head.getBoundingClientRect();
  return [...head.querySelectorAll("button, .score li")].filter(part => part.checkVisibility())
    .filter(part => part.getBoundingClientRect().right > right + 0.5).map(part => part.textContent);
}"""
"""What of the line above the map lies beyond its end."""


@pytest.mark.parametrize("is_over", [False, True], ids=["in the game", "when it is over"])
def test_nothing_of_the_line_above_the_map_of_a_phone_is_cut_off(browser: Any, served: Served, is_over: bool) -> None:
    opening, rows = until("battlecry", lambda match: match.outcome is not None, "heuristic", 5, 5)
    window = Window(browser, served, served.kept(opening, rows if is_over else rows[:40])["union"], "union", touch=True)
    window.page.locator("header .replay").wait_for()
    if not is_over:
        window.page.locator("header .ask-back").wait_for()
    assert window.table.evaluate(CUT_OFF) == []
    window.page.context.close()


TITLES = """table => [...table.shadowRoot.querySelectorAll(".hand .card b")].map(title => {
  const { left, right, top, bottom } = title.getBoundingClientRect(), y = (top + bottom) / 2;
  const seen = [left + 2, (left + right) / 2, right - 2]
    .every(x => table.shadowRoot.elementFromPoint(x, y)?.closest(".card") === title.closest(".card"));
  return [title.textContent, seen && title.scrollWidth <= title.clientWidth + 1];
})"""
"""The title of each card in the hand, and whether all of it is seen."""


@pytest.mark.parametrize("wide", [768, 820, 1024, 1400])
def test_the_titles_of_all_cards_that_are_asked_for_can_be_read(browser: Any, served: Served, wide: int) -> None:
    window = Window(browser, served, served.table("battlecry", {"confederate": "random"})["union"], "union")
    window.page.set_viewport_size({"width": wide, "height": 1000})
    window.page.locator(".hand[data-asked] .card svg").first.wait_for()
    titles = window.table.evaluate(TITLES)
    assert len(titles) > 4
    assert [title for title, is_seen in titles if not is_seen] == []
    window.page.context.close()


def test_a_tip_on_a_phone_leaves_most_of_the_map_in_sight_and_tools_hide_what_lies_below_them(
    browser: Any, served: Served
) -> None:
    window = Window(browser, served, served.table("corinth", {"union": "random"})["confederate"], "confederate", True)
    part = window.table.evaluate(
        """table => {
          table.choosing.over([`piece:${Object.keys(table.state.pieces)[0]}`]);
          const [tip, board] = [".tip", ".board"].map(name => table.shadowRoot.querySelector(name).offsetHeight);
          return tip / board;
        }"""
    )
    assert 0 < part < 0.15
    assert window.page.locator(".tools button").first.evaluate("button => getComputedStyle(button).opacity") == "1"
    window.page.context.close()


def test_where_units_arrive_on_the_map_is_lit_before_one_is_named(browser: Any, served: Served) -> None:
    window = Window(browser, served, served.table("corinth", {"union": "random"})["confederate"], "confederate", True)
    window.until(lambda: window.state() == "yours")
    assert "who arrives" in window.page.locator(".prompt").inner_text()
    lit = window.page.locator(".ring[data-ring=can]")
    lit.first.wait_for(state="attached")
    assert lit.count() > 1
    place = window.table.evaluate("table => table.choosing.picker.ahead.keys().next().value")
    window.table.evaluate("(table, place) => table.choosing.pick(place)", place)
    left = window.page.locator(".rows .row").all_inner_texts()
    assert len(left) > 1
    assert {text.split()[-1] for text in left} == {place.removeprefix("place:")}
    window.page.context.close()


OWN_IN_SIGHT = """table => {
  const { board, state } = table, own = Object.values(state.pieces).filter(({ side }) => side === state.welcome.you);
  return own.filter(({ x, y }) => board.camera.sees([x, y])).length / own.length;
}"""
"""Which part of the units of whoever looks is in sight."""


@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_a_phone_opens_at_the_units_of_whoever_looks_where_only_cards_can_be_chosen(
    browser: Any, served: Served, seat: str
) -> None:
    window = Window(browser, served, served.table("battlecry")[seat], seat, touch=True)
    assert window.until(lambda: window.table.evaluate(OWN_IN_SIGHT) or None) > 0.3
    window.page.context.close()
