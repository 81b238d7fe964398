"""The cost of a move on a server of boardgame.io (node), to hold beside `table_load.py`; needs npm, and says so if not.

python benchmarks/boardgame_io.py --matches 20 --seconds 10 [--pieces 40]

boardgame.io is put into a temporary folder. Its server plays a game of so many pieces, each a row as a screen is told
of one; two people and a spectator hold a line to every match, and who is to move moves a piece at once, or after
``--think`` seconds. Printed is the same as by `table_load.py`: moves a second, how long an acknowledgement takes, and
what the server's process used of a core and of memory. The game has no rules to speak of: what is measured is the way
of a move through the server to all three screens, not the thinking about it.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

PACKAGE = "boardgame.io@0.50.2"
HERE = Path(__file__).with_name("boardgame_io_server")


def installed(folder: Path) -> bool:
    """Whether boardgame.io could be put into a folder."""
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    for path in HERE.glob("*.js"):
        shutil.copy(path, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", PACKAGE]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=300).returncode == 0


def measured(folder: Path, options: argparse.Namespace) -> None:
    """Run server and people, and say what it came to."""
    server = subprocess.Popen(
        ["node", "server.js", str(options.pieces)], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        port = json.loads(_line(server))["port"]
        given = [port, options.matches, options.pieces, options.think, options.seconds]
        people = subprocess.Popen(
            ["node", "people.js", *map(str, given)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert people.stdout is not None
        _line(people)
        before = _used(server)
        measured_by_node = json.loads(_line(people))
        after = _used(server)
        people.wait()
    finally:
        server.kill()
        server.wait()
    seconds, count = measured_by_node["seconds"], measured_by_node["moves"]
    spent, size = after["cpu"] - before["cpu"], after["memory"]
    print(f"{options.matches * 3} sockets, {count} moves in {seconds:.0f} s: {count / seconds:.0f} a second")
    print("at the watcher's after {:.1f} / {:.1f} / {:.1f} ms (p50 / p95 / p99)".format(*measured_by_node["waited"]))
    print(f"server: {spent / seconds:.2f} of a core, {spent / max(1, count) * 1000:.1f} ms a move, {size:.0f} MB")


def _line(process: subprocess.Popen[str]) -> str:
    """The next line of JSON that a process says; others are of its libraries."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            return line
    raise SystemExit("node has ended early")


def _used(server: subprocess.Popen[str]) -> dict[str, float]:
    assert server.stdin is not None
    server.stdin.write("?\n")
    server.stdin.flush()
    used: dict[str, float] = json.loads(_line(server))
    return used


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--pieces", type=int, default=40, help="pieces on the board")
    parser.add_argument("--think", type=float, default=0.0, help="seconds a person thinks, on average")
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args(words)
    if shutil.which("npm") is None or shutil.which("node") is None:
        print("skipped: node and npm are not here")
        return
    with tempfile.TemporaryDirectory() as name:
        if not installed(Path(name)):
            print(f"skipped: npm could not fetch {PACKAGE}")
            return
        measured(Path(name), options)


if __name__ == "__main__":
    main()
