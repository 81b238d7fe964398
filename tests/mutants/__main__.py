"""Plants faults one at a time and prints which of them the tests notice.

``python3 -m tests.mutants`` plants those of the lists, with words those in whose name or file a word stands.
``--draw N`` plants N faults that ``--seed`` draws anew from all sources, or from files in whose path a word stands; the
tests are those that reach the function, by the map that ``--reach PATHS`` writes. The last line says what share of the
faults was noticed. ``--names FILE`` lists what can be drawn from a file.
"""

import argparse
import compileall
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.mutants.drawing import DrawnFault, can_be_read, drawn
from tests.mutants.faults import ROOT, Fault, faults, noticed, sources
from tests.mutants.reach import REACH

MOST_TESTS = 60
"""How many tests are tried for a drawn fault at the most: those that reach the fewest other functions."""


def tried(fault: Fault) -> tuple[Fault, bool, str]:
    """The fault, whether a test noticed it, and what the tests said."""
    with tempfile.TemporaryDirectory() as folder:
        return fault, *noticed(fault, Path(folder))


def drawn_faults(count: int, seed: int, words: Sequence[str]) -> Iterator[Fault]:
    """So many faults, drawn from files at random and from each file evenly; what no test reaches is left out."""
    reach = json.loads(REACH.read_text("utf-8"))
    rng = random.Random(seed)
    files = [
        path.relative_to(ROOT).as_posix()
        for source in sources()
        for path in sorted(source.rglob("*"))
        if path.suffix in (".py", ".toml", ".js") and "node_modules" not in path.parts
    ]
    files = [file for file in files if not words or any(word in file for word in words)]
    while count and files:
        file = rng.choice(files)
        source = (ROOT / file).read_text("utf-8")
        able = [(one, tests) for one in drawn(file, source) if (tests := tests_for(one, reach))]
        if not able:
            files.remove(file)
            continue
        one, tests = rng.choice(able)
        if can_be_read(file, one.applied(source)):
            count -= 1
            yield Fault("drawn anew", file, f"{one.place}, {one.change} {one.number}", tests, drawn=one.name)


def tests_for(fault: DrawnFault, reach: dict[str, list[str]]) -> tuple[str, ...]:
    """The tests that reach the function of a fault; for a constant, a table or a script those that reach its folder."""
    if tests := reach.get(f"{fault.file}::{fault.place}"):
        return tuple(tests[:MOST_TESTS])
    if fault.file.endswith(".py") and not fault.place.rpartition(".")[2].isupper():
        return ()
    package = "/".join(fault.file.split("/")[:4])
    near = dict.fromkeys(test for place, tests in reach.items() if place.startswith(package) for test in tests[:5])
    return tuple(near)[:MOST_TESTS]


def main(arguments: Sequence[str]) -> int:
    """Prints a line a fault and the share noticed; 1 if a fault survives that the lists do not explain."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only faults in whose name or file a word stands")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many faults are tried at once")
    parser.add_argument("--draw", type=int, default=0, metavar="N", help="draw N faults anew")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what decides which are drawn")
    parser.add_argument("--reach", action="store_true", help="write which tests of the paths reach which functions")
    parser.add_argument("--names", action="store_true", help="list what can be drawn from the files")
    given = parser.parse_args(arguments)
    if given.names:
        for file in given.words:
            print(*(one.name for one in drawn(file, (ROOT / file).read_text("utf-8"))), sep="\n")
        return 0
    if given.reach:
        options = ["-q", "-n", "0", "-m", "not thorough", "-p", "tests.mutants.reach"]
        return subprocess.run(
            [sys.executable, "-m", "pytest", *options, *given.words], cwd=ROOT, check=False
        ).returncode
    chosen = list(drawn_faults(given.draw, given.seed, given.words) if given.draw else faults(*given.words))
    for source in sources():
        compileall.compile_dir(source, quiet=2)
    return told(chosen, given.jobs)


def told(chosen: list[Fault], jobs: int) -> int:
    """Plant these faults and print what was noticed; 1 if one survives that the lists do not explain."""
    survivors, unexplained = 0, 0
    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(tried, fault) for fault in chosen]):
            fault, seen, said = done.result()
            reason = f"({fault.survives})" if fault.survives else ""
            print("noticed " if seen else "SURVIVES", fault.drawn or fault.name, reason, flush=True)
            survivors += not seen
            if not seen and not fault.survives:
                unexplained += 1
                print(said[-400:])
    share = 100 * (len(chosen) - survivors) / max(len(chosen), 1)
    print(f"{len(chosen)} faults, {len(chosen) - survivors} noticed ({share:.1f} %), {unexplained} survive unexplained")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
