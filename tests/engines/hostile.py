"""An engine that does what the word on its command line says: ``python hostile.py WORD FOLDER``.

It leaves the numbers of all its processes in FOLDER, so that a test can see that they are gone.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

WORD, FOLDER = sys.argv[1], Path(sys.argv[2])
HELLO = {"kind": "hello", "protocol": "wargame-engine/1", "name": WORD}


def note() -> None:
    (FOLDER / str(os.getpid())).touch()


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def first(message: Any, **more: object) -> None:
    """The first row of the menu."""
    say({"kind": "choice", "id": message["id"], "action": message["view"]["menu"][0]["action"], **more})


def wait(message: object) -> None:
    time.sleep(60)


def end(message: object) -> None:
    print("nothing works here", file=sys.stderr, flush=True)
    sys.exit(3)


def kill_itself(message: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def talk_nonsense(message: object) -> None:
    print("e2e4", flush=True)


def nest(message: object) -> None:
    print("[" * 100_000, flush=True)


def flood_with_bytes(message: object) -> None:
    while True:
        sys.stdout.write("x" * 100_000)


def flood_with_lines(message: object) -> None:
    while True:
        say(HELLO)


def flood_the_errors(message: object) -> None:
    sys.stderr.write("x" * 5_000_000)
    first(message)


def fork(message: object) -> None:
    """Processes that leave their group and have no parent that would know of them."""
    for _ in range(40):
        if not os.fork():
            os.setsid()
            if os.fork():
                os._exit(0)
            note()
            time.sleep(60)
    first(message)


def eat_memory(message: object) -> None:
    eaten = []
    while True:
        eaten.append(b"x" * 10_000_000)


def share_memory(message: object) -> None:
    """Too much memory in several processes, each of which has less than is allowed."""
    for _ in range(4):
        if not os.fork():
            note()
            eaten = b"x" * 100_000_000
            time.sleep(60)
            del eaten
    time.sleep(60)


def choose_what_is_no_action(message: Any) -> None:
    say({"kind": "choice", "id": message["id"], "action": {"kind": "win"}})


def choose_what_is_not_legal(message: Any) -> None:
    say({"kind": "choice", "id": message["id"], "action": {"kind": "play_card", "card": "no_such_card"}})


def answer_the_future(message: Any) -> None:
    first({**message, "id": message["id"] + 1})


def answer_the_past(message: Any) -> None:
    say({"kind": "choice", "id": message["id"] - 1, "action": {"kind": "win"}})
    first(message)


def say_too_much(message: Any) -> None:
    first(message, chance=1.5)


def plan(message: Any) -> None:
    first(message, chance=0.75, plan="The bridge first.")


def plan_to_do_harm(message: Any) -> None:
    first(message, plan="The bridge\x1b[2J first.")


def choose_when_stopped(message: Any) -> None:
    (FOLDER / "asked").touch()
    assert json.loads(sys.stdin.readline()) == {"kind": "stop", "id": message["id"]}
    first(message)


MISDEEDS = (
    wait, end, kill_itself, talk_nonsense, nest, flood_with_bytes, flood_with_lines, flood_the_errors, fork, eat_memory,
    choose_what_is_no_action, choose_what_is_not_legal, answer_the_future, answer_the_past, say_too_much,
)  # fmt: skip


def anything(message: Any) -> None:
    """One of all misdeeds in one choice of fifty."""
    dice = random.Random(f"{os.getpid()} {message['id']}")
    (dice.choice(MISDEEDS) if dice.random() < 0.02 else first)(message)


def main() -> None:
    note()
    if WORD == "be_deaf":
        time.sleep(60)
    if WORD == "close_everything":
        os.close(1)
        time.sleep(60)
    choose: Callable[[Any], None] = globals().get(WORD, first)
    for line in sys.stdin:
        message = json.loads(line)
        if message["kind"] == "hello":
            say({**HELLO, "protocol": "uci"} if WORD == "speak_uci" else HELLO)
        elif message["kind"] == "choose":
            choose(message)
        elif message["kind"] == "refused":
            (FOLDER / "refused").write_text(message["why"], encoding="utf-8")


if __name__ == "__main__":
    main()
