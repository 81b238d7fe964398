"""The client fits its declarations, and so does what a table sends: asked of the TypeScript compiler."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.core.skirmish_toy import toy
from tests.core.test_wire import compiler
from tests.table.small_table import SmallTable
from tests.table.test_protocol import TOLD

import wargame_table
from wargame_table.keeping.rows import Opening

CLIENT = Path(wargame_table.__file__).with_name("client")
OPTIONS = [
    "--noEmit",
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2022,dom,dom.iterable",
]


def compiled(folder: Path, *options: str) -> str:
    """What the compiler has against the files of a folder."""
    tsc = compiler()
    if tsc is None:
        pytest.skip("no TypeScript compiler: put tsc on the PATH, or run npm install typescript in this folder")
    files = sorted(path.name for path in folder.iterdir() if path.is_file() and path.suffix in (".js", ".ts"))
    command = [tsc, *OPTIONS, "--lib", "es2022,dom,dom.iterable", "--types", "", *options, *files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


REACT = """
export type DetailedHTMLProps<A, B> = A & { ref?: any; key?: any; other?: B };
export type HTMLAttributes<T> = { className?: string; style?: any; element?: T };
export type ReactElement = any;
export const createElement: any, useEffect: any, useMemo: any, useRef: any, useSyncExternalStore: any;
export namespace JSX { interface IntrinsicElements {} }
"""
"""What of React the client's declarations name, where it is not installed."""


@pytest.fixture
def declared(tmp_path: Path) -> Path:
    """A folder with the declarations."""
    react = tmp_path / "node_modules/react"
    react.mkdir(parents=True)
    (react / "package.json").write_text('{"name": "react", "types": "index.d.ts"}', "utf-8")
    (react / "index.d.ts").write_text(REACT, "utf-8")
    for path in CLIENT.glob("*.d.ts"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_the_client_fits_its_declarations(declared: Path) -> None:
    for module in CLIENT.glob("*.js"):
        shutil.copy(module, declared)
    assert compiled(declared, "--allowJs", "--checkJs", "--strict", "false") == ""


def test_the_pages_without_a_server_fit_the_client(declared: Path, tmp_path: Path) -> None:
    client, static, pyodide = (tmp_path / name for name in ("client", "static", "pyodide"))
    shutil.copytree(CLIENT, client, ignore=shutil.ignore_patterns("*.html", "*.css"))
    shutil.copytree(CLIENT.with_name("static"), static, ignore=shutil.ignore_patterns("*.html", "*.css", "sw.js"))
    pyodide.mkdir()
    (pyodide / "pyodide.d.mts").write_text("export function loadPyodide(options: object): Promise<any>;", "utf-8")
    assert compiled(static, "--allowJs", "--checkJs", "--strict", "false") == ""


def test_what_a_table_sends_fits_the_declarations_of_the_client(declared: Path) -> None:
    table = SmallTable(toy(), Opening.of(toy(), bots={"red": "random"}))
    table.join("blue", "blue")
    table.let_bots_play()
    table.act("blue", {"kind": "go", "to": 4})
    sent = [*TOLD, *table.frames["blue"]]
    lines = [f"const told{n}: Told = {json.dumps(message)};" for n, message in enumerate(sent)]
    names = ", ".join(f"told{n}" for n in range(len(sent)))
    text = "\n".join(['import type { Told } from "./messages";', *lines, f"export default [{names}];", ""])
    (declared / "sent.ts").write_text(text, "utf-8")
    assert compiled(declared, "--strict") == ""
