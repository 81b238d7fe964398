"""Makes the faults of the lists one at a time and prints which of them the tests notice."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.mutants.faults import faults, noticed


def main(words: list[str]) -> int:
    """Prints a line a fault and the share noticed; 1 if a fault survives that the lists do not explain."""
    chosen = list(faults(*words))
    survivors, unexplained = 0, 0
    for fault in chosen:
        with tempfile.TemporaryDirectory() as folder:
            seen, said = noticed(fault, Path(folder))
        survivors += not seen
        unexplained += not seen and not fault.survives
        print(
            "noticed " if seen else "SURVIVES", fault.name, f"({fault.survives})" if fault.survives else "", flush=True
        )
        if not seen and not fault.survives:
            print(said[-400:])
    share = 100 * (len(chosen) - survivors) / max(len(chosen), 1)
    print(f"{len(chosen)} faults, {len(chosen) - survivors} noticed ({share:.1f} %), {unexplained} survive unexplained")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
