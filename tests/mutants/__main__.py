"""Makes the faults of the lists one at a time and prints which of them the tests notice.

``--jobs N`` tries as many faults at once; the last line says what share of them was noticed.
"""

import argparse
import compileall
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.mutants.faults import Fault, faults, noticed, sources


def tried(fault: Fault) -> tuple[Fault, bool, str]:
    """The fault, whether a test noticed it, and what the tests said."""
    with tempfile.TemporaryDirectory() as folder:
        return fault, *noticed(fault, Path(folder))


def main(arguments: Sequence[str]) -> int:
    """Prints a line a fault and the share noticed; 1 if a fault survives that the lists do not explain."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only faults in whose name or file a word stands")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many faults are tried at once")
    given = parser.parse_args(arguments)
    chosen, survivors, unexplained = list(faults(*given.words)), 0, 0
    for source in sources():
        compileall.compile_dir(source, quiet=2)
    with ThreadPoolExecutor(given.jobs) as pool:
        for done in as_completed([pool.submit(tried, fault) for fault in chosen]):
            fault, seen, said = done.result()
            reason = f"({fault.survives})" if fault.survives else ""
            print("noticed " if seen else "SURVIVES", fault.name, reason, flush=True)
            survivors += not seen
            if not seen and not fault.survives:
                unexplained += 1
                print(said[-400:])
    share = 100 * (len(chosen) - survivors) / max(len(chosen), 1)
    print(f"{len(chosen)} faults, {len(chosen) - survivors} noticed ({share:.1f} %), {unexplained} survive unexplained")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
