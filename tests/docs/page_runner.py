"""Runs the examples of pages with the packages of the Python that runs it: ``python page_runner.py PAGE ...``.

It needs the standard library alone. Each page runs in an empty folder, in which the files that it shows have been
written; of the programs that a page links, what they import is imported. It prints what fails, and ends with 1 then.
"""

import ast
import doctest
import importlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SHOWN = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"(?m)^[ \t]*(```|~~~).*$")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def main(pages: list[str]) -> int:
    """1 where a page fails, else 0."""
    failed = [page for page in pages if not runs(Path(page).resolve())]
    print(f"{len(pages) - len(failed)} of {len(pages)} pages run; these fail: {', '.join(failed) or 'none'}")
    return int(bool(failed))


def runs(page: Path) -> bool:
    """Whether the examples of a page run, and the programs that it links can be imported."""
    text = page.read_text(encoding="utf-8")
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.path.insert(0, folder)
        try:
            for name, shown in SHOWN.findall(text):
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(shown, encoding="utf-8")
            missing = [problem for program in programs(page, text) for problem in not_imported(program)]
            print(*missing, sep="\n", end="\n" * bool(missing))
            parsed = doctest.DocTestParser().get_doctest(FENCE.sub("", text), {}, page.name, str(page), 0)
            return doctest.DocTestRunner(optionflags=FLAGS).run(parsed).failed == 0 and not missing
        finally:
            sys.path.remove(folder)
            os.chdir(home)


def programs(page: Path, text: str) -> Iterator[Path]:
    """The programs in Python that lie beside a page and are linked from it."""
    for target in dict.fromkeys(re.findall(r"\]\((\w+\.py)\)", text)):
        yield page.parent / target


def not_imported(program: Path) -> Iterator[str]:
    """What a program imports that is not there."""
    for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
        names = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            try:
                importlib.import_module(name)
            except ImportError as problem:
                yield f"{program.name} imports {name}: {problem}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
