"""``wargame site``: a folder that plays in the browser and needs no server.

Into it go pages and client, Python and wheels, sheets and pictures, the list that a browser keeps, documentation.
"""

import json
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, Final, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import click
import importlib_metadata
from attrs import define, field, frozen
from packaging.requirements import Requirement

from wargame_console.options import with_output
from wargame_console.output import Output
from wargame_core import SPECTATOR, Game, UnknownName, WargameError, discover, load
from wargame_core.flow.visibility import redact
from wargame_core.json_form import JsonObject
from wargame_core.lessons import lessons_of
from wargame_core.limits import quote
from wargame_core.plugins.discovery import PACK, Plugin, meaning, opened
from wargame_pictures import pictures_of
from wargame_pictures.draw.close_up import close_up
from wargame_pictures.several_files import write_all
from wargame_table.keeping.rows import Opening
from wargame_table.messages.screen import ground_svg
from wargame_table.network.lobby import game_to_json

PYODIDE_VERSION = "314"
"""The line of versions of pyodide that the pages are made for and tested with."""
PYTHON = "3.14"
"""The Python of that line."""
NOT_NEEDED = frozenset(
    {"cryptography", "networkx", "packaging", "prompt-toolkit", "starlette", "uvicorn", "websockets"}
)
"""Needed for a server, for a prompt and for functions that no page calls."""
LEFT_OUT = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "WHEEL"})
_FIXED_TIMESTAMP = (1980, 1, 1, 0, 0, 0)
_BROWSER = {"extra": "", "os_name": "posix", "platform_system": "Emscripten", "sys_platform": "emscripten"}
"""What the markers of requirements ask for, as the Python of a page answers."""


@frozen
class Wheel:
    """A wheel: the name of its file, and its bytes, the same for the same content."""

    name: str
    content: bytes


def wheels_of(names: Iterable[str], python: str = PYTHON) -> list[Wheel]:
    """The wheels of installed distributions and of what they need in a page whose Python is ``python``.

    Raises `WargameError` for compiled ones, and for one that only the page needs and that is not installed here.
    """
    return [_wheel(distribution) for distribution in needed_distributions(names, python)]


def needed_distributions(names: Iterable[str], python: str = PYTHON) -> list[Any]:
    """Installed distributions and all they need in a page, extras left out, sorted by name. Raises `WargameError`."""
    environment = {"python_version": python, "python_full_version": f"{python}.0", **_BROWSER}
    waiting_names, distributions = [(_plain(name), "a page") for name in names], dict[str, Any]()
    while waiting_names:
        name, asker = waiting_names.pop()
        if name in distributions or name in NOT_NEEDED:
            continue
        try:
            distributions[name] = importlib_metadata.distribution(name)
        except importlib_metadata.PackageNotFoundError:
            reason = f"{asker} needs {name} in the browser, where Python is {python}, and it is not installed here"
            raise WargameError(f"{reason}; `pip install {name}` brings it") from None
        requirements = [Requirement(line) for line in distributions[name].requires or ()]
        waiting_names += [
            (_plain(requirement.name), name)
            for requirement in requirements
            if requirement.marker is None or requirement.marker.evaluate(environment)
        ]
    return [distributions[name] for name in sorted(distributions)]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _wheel(distribution: Any) -> Wheel:
    title = f"{_plain(distribution.name).replace('-', '_')}-{distribution.version}"
    folder = f"{title}.dist-info"
    files = dict(_files_of(distribution, folder))
    files[f"{folder}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: wargame-table\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    lines = [f"{name},sha256={_hash(content)},{len(content)}" for name, content in sorted(files.items())]
    files[f"{folder}/RECORD"] = "\n".join([*lines, f"{folder}/RECORD,,", ""]).encode()
    return Wheel(f"{title}-py3-none-any.whl", _archive_of(files))


def _archive_of(files: Mapping[str, bytes]) -> bytes:
    """An archive of files, the same for the same content."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, _FIXED_TIMESTAMP)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return buffer.getvalue()


def _hash(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _files_of(distribution: Any, folder: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a distribution by its name in a wheel; of one that is worked on, the files as they are now."""
    files = [file for file in distribution.files or () if ".." not in file.parts]
    for file in files:
        if file.suffix == ".pth":
            for package in _packages_in(Path(file.locate()).read_text("utf-8").strip()):
                yield from _tree(package)
        elif file.suffix in (".so", ".pyd", ".dylib"):
            raise WargameError(f"{distribution.name} is not pure Python here ({file}): it cannot go into a page")
        elif "__pycache__" in file.parts or file.suffix == ".pyc":
            continue
        elif file.parts[0].endswith(".dist-info"):
            if file.name not in LEFT_OUT:
                yield "/".join((folder, *file.parts[1:])), Path(file.locate()).read_bytes()
        else:
            yield file.as_posix(), Path(file.locate()).read_bytes()


def _packages_in(folder: str) -> Iterator[Path]:
    """The packages that a folder of sources has, from where Python imports them."""
    for path in sorted(Path(folder).iterdir()):
        spec = find_spec(path.name) if (path / "__init__.py").exists() else None
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).parent


def _tree(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(package.parent).as_posix(), path.read_bytes()


FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a page needs of the package."""
NOTICE = "README.md"
PYODIDE_HELP = (
    f"get it with `npm pack pyodide@{PYODIDE_VERSION}` and name the file: --pyodide pyodide-{PYODIDE_VERSION}.0.7.tgz"
)


@frozen
class PyodideFiles:
    """The files of a version of the package."""

    version: str
    files: Mapping[str, bytes]

    @property
    def python(self) -> str:
        """The version 3.N of its Python: 314.0.7 has 3.14."""
        return f"3.{line[1]}" if (line := re.match(r"3(\d\d)\.", self.version)) else PYTHON


def find_runtime(package: Path | None, folder: Path) -> PyodideFiles:
    """The package at ``package``, a folder or an archive; without one what npm has left in the folder ``folder``.

    An archive of the version that the pages are made for comes before others.

    Raises `WargameError` where there is none, and for one that lacks a file.
    """
    npm_folders = [folder / "node_modules" / name for name in ("pyodide", f"pyodide-{PYODIDE_VERSION}")]
    made_for_prefix = f"pyodide-{PYODIDE_VERSION}."
    archives = sorted(folder.glob("pyodide-*.tgz"), key=lambda path: (path.name.startswith(made_for_prefix), path.name))
    place = package or next((place for place in (*npm_folders, *archives[-1:]) if place.exists()), None)
    if place is None:
        raise WargameError(f"the Python of the browser is not here; {PYODIDE_HELP}")
    if not place.exists():
        raise WargameError(f"{quote(str(place))} is not there; {PYODIDE_HELP}")
    return _runtime(place, _files_in_folder(place) if place.is_dir() else _files_in_archive(place))


def _runtime(place: Path, files: Mapping[str, bytes]) -> PyodideFiles:
    required_names = ("package.json", NOTICE, *FILES)
    if missing_files := [name for name in required_names if name not in files]:
        raise WargameError(
            f"{quote(str(place))} is not an npm package pyodide: it has no {missing_files[0]}; {PYODIDE_HELP}"
        )
    package = json.loads(files["package.json"])
    return PyodideFiles(str(package["version"]), {name: files[name] for name in required_names})


def _files_in_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def _files_in_archive(path: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile() and (content := archive.extractfile(member)) is not None:
                    files[PurePosixPath(member.name).name] = content.read()
    except (OSError, tarfile.TarError) as problem:
        raise WargameError(f"{quote(str(path))} cannot be read: {problem}; {PYODIDE_HELP}") from None
    return files


@define
class Pictures:
    """Adds sheets and pictures to ``files``, each sheet once under its digest."""

    files: dict[str, bytes]
    digests: set[str] = field(factory=set)

    def game_to_json(self, game: Game, name: str) -> JsonObject:
        """A game for the first page, which calls it so: what can be chosen, a sheet and picture of each scenario."""
        row = {**game_to_json(game, lessons_of(game.id).sound), "id": name, "recorded": game.id}
        for scenario in row["scenarios"]:
            scenario["sheet"] = self._sheet(game, scenario["id"])
            if path := self._picture(game, name, scenario["id"]):
                scenario["picture"] = path
        return row

    def _sheet(self, game: Game, scenario: str) -> str:
        sheet = game.sheet(scenario)
        if sheet.digest not in self.digests:
            self.digests.add(sheet.digest)
            self.files[f"sheets/{sheet.digest}.json"] = json.dumps(sheet.to_json(), separators=(",", ":")).encode()
            self.files[f"sheets/{sheet.digest}.svg"] = ground_svg(game, Opening.of(game, scenario)).encode()
        return sheet.digest

    def _picture(self, game: Game, name: str, scenario: str) -> str:
        """Where most counters meet when the game begins, as everybody sees it; empty for a game without a board."""
        board = redact(game.rules.first_board(scenario, {}), SPECTATOR)
        picture = pictures_of(game).picture(board, SPECTATOR)
        if picture is None:
            return ""
        path = f"pictures/{_file_name(name)}-{_file_name(scenario)}.svg"
        self.files[path] = close_up(picture).encode()
        return path


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", text)


POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""No script but files of the site. ``wasm-unsafe-eval`` lets Python's WebAssembly be compiled; no text is evaluated."""
_MORE: Final = "; frame-ancestors 'self'"

HEADERS_FILE: Final = "".join(
    f"/{path}\n  Content-Security-Policy: {POLICY}{_MORE}\n"
    "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    for path in ("", "index.html", "table.html", "static/*", "client/*", "pyodide/*")
)
HTACCESS: Final = f"""\
AddType text/javascript .mjs
AddType application/wasm .wasm
AddType application/manifest+json .webmanifest
<IfModule mod_headers.c>
  <If "%{{REQUEST_URI}} !~ m#/docs/#">
    Header set Content-Security-Policy "{POLICY}{_MORE}"
  </If>
  Header set X-Content-Type-Options nosniff
  Header set Referrer-Policy no-referrer
</IfModule>
"""


PACKAGE = Path(__file__).parent
PAGES = ("index.html", "table.html", "manifest.webmanifest")
WORKER = "sw.js"
OWN, OWN_FILES = "own", "own.zip"
"""The folder of a page's Python with designers' own games in it, and the file that is unpacked there."""
Files: TypeAlias = dict[str, bytes]


@frozen(kw_only=True)
class Written:
    """What was written: the games, and how many bytes of each kind."""

    games: tuple[str, ...]
    sizes: Mapping[str, int]


def write_site(
    out_path: Path,
    games: tuple[str, ...],
    runtime: PyodideFiles,
    *,
    docs: bool = False,
    say: Callable[[str], None] = print,
) -> Written:
    """Write the site into the folder ``out_path``; what stood there under other names stays.

    ``games`` are ids and designers' folders, files and packs, all installed games when empty; ``docs`` says that pages
    of documentation are there. Raises `WargameError` for a game that is not there or has a broken file, and `OSError`.
    """
    site_games = wanted_games(games)
    files: Files = {}
    for name in PAGES:
        files[name] = (PACKAGE / "static" / name).read_bytes()
    files |= _folder("client", (".js", ".css", ".woff2", ".txt")) | _folder("static", (".js", ".css"))
    files.pop(f"static/{WORKER}")
    files |= {f"pyodide/{name}": content for name, content in runtime.files.items()}
    wheels = wheels_of({"wargame-table", "wargame-lab", *(game.distribution for game in site_games)}, runtime.python)
    files |= {f"python/{wheel.name}": wheel.content for wheel in wheels}
    pictures, rows = Pictures(files), list[JsonObject]()
    own_files = dict[str, bytes]()
    for game in site_games:
        say(f"drawing {game.name}")
        rows.append(pictures.game_to_json(game.game, game.name))
        own_files |= game.files
    if own_files:
        files[OWN_FILES] = _archive_of(own_files)
    files["site.json"] = _json(
        {
            "games": rows,
            "own": OWN_FILES if own_files else None,
            "sheets": sorted(pictures.digests),
            "wheels": [wheel.name for wheel in wheels],
            "pyodide": runtime.version,
            "docs": docs,
        }
    )
    files[WORKER] = _service_worker(files)
    files["_headers"], files[".htaccess"], files[".nojekyll"] = HEADERS_FILE.encode(), HTACCESS.encode(), b""
    write_all({out_path / name: content for name, content in files.items()}, out_path)
    return Written(games=tuple(game.name for game in site_games), sizes=_sizes(files))


@frozen
class SiteGame:
    """A game of a site: its name there, the game, the distribution that plays it, and a designer's own data files."""

    name: str
    game: Game
    distribution: str
    files: Mapping[str, bytes] = field(factory=dict)


def wanted_games(only_games: tuple[str, ...]) -> list[SiteGame]:
    """Every installed game, or those in ``only_games``, which may be designers' folders, files and packs too.

    Raises `UnknownName` for others, and what is wrong with the files of a folder.
    """
    holders = [(holder.plugin, holder.distribution) for holder in discover() if holder.plugin is not None]
    distributions = {entry.id: distribution for plugin, distribution in holders for entry in plugin.games}
    if not distributions and not only_games:
        raise WargameError("no game is installed: name a folder or a file with one of your own")
    games = dict[str, SiteGame]()
    for name in only_games or distributions:
        if isinstance(path := meaning(name), Path):
            game = _own_game(path, holders)
        elif name in distributions:
            game = SiteGame(name, load(name), distributions[name])
        else:
            raise UnknownName("game", name, distributions)
        if game.name in games:
            raise WargameError(f"two of these are called {Path(game.name).stem}: give one another name")
        games[game.name] = game
    return list(games.values())


def _own_game(path: Path, holders: Iterable[tuple[Plugin, str]]) -> SiteGame:
    """A designer's game: a path below `OWN` names it, where its page puts its files before it is loaded."""
    game, place = load(path), opened(path).resolve()
    distribution = next(name for plugin, name in holders if plugin.game_in(place) is not None)
    name_in_page = path.resolve().stem if path.suffix == PACK else place.name
    name = f"{OWN}/{name_in_page}" if place.is_dir() else f"{OWN}/{place.stem}/{name_in_page}"
    folder = place if place.is_dir() else place.parent
    is_single_file = not place.is_dir() and game.files.data != folder  # else files beside it take part
    tables = [folder / table for table in game.files.tables]
    files = [place] if is_single_file else [*sorted(folder.glob("*.toml")), *tables]
    folder_in_page = name if place.is_dir() else f"{OWN}/{place.stem}"
    return SiteGame(name, game, distribution, {f"{folder_in_page}/{file.name}": file.read_bytes() for file in files})


def _folder(name: str, kinds: tuple[str, ...]) -> Files:
    return {
        f"{name}/{path.name}": path.read_bytes() for path in sorted((PACKAGE / name).iterdir()) if path.suffix in kinds
    }


def _service_worker(files: Files) -> bytes:
    """The worker that keeps the files, with digest and bytes of each, and a version that changes with any of them."""
    digests = {name: (sha256(files[name]).hexdigest()[:16], len(files[name])) for name in sorted(files)}
    first_files = [name for name in digests if "/" not in name or name.startswith(("client/", "static/"))]
    lines = [
        f"const VERSION = {json.dumps(sha256(json.dumps(digests).encode()).hexdigest()[:16])};",
        f"const POLICY = {json.dumps(POLICY)};",
        f"const FILES = {json.dumps(digests)};",
        f"const FIRST = {json.dumps(first_files)};",
        (PACKAGE / "static" / WORKER).read_text("utf-8"),
    ]
    return "\n".join(lines).encode()


def _json(data: JsonObject) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _sizes(files: Files) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for name, content in files.items():
        kind = name.partition("/")[0] if "/" in name else "pages"
        sizes[kind] = sizes.get(kind, 0) + len(content)
    return sizes


BUILD = "build.py"


def put_docs(out_path: Path, folder: Path | None, working_folder: Path, tell_line: Callable[[str], None]) -> bool:
    """Put pages into the folder ``out_path``; whether there are any.

    ``folder`` is a folder of finished pages or of sources; without one the sources in ``working_folder`` are taken, if
    there are some. Raises `WargameError` for a folder that is neither.
    """
    sources = folder or working_folder / "docs"
    if folder is not None and (folder / "index.html").exists():
        shutil.copytree(folder, out_path, dirs_exist_ok=True)
        return True
    if (sources / BUILD).exists():
        return _make_docs(sources, out_path, tell_line)
    if folder is not None:
        raise WargameError(
            f"{quote(str(folder))} has neither index.html nor {BUILD}: no documentation can come from it"
        )
    return False


def _make_docs(sources: Path, docs_folder: Path, tell_line: Callable[[str], None]) -> bool:
    tell_line("making the documentation")
    docs_folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, str(sources / BUILD), "--out", str(docs_folder)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        tell_line(f"no documentation: {process.stderr.strip() or f'{BUILD} failed with {process.returncode}'}")
    return process.returncode == 0


@click.command(epilog="Example: npm pack pyodide@314; wargame site --out public")
@click.argument("games", nargs=-1)
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into.",
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    help="The npm package pyodide, as an archive or a folder; without it one that npm has put here.",
)
@click.option(
    "--docs",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Documentation to put in: finished pages, or the folder docs of the sources; without it docs in this folder.",
)
@with_output
def site(out: Output, games: tuple[str, ...], folder: Path, pyodide: Path | None, docs: Path | None) -> None:
    """Write a site that needs no server: all installed games, or those named, against bots in the browser.

    GAMES may be folders, files and packs of your own: their data files go into the site.
    """
    wanted_games(games)
    runtime = find_runtime(pyodide, Path.cwd())
    has_docs = put_docs(folder / "docs", docs, Path.cwd(), out.note)
    site_written = write_site(folder, games, runtime, docs=has_docs, say=out.note)
    out.say(f"{len(site_written.games)} games in {folder}, with Python {runtime.version} of the browser")
    for kind, size in sorted(site_written.sizes.items()):
        out.say(f"  {kind:9} {size / 1e6:6.1f} MB")
    out.say(f"Look at it: python3 -m http.server --directory {folder}")
    out.result(
        {
            "out": str(folder),
            "games": list(site_written.games),
            "pyodide": runtime.version,
            "bytes": dict(site_written.sizes),
        }
    )
