"""`wargame watch`: what the page is told, what the mouse may change, and what nobody may."""

import errno
import json
import os
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.core.test_own_maps import SQUARES

from wargame_core.maps.files.map_file import load_map
from wargame_terminal import main
from wargame_workshop.interchange.tiled_maps import tiles_picture
from wargame_workshop.lint import map_problems
from wargame_workshop.watching.server import BODY, WatchServer
from wargame_workshop.watching.strokes import drawn_into
from wargame_workshop.watching.workshop import Workshop


class Page:
    """What a browser would do."""

    def __init__(self, server: WatchServer) -> None:
        self.server, self.count = server, 0

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        given = {"Origin": self.server.origin, **{name.replace("_", "-"): value for name, value in headers.items()}}
        data = body if isinstance(body, (str, bytes)) else json.dumps(body) if body is not None else None
        connection.request(method, path, data, given)
        answer = connection.getresponse()
        told = answer.read()
        connection.close()
        try:
            return answer.status, json.loads(told)
        except ValueError:
            return answer.status, told.decode()

    def path(self, route: str) -> str:
        return f"{route}?key={self.server.key}"

    def state(self) -> Any:
        return self.ask("GET", self.path("/state"))[1]

    def send(self, *strokes: tuple[int, str, dict[str, object]], window: str = "window-1") -> tuple[int, Any]:
        """Strokes with their numbers."""
        rows = [{"number": number, "op": op, "args": args} for number, op, args in strokes]
        return self.ask("POST", self.path("/strokes"), {"window": window, "strokes": rows})

    def draw(self, op: str, **args: object) -> str:
        """The next stroke; why it was refused, "" if it was not."""
        self.count += 1
        status, told = self.send((self.count, op, args))
        assert (status, told["answered"], told["waiting"]) == (200, self.count, ""), told
        return told["refused"][0]["error"] if told["refused"] else ""


@contextmanager
def desk_on(folder: Path) -> Iterator[Page]:
    workshop = Workshop(folder)
    workshop.look()
    server = WatchServer(workshop, edit=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Page(server)
    server.stop()
    thread.join()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "map.toml").write_text(SQUARES, encoding="utf-8")
    return folder


@pytest.fixture
def page(folder: Path) -> Iterator[Page]:
    with desk_on(folder) as page:
        yield page


def test_a_save_makes_a_new_picture_and_a_broken_file_keeps_the_last(page: Page, folder: Path) -> None:
    first = page.state()
    assert (first["problems"], first["stale"]) == ([], False)
    (folder / "map.toml").write_text(SQUARES.replace("[1, 2], [1, 3]]", "[1, 3]]"), encoding="utf-8")
    page.server.workshop.look()
    second = page.state()
    assert second["version"] > first["version"]  # twice, where the file was looked at while it was written
    assert second["problems"][0]["code"] == "E405"
    assert [row["line"] for row in second["problems"][0]["around"]][2] == second["problems"][0]["line"]
    assert 'data-mistake="1"' in second["svg"]
    (folder / "map.toml").write_text("[map\n", encoding="utf-8")
    page.server.workshop.look()
    third = page.state()
    assert (third["stale"], third["svg"]) == (True, second["svg"])
    assert "E103" in third["problems"][0]["text"]
    assert not page.server.workshop.look()


def test_strokes_are_written_and_touch_nothing_else(page: Page, folder: Path) -> None:
    before = SQUARES.splitlines()
    text = SQUARES.replace('name = "Ashby"', 'name = "Ashby"  # a town')
    (folder / "map.toml").write_text(text, encoding="utf-8")
    (folder / "campaign.toml").write_text(
        '[[deployment]]\nformations = ["b1"]\nwhere = { places = ["Ashby"] }\n', encoding="utf-8"
    )
    creek: dict[str, object] = {"name": "Creek", "kind": "river"}
    steps: list[tuple[str, dict[str, object], str]] = [
        ("paint", {"spaces": ["(0,0)", "(2,3)"], "letter": "w"}, '"w..w"'),
        ("line", {**creek, "sides": [["(0,2)", "(0,3)"]]}, "edges = [[0, 2, 0, 3]]"),
        ("line", {**creek, "sides": [["(1,3)", "(1,2)"]]}, "edges = [[0, 2, 0, 3], [1, 2, 1, 3]]"),
        ("erase_line", {"sides": [["(0,3)", "(0,2)"]]}, "edges = [[1, 2, 1, 3]]"),
        ("line", {"name": "Low Ridge", "kind": "ridge", "sides": [["(0,0)", "(1,0)"]]}, 'kind = "ridge"'),
        ("crossing", {"a": "(1,2)", "b": "(1,3)", "name": "Creek Bridge", "kind": "bridge"}, 'id = "creek_bridge"'),
        ("place", {"space": "(2,0)", "name": "Kent", "kind": "village"}, 'name = "Kent"'),
        ("place", {"space": "(2,1)", "name": "Kent", "kind": "village"}, "cell = [2, 1]"),
        ("rename_place", {"old": "Kent", "name": "Kent Mill"}, 'name = "Kent Mill"'),
        ("road", {"spaces": ["(1,0)", "(2,0)", "(2,1)"], "kind": "rail"}, "path = [[1, 0], [2, 0], [2, 1]]"),
    ]
    for op, args, written in steps:
        assert page.draw(op, **args) == ""
        assert written in (folder / "map.toml").read_text("utf-8")
    assert page.draw("unit", file="campaign.toml", unit="b1", where="Kent Mill") == ""
    assert '["Kent Mill"]' in (folder / "campaign.toml").read_text("utf-8")
    after = (folder / "map.toml").read_text("utf-8").splitlines()
    assert [line for line in before if line not in after and "w" not in line and "...." not in line] == [
        'name = "Ashby"'
    ]
    assert 'name = "Ashby"  # a town' in after
    assert (folder / "map.toml.bak").read_text("utf-8") == text


def test_a_stroke_that_is_written_already_changes_nothing(page: Page, folder: Path) -> None:
    river = [["(0,1)", "(0,2)"], ["(1,1)", "(1,2)"]]
    assert page.draw("line", name="Stony River", kind="river", sides=river) == ""
    assert page.draw("road", spaces=["(1,3)", "(1,2)", "(1,1)", "(1,0)"], kind="road") == ""
    assert page.draw("crossing", a="(1,1)", b="(1,2)", name="another", kind="ford") == ""
    assert page.draw("place", name="Ashby", kind="town", space="(1,0)") == ""
    assert page.draw("erase_place", name="nowhere") == ""
    assert page.draw("paint", spaces=["(0,3)"], letter="w") == ""
    assert (folder / "map.toml").read_text("utf-8") == SQUARES
    assert page.draw("undo") == "nothing to undo"


def test_what_is_erased_leaves_the_rest(page: Page, folder: Path) -> None:
    two = SQUARES.replace("path = [[1, 0], [1, 1], [1, 2], [1, 3]]", "paths = [[[0, 0], [0, 1]], [[2, 0], [2, 1]]]")
    (folder / "map.toml").write_text(two, encoding="utf-8")
    assert page.draw("erase_road", a="(0,1)", b="(0,0)") == ""
    assert "paths = [[[2, 0], [2, 1]]]" in (folder / "map.toml").read_text("utf-8")
    assert page.draw("erase_road", a="(2,0)", b="(2,1)") == ""
    assert page.draw("erase_place", name="Ashby") == ""
    assert page.draw("erase_crossing", a="(1,2)", b="(1,1)") == ""
    assert page.draw("erase_line", sides=[["(0,1)", "(0,2)"], ["(1,1)", "(1,2)"], ["(2,1)", "(2,2)"]]) == ""
    assert (folder / "map.toml").read_text("utf-8").strip() == two[: two.index("[[river]]")].strip()


def test_a_course_becomes_a_list_of_sides_when_a_side_is_added(page: Page, folder: Path) -> None:
    course = SQUARES.replace("edges = [[0, 1, 0, 2], [1, 1, 1, 2], [2, 1, 2, 2]]", 'course = "0,1 NE > 3S"')
    course = course.replace("cols = 4", "cols = 4\nshorthand = 1").split("[[crossing]]")[0]
    (folder / "map.toml").write_text(course, encoding="utf-8")
    assert page.draw("line", name="Stony River", kind="river", sides=[["(0,0)", "(0,1)"]]) == ""
    text = (folder / "map.toml").read_text("utf-8")
    assert "edges = [[0, 1, 0, 2], [1, 1, 1, 2], [2, 1, 2, 2], [0, 0, 0, 1]]" in text


def test_a_picture_below_the_map_is_fitted_where_its_file_names_the_rest(page: Page, folder: Path) -> None:
    (folder / "design").mkdir()
    imports = folder / "design/import.toml"
    imports.write_text('# mine\n[underlay]  # the scan\nfile = "scan.png"\n', encoding="utf-8")
    assert page.draw("fit", file="scan.png", at=[["(0,0)", 10, 12.4], ["(2,3)", 90, 70]]) == ""
    pins = 'at = { "(0,0)" = [10, 12], "(2,3)" = [90, 70] }\n'
    assert imports.read_text("utf-8") == '# mine\n[underlay]  # the scan\nfile = "scan.png"\n' + pins


@pytest.mark.parametrize(("grid", "space"), [("hex", "0403"), ("square", "(2,3)")])
def test_a_new_map_has_clear_ground_and_a_legend_that_grows(page: Page, folder: Path, grid: str, space: str) -> None:
    (folder / "map.toml").unlink()
    assert page.draw("new_map", title='The "Vale"', grid=grid, columns=4, rows=3) == ""
    assert map_problems(folder / "map.toml") == ()  # although four letters of the legend stand nowhere
    assert page.draw("terrain", kind="wheat") == page.draw("terrain", kind="woods") == ""
    assert page.draw("paint", spaces=[space], letter="a") == "'a' is not in the legend (., w, h, s, ~, e)"
    assert page.draw("paint", spaces=[space], letter="e") == ""
    assert '"...e",  # 2' in (folder / "map.toml").read_text("utf-8")
    for _ in range(3):
        assert page.draw("undo") == ""
    assert page.draw("new_map", title="Another", grid=grid, columns=5, rows=2) == ""


def test_a_new_creek_stops_nobody_and_roads_cross_a_new_ridge(page: Page, folder: Path) -> None:
    assert page.draw("line", name="Run", kind="creek", sides=[["(0,0)", "(1,0)"]]) == ""
    assert page.draw("line", name="Hogback", kind="ridge", sides=[["(1,2)", "(1,3)"]]) == ""
    run, hogback = load_map(folder / "map.toml").barriers[-2:] if page.state()["version"] else ()
    assert {(one.name, one.bars, one.crossed_by_road) for one in (run, hogback)} == {
        ("Run", False, False),
        ("Hogback", True, True),
    }


def test_the_tray_has_the_counters_of_each_scenario_where_they_begin(page: Page, folder: Path) -> None:
    for name, space in (("first", "(0,0)"), ("second", "(2,3)")):
        row = f'[[piece]]\nid = "b1"\nname = "Blue"\nat = "{space}"\n'
        (folder / f"{name}.toml").write_text(row, encoding="utf-8")
    deployed = '[[deployment]]\nformations = ["b2"]\nwhere = { places = ["Ashby"] }\n'
    (folder / "third.toml").write_text(
        deployed + "piece = 1\n[[deployment]]\nwhere = { places = [] }\n", encoding="utf-8"
    )
    (folder / "broken.toml").write_text("[", encoding="utf-8")
    page.server.workshop.look()
    counters = page.state()["board"]["counters"]
    assert [(one["file"], one["unit"], one["words"], one["space"], one["by_place"]) for one in counters] == [
        ("first.toml", "b1", "Blue", 0, False),
        ("second.toml", "b1", "Blue", 11, False),
        ("third.toml", "b2", "b2", 4, True),
    ]
    assert page.draw("unit", file="second.toml", unit="b1", where="(1,1)") == ""
    assert 'at = "(1,1)"' in (folder / "second.toml").read_text("utf-8")
    assert 'at = "(0,0)"' in (folder / "first.toml").read_text("utf-8")


def test_a_line_with_a_mistake_is_not_drawn_over(page: Page, folder: Path) -> None:
    wrong = SQUARES.replace("[2, 1, 2, 2]]", "[2, 1, 9, 9]]")
    (folder / "map.toml").write_text(wrong, encoding="utf-8")
    mistake = "Stony River has a mistake in the file: mend it there first"
    assert page.draw("line", name="Stony River", kind="river", sides=[["(0,0)", "(0,1)"]]) == mistake
    assert page.draw("erase_line", sides=[["(0,1)", "(0,2)"]]) == mistake
    assert (folder / "map.toml").read_text("utf-8") == wrong


def test_strokes_are_taken_back_one_by_one_and_to_the_byte(page: Page, folder: Path) -> None:
    path = folder / "map.toml"
    first = b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(first)
    assert page.draw("paint", spaces=["(0,0)"], letter="w") == ""
    second = path.read_bytes()
    assert page.draw("place", name="Kent", kind="town", space="(0,2)") == ""
    third = path.read_bytes()
    assert (page.state()["undo"], page.state()["redo"]) == (2, 0)
    assert page.draw("undo") == ""
    assert path.read_bytes() == second
    assert page.draw("undo") == ""
    assert (path.read_bytes(), page.state()["undo"], page.state()["redo"]) == (first, 0, 2)
    assert page.draw("undo") == "nothing to undo"
    assert page.draw("redo") == page.draw("redo") == ""
    assert path.read_bytes() == third
    assert page.draw("redo") == "nothing to redo"


def test_a_stroke_is_not_taken_back_over_what_another_program_wrote(page: Page, folder: Path) -> None:
    path = folder / "map.toml"
    assert page.draw("paint", spaces=["(0,0)"], letter="w") == ""
    path.write_text(path.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
    assert page.draw("undo") == "map.toml was changed elsewhere since: undo it there"
    assert page.draw("paint", spaces=["(0,1)"], letter="w") == ""
    assert path.read_text(encoding="utf-8").endswith("# by hand\n")


def test_strokes_that_are_sent_again_are_written_once(page: Page, folder: Path) -> None:
    strokes: list[tuple[int, str, dict[str, object]]] = [
        (1, "paint", {"spaces": ["(0,0)"], "letter": "w"}),
        (2, "paint", {"spaces": ["(0,1)"], "letter": "w"}),
        (3, "undo", {}),
    ]
    first = page.send(*strokes)
    text = (folder / "map.toml").read_text("utf-8")
    assert '"w..w"' in text
    assert page.send(*strokes) == first == page.send(*strokes[1:])
    assert (folder / "map.toml").read_text("utf-8") == text
    assert page.send((5, "undo", {})) == (400, {"error": "stroke 4 is missing: got 5"})


def test_strokes_of_two_windows_are_all_written_and_a_refused_one_stops_none(page: Page, folder: Path) -> None:
    paint: dict[str, object] = {"spaces": ["(0,0)"], "letter": "w"}
    wrong: dict[str, object] = {"spaces": ["(9,9)"], "letter": "w"}
    status, told = page.send((1, "paint", wrong), (2, "paint", paint))
    assert (status, told["answered"], told["undo"]) == (200, 2, 1)
    assert told["refused"] == [{"number": 1, "error": "'(9,9)' is not a space of the map"}]
    other = page.send((1, "paint", {"spaces": ["(2,2)"], "letter": "w"}), window="window-2")[1]
    assert (other["answered"], other["refused"]) == (1, [])
    text = (folder / "map.toml").read_text("utf-8")
    assert '"w..w"' in text
    assert '"..w."' in text


def test_a_stroke_waits_while_the_file_is_broken_and_is_written_afterwards(page: Page, folder: Path) -> None:
    paint: tuple[int, str, dict[str, object]] = (1, "paint", {"spaces": ["(0,0)"], "letter": "w"})
    for name in ("map.toml", "moors.toml"):
        (folder / "map.toml").unlink(missing_ok=True)
        (folder / name).write_text("[map\n" + SQUARES, encoding="utf-8")
        told = page.send(paint)[1]
        assert (told["answered"], told["refused"]) == (0, [])
        assert "not while the file is broken" in told["waiting"]
    (folder / "moors.toml").write_text(SQUARES, encoding="utf-8")
    assert page.send(paint)[1]["waiting"] == ""
    assert '"w..w"' in (folder / "moors.toml").read_text("utf-8")


def test_a_file_that_an_editor_saves_while_a_stroke_is_drawn_keeps_both(
    page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Path] = []

    def slowly(*args: Any) -> tuple[Path, str]:
        drawn = drawn_into(*args)
        if not saved:
            saved.append(drawn[0])
            drawn[0].write_text(SQUARES + "# by hand\n", encoding="utf-8")
        return drawn

    monkeypatch.setattr("wargame_workshop.watching.stroke_log.drawn_into", slowly)
    assert page.draw("paint", spaces=["(0,0)"], letter="w") == ""
    text = (folder / "map.toml").read_text("utf-8")
    assert '"w..w"' in text
    assert text.endswith("# by hand\n")


def test_a_picture_says_which_strokes_of_a_window_it_shows(page: Page) -> None:
    page.draw("paint", spaces=["(0,0)"], letter="w")
    for _ in range(200):
        state = page.ask("GET", f"/state?key={page.server.key}&window=window-1")[1]
        if state["drawn"]:
            break
        threading.Event().wait(0.05)
    assert state["board"]["letters"][0] == "w"
    assert page.ask("GET", f"/state?key={page.server.key}&window=another")[1]["drawn"] == 0


def test_the_board_of_a_page_has_sides_between_corners_and_a_palette_with_pictures(page: Page) -> None:
    board = page.state()["board"]
    assert board["spaces"][0] == ["(0,0)", 20.0, 20.0]
    assert board["sides"][0] == [0, 1, 40.0, 0.0, 40.0, 40.0]
    assert (board["letters"][3], board["lines"][0]["sides"][0]) == ("w", [1, 2])
    assert [(one["kind"], one["letter"]) for one in board["palette"]["paint"]] == [("clear", "."), ("woods", "w")]
    assert all("<" in one["picture"] for part in board["palette"].values() for one in part)
    assert [one["kind"] for one in board["palette"]["road"]] == ["road", "rail"]  # as files of squares allow
    assert not page.state()["has_game"]


@pytest.mark.parametrize(
    ("op", "args", "refusal"),
    [
        ("fly", {}, "there is no stroke 'fly'"),
        ("__class__", {}, "there is no stroke '__class__'"),
        ("paint", {"spaces": ["(0,0)"], "letter": "x"}, "'x' is not in the legend (., w)"),
        ("paint", {"spaces": [["(0,0)"]], "letter": "w"}, "is not a space of the map"),
        ("paint", {"spaces": ["(0,0)"] * 5001, "letter": "w"}, "spaces: a list of 1 to 5000 is needed"),
        ("paint", {"letter": "w"}, "spaces: a list of 1 to 5000 is needed"),
        ("line", {"name": "X", "kind": "river", "sides": [["(0,0)", "(2,2)"]]}, "(0,0) and (2,2) share no side"),
        ("line", {"name": "X", "kind": "river", "sides": ["(0,0)"]}, "sides: each is the two spaces beside it"),
        ("line", {"name": "a\nb", "kind": "river", "sides": [["(0,0)", "(0,1)"]]}, "name: a word of at most 80"),
        ("road", {"spaces": ["(0,0)"], "kind": "road"}, "spaces: a list of 2 to 5000 is needed"),
        ("road", {"spaces": ["(0,0)", "(2,2)"], "kind": "road"}, "(0,0) and (2,2) share no side"),
        ("crossing", {"a": "(0,0)", "b": "(0,1)", "name": "X", "kind": "ford"}, "no river lies between"),
        ("rename_place", {"old": "Nowhere", "name": "X"}, "there is no place 'Nowhere' on the map"),
        ("place", {"space": "(0,0)", "name": "", "kind": "town"}, "name: a word of at most 80"),
        ("new_map", {"title": "X", "grid": "hex", "columns": 5, "rows": 5}, "there is a map in the folder already"),
        (
            "new_map",
            {"title": "X", "grid": "hex", "columns": 5, "rows": 61},
            "rows: a whole number from 2 to 60 is needed, not '61'",
        ),
        (
            "new_map",
            {"title": "X", "grid": "cube", "columns": 5, "rows": 5},
            "'hex', 'square' or 'areas' is needed, not 'cube'",
        ),
        ("terrain", {"kind": "x" * 41}, "kind: a word of at most 40 letters"),
        ("fit", {"file": "a.png", "at": [["(0,0)", 1, 2]]}, "at: two or three spaces are needed"),
        ("fit", {"file": "a.png", "at": [["(0,0)", 1, 2], ["(0,0)", 3, 4]]}, "not one twice"),
        ("fit", {"file": "a.png", "at": [["(0,0)", 1, 2], ["(2,2)", 1e99, 4]]}, "is not a point of a picture"),
        ("unit", {"file": "map.toml", "unit": "b9", "where": "Ashby"}, "map.toml: nothing puts 'b9' at one place"),
        ("unit", {"file": "../map.toml", "unit": "b9", "where": "Ashby"}, "nothing puts 'b9' at one place"),
    ],
)
def test_a_stroke_that_means_nothing_is_refused_with_a_reason(
    page: Page, folder: Path, op: str, args: dict[str, object], refusal: str
) -> None:
    assert refusal in page.draw(op, **args)
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


@pytest.mark.parametrize(
    "body",
    [
        {"strokes": []},
        {"window": "short", "strokes": []},
        {"window": "window-1", "strokes": {}},
        {"window": "window-1", "strokes": [{"number": 1, "op": "undo", "args": {}}] * 101},
        {"window": "window-1", "strokes": [{"number": True, "op": "undo", "args": {}}]},
        {"window": "window-1", "strokes": [[]]},
        [],
    ],
)
def test_what_is_not_a_list_of_strokes_is_refused(page: Page, body: object) -> None:
    status, told = page.ask("POST", page.path("/strokes"), body)
    assert (status, list(told)) == (400, ["error"])


def test_nobody_gets_in_without_the_key_or_from_another_page(page: Page, folder: Path) -> None:
    stroke = {"number": 1, "op": "paint", "args": {"spaces": ["(0,0)"], "letter": "w"}}
    body = {"window": "window-1", "strokes": [stroke]}
    assert page.ask("GET", "/state")[0] == 403
    assert page.ask("GET", "/state?key=wrong")[0] == 403
    assert page.ask("GET", page.path("/state"), Host="evil.example")[0] == 403
    assert page.ask("POST", "/strokes", body)[0] == 403
    assert page.ask("POST", page.path("/strokes"), "[" * 500)[0] == 400
    assert page.ask("POST", page.path("/strokes"), b"\xff")[0] == 400
    assert page.ask("GET", page.path("/../../etc/passwd"))[0] == 404
    assert page.ask("GET", "/page/desk.js")[0] == 200
    assert page.ask("GET", "/page/../server.py")[0] in (403, 404)
    assert page.ask("GET", "/page/desk.js", Host="evil.example")[0] == 403
    assert page.ask("POST", "/page/desk.js", body)[0] == 403
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


def test_without_edit_nothing_is_written(page: Page, folder: Path) -> None:
    page.server.edit = False
    status, told = page.send((1, "paint", {"spaces": ["(0,0)"], "letter": "w"}))
    assert (status, "--edit" in told["error"]) == (403, True)
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


def test_a_link_that_leads_out_of_the_folder_is_not_written(page: Page, folder: Path, tmp_path: Path) -> None:
    (folder / "map.toml").rename(tmp_path / "outside.toml")
    (folder / "map.toml").symlink_to(tmp_path / "outside.toml")
    assert page.draw("paint", spaces=["(0,0)"], letter="w") == "outside of the folder"
    assert (tmp_path / "outside.toml").read_text("utf-8") == SQUARES


PICTURE = tiles_picture(["clear"] * 2, (20, 30))


def test_a_scan_is_shown_to_nobody_without_the_key_and_only_where_it_is_one(page: Page, folder: Path) -> None:
    (folder / "design").mkdir()
    scan = folder / "design/underlay.png"
    outside = folder.parent / "secret.png"
    outside.write_bytes(PICTURE)

    def look() -> list[str]:
        page.server.workshop.look()
        return [problem["text"] for problem in page.state()["problems"]]

    scan.write_bytes(PICTURE)
    assert look() == []
    assert page.ask("GET", "/underlay")[0] == 403
    assert page.ask("GET", page.path("/underlay"), Host="evil.example")[0] == 403
    scan.unlink()
    what = "underlay.png:1:1: E207 it is not a picture (PNG, GIF or JPEG, at most 64 MB) in the folder"
    for content in (b"<svg onload='alert(1)'/>", PICTURE.ljust(65_000_000), None):
        if content is None:
            scan.symlink_to(outside)
        else:
            scan.write_bytes(content)
        assert look() == [what]
        assert page.ask("GET", page.path("/underlay")) == (404, {"error": "there is no picture under the map"})
        scan.unlink()
    assert look() == []


def test_two_desks_on_one_folder_keep_the_strokes_of_both(page: Page, folder: Path) -> None:
    with desk_on(folder) as other:
        for row in range(3):
            assert page.draw("paint", spaces=[f"({row},0)"], letter="w") == ""
            assert other.draw("paint", spaces=[f"({row},1)"], letter="w") == ""
        assert re.findall(r'"(ww..?.?)"', (folder / "map.toml").read_text("utf-8")) == ["ww.w", "ww..", "ww.."]
        assert page.draw("undo") == "map.toml was changed elsewhere since: undo it there"
        assert other.draw("undo") == ""


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"[map", None])
def test_strokes_wait_or_are_refused_while_the_file_cannot_be_read(
    page: Page, folder: Path, content: bytes | None
) -> None:
    path = folder / "map.toml"
    path.unlink()
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    status, told = page.send((1, "paint", {"spaces": ["(0,0)"], "letter": "w"}))
    sentence = told["waiting"] or told["refused"][0]["error"]
    assert (status, "Traceback" in sentence, len(sentence) > 20) == (200, False, True)
    assert path.is_dir() if content is None else path.read_bytes() == content
    assert page.state()["version"]


# What strangers may send to `wargame watch`: an answer in one line, no traceback, and the page works as before.


def raw(page: Page, request: bytes) -> str:
    """The first line of the answer to bytes that need not be a request; "" where there is none."""
    with socket.create_connection(("127.0.0.1", page.server.port), timeout=20) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while more := line.recv(65536):
            answer += more
    assert answer.count(b"HTTP/1.") <= 1, "what was refused was read as the next request"
    return answer.partition(b"\r\n")[0].decode()


def post(page: Page, length: str, body: bytes, origin: str | None = None) -> bytes:
    server = page.server
    head = f"POST /strokes?key={server.key} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Origin: {server.origin if origin is None else origin}\r\nContent-Length: {length}\r\n\r\n"
    return head.encode("latin-1") + body


SMUGGLED = b"GET /state HTTP/1.1\r\nHost: x\r\n\r\n"
"""A request in the body of another one."""


def test_what_is_too_long_or_from_another_page_is_refused_unread(page: Page, folder: Path) -> None:
    assert " 413 " in raw(page, post(page, str(BODY + 1), SMUGGLED))
    for origin in ("http://evil.example", "null", "", "http://127.0.0.1"):
        assert " 403 " in raw(page, post(page, str(len(SMUGGLED)), SMUGGLED, origin))
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        ("GET /../../../../etc/passwd HTTP/1.1", "403"),
        ("GET /%2e%2e/%2e%2e/etc/passwd?key={key} HTTP/1.1", "404"),
        ("GET //etc/passwd?key={key} HTTP/1.1", "404"),
        ("PUT /state?key={key} HTTP/1.1", "403"),
        ("DELETE /map.toml?key={key} HTTP/1.1", "403"),
        ("TRACE / HTTP/1.1", "403"),
        ("GET /" + "a" * 70_000 + " HTTP/1.1", "403"),
        ("GET /?key=\xff\xfe HTTP/1.1", "400"),
        ("GET / HTTP/9.9", "403"),
        ("\x16\x03\x01\x02", "400"),
    ],
)
def test_requests_that_no_browser_sends_get_a_line_and_no_traceback(
    page: Page, request_line: str, status: str, capfd: pytest.CaptureFixture[str]
) -> None:
    server = page.server
    line = request_line.replace("{key}", server.key)
    answer = raw(page, f"{line}\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode("latin-1"))
    assert f" {status} " in answer or (status == "400" and not answer)
    assert page.state()["version"]
    assert capfd.readouterr().err == ""


def test_a_full_disk_is_a_sentence_on_the_page_and_changes_nothing(
    page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    paint: tuple[int, str, dict[str, object]] = (1, "paint", {"spaces": ["(0,0)"], "letter": "w"})
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        told = page.send(paint)[1]
        assert (told["answered"], told["waiting"]) == (0, "map.toml.bak: No space left on device")
    assert [path.name for path in folder.iterdir()] == ["map.toml"]
    assert page.send(paint)[1]["answered"] == 1
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        told = page.send((2, "undo", {}))[1]
        assert (told["answered"], told["undo"], told["waiting"]) == (1, 1, "map.toml: No space left on device")
    assert page.send((2, "undo", {}))[1]["undo"] == 0
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


@pytest.mark.parametrize("edit", [[], ["--edit"]])
def test_the_mouse_writes_into_the_files_where_that_is_wished(
    folder: Path, edit: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[bool, bool]] = []

    def taken(workshop: Workshop, port: int, edit: bool) -> None:
        begun.append((workshop.importing, edit))
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("wargame_workshop.watching.server.WatchServer", taken)
    done = CliRunner().invoke(main, ["watch", str(folder), *edit])
    assert "port 0 cannot be used: Address already in use" in done.output
    assert begun == [(bool(edit), bool(edit))]
