"""Plants leaks into outlets while games stand recorded: ``python3 -m tests.mutants.outlets [--game NAME] [WORD...]``.

A leak does not change play, so the games are recorded once, without one. For each leak a process is forked that puts
the changed function in the place of the true one, and looks through all outlets as the law does. A leak in the rules of
a game needs a game that is played with it, and is recorded anew.
"""

import argparse
import ast
import gc
import importlib
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from tests.core.convoy_toy import convoy
from tests.core.inner_game_toy import season
from tests.mutants.faults import ROOT, Fault, source_of

from wargame_core import SPECTATOR, Game, Match, load
from wargame_laws import Trial
from wargame_laws.laws_of_outlets import (
    OutletsTally,
    all_outlets,
    by_question,
    complaint_of,
    positions_alike,
    question_of,
)

LIST = ROOT / "tests/mutants/by_outlet/leaks.toml"
"""The leaks; each was written before the law was run on it."""
Pair: TypeAlias = tuple[Any, str, tuple[str, Match, Match]]
"""A game, a seat, how two positions differ that it cannot tell apart, and both."""
GAMES: dict[str, tuple[Callable[[], Game], str, str | None, dict[str, str]]] = {
    "convoy": (convoy, "random", None, {}),
    "season": (season, "random", None, {}),
    "referee": (partial(load, "vicksburg"), "belligerent", None, {"fog": "referee"}),
    "face down": (partial(load, "vicksburg"), "belligerent", None, {}),
    "battles inside": (
        partial(load, "gettysburg"),
        "belligerent",
        None,
        {"battles": "battle_cry", "fog": "referee"},
    ),
    "battlecry": (partial(load, "battlecry"), "heuristic", "mcdowell", {}),
}
"""The games that are recorded, one of each; first two toys of three seats, in which a leak takes seconds to find."""
MOMENTS = 40
"""About how many moments of each game are looked at."""
OFTEN = 8
"""How many pairs of positions of each kind are looked at for each seat and question."""
TOLD_APART = " apart by the outlet "
"""Stands in what the law says of a leak: one by which an outlet only fails is not found."""


def plant(fault: Fault, texts: Mapping[str, str]) -> None:
    """Put the function of a fault into this process, in the place of the true one."""
    source = texts[fault.file]
    changed = fault.planted(source)
    start = next(n for n, (a, b) in enumerate(zip(source, changed, strict=False)) if a != b)
    names = _function_at(ast.parse(changed), changed.count("\n", 0, start) + 1)
    path = (ROOT / fault.file).relative_to(source_of(fault)).with_suffix("")
    module = importlib.import_module(".".join(path.parts))
    code = compile(changed, fault.file, "exec", dont_inherit=True)
    for name in names:
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
    function = _function_of(module, names)
    inside = dict(zip(_codes_in(function.__code__), _codes_in(code), strict=False))
    for made in [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__ in inside]:
        if made.__code__.co_name == inside[made.__code__].co_name:  # as the true one has made it: a command, say
            made.__code__ = inside[made.__code__]
    function.__code__ = code


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes_in(part)


def _function_at(tree: ast.AST, line: int) -> list[str]:
    """The names that lead to the outermost function of a line: of its classes, and its own."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if node.lineno <= line <= (node.end_lineno or 0):
            return [node.name, *(_function_at(node, line) if isinstance(node, ast.ClassDef) else ())]
    raise ValueError(f"line {line} is in no function")


def _function_of(owner: Any, names: Sequence[str]) -> FunctionType:
    for name in names:
        owner = vars(owner)[name]
    for wrapped in ("fget", "func", "__func__", "__wrapped__"):
        owner = getattr(owner, wrapped, owner)
    assert isinstance(owner, FunctionType), owner
    return owner


def pairs_of(name: str) -> Iterator[Pair]:
    """A game, and for a seat a pair of positions that it cannot tell apart, so many of each kind."""
    make, players, scenario, options = GAMES[name]
    trial = Trial(make(), range(1), players, scenario, options, MOMENTS, games=1)
    counts = Counter[tuple[str, str, str]]()
    moments = list(trial.telling_moments())
    Random(1).shuffle(moments)  # so that pairs of each kind come from the whole game
    for moment in by_question(moments)[:MOMENTS]:
        for seat in (*trial.game.seats, SPECTATOR):
            question = question_of(moment.match, seat)
            for pair in positions_alike(moment, seat):
                counts[pair[0], seat, question] += 1
                if counts[pair[0], seat, question] <= OFTEN:
                    pair[1].game = pair[2].game = trial.game
                    yield trial.game, seat, pair


def first_complaint(pairs: Sequence[Pair]) -> str:
    """The outlet that tells two positions apart first, and by what; empty where none does."""
    tally, outlets = OutletsTally(), all_outlets()
    for game, seat, (kind, *pair) in pairs:
        for outlet in tally.due(outlets, kind, seat, question_of(pair[0], seat)):
            if (complaint := complaint_of(game, outlet, kind, (pair[0], pair[1]), seat, {})) is not None:
                return complaint
    return ""


def _looked_through(fault: Fault | None, texts: Mapping[str, str], name: str, pairs: Sequence[Pair]) -> str:
    """What is said of a leak, and in the last line the seconds that it took; an error of the tool itself too."""
    began = time.process_time()
    try:
        if fault is not None:
            plant(fault, texts)
        said = first_complaint(list(pairs_of(name)) if fault is not None and "plugins" in fault.file else pairs)
    except Exception as problem:
        said = f"NOT PLANTED: {type(problem).__name__}: {problem}"
    return f"{said[:600]}\n{time.process_time() - began:.1f}"


def complaints(
    chosen: Sequence[Fault | None], name: str, texts: Mapping[str, str]
) -> Iterator[tuple[Fault | None, str]]:
    """For each leak what is said of it in a game; None is the game as it is."""
    pairs = list(pairs_of(name))
    print(f"{name}: {len(pairs)} pairs of positions", flush=True)
    for fault in chosen:
        reading, writing = os.pipe()
        if (process := os.fork()) == 0:
            os.write(writing, _looked_through(fault, texts, name, pairs).encode())
            os._exit(0)
        os.close(writing)
        os.waitpid(process, 0)
        with os.fdopen(reading) as pipe:
            said, _, seconds = pipe.read().rpartition("\n")
        found = "found  " if TOLD_APART in said else "nothing"
        print(f"  {found} {seconds:>6} s  {fault.reason if fault else 'as it is'}", flush=True)
        print(f"      {said[:300]}" if said else "", flush=True)
        yield fault, said


def main(arguments: Sequence[str]) -> int:
    """Print what is found in each game, and how many of the leaks in any."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.mutants.outlets", description=__doc__)
    parser.add_argument("words", nargs="*", help="only leaks in whose reason or file a word stands")
    parser.add_argument("--game", action="append", choices=GAMES, help="only in these games")
    given = parser.parse_args(arguments)
    rows = tomllib.loads(LIST.read_text("utf-8"))["mutant"]
    leaks = [Fault("by outlet", **{**row, "tests": ()}) for row in rows]
    leaks = [one for one in leaks if not given.words or any(word in f"{one.reason} {one.file}" for word in given.words)]
    open_leaks = list(leaks)
    texts = {leak.file: (ROOT / leak.file).read_text("utf-8") for leak in leaks}
    for name in given.game or GAMES:
        for fault, said in complaints([None, *open_leaks], name, texts):
            if fault is None and said:
                print("the game as it is breaks a law", flush=True)
                return 1
            if fault is not None and TOLD_APART in said:
                open_leaks.remove(fault)
    print(f"{len(leaks)} leaks, {len(leaks) - len(open_leaks)} found")
    print(*(f"not found: {fault.reason}" for fault in open_leaks), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
