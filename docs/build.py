"""Makes a site of these pages: `python3 run.py docs --out folder`.

The pages are written to be read where they lie, on GitHub or in an editor. For a site they are laid out in a folder
beside those of the whole tree, with a page for each public name, and Sphinx is as strict as it can be.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from inspect import getdoc
from pathlib import Path
from runpy import run_path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
READINGS = {f"plugins/{file.parent.name}/READINGS.md": f"readings/{file.parent.name}.md"
            for file in sorted(ROOT.glob("plugins/*/READINGS.md"))}  # fmt: skip
PACKAGES = {
    file.relative_to(ROOT).as_posix(): f"packages/{file.parent.name.replace('src', 'core')}.md"
    for place in ("src", "tools/*", "plugins/*", "frontends/*")
    for file in sorted(ROOT.glob(f"{place}/README.md"))
}
BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", **READINGS, **PACKAGES}
"""Pages of the whole tree that belong to the site."""
FACES = ("wargame_core", "wargame_core.authoring", "wargame_lab", "wargame_pictures", "wargame_laws")
LEFT_OUT = ("__pycache__", "*.js", "*.css", ".*")
OURS = {file.name for file in DOCS.glob("*.py")}
"""The programs that make the site; those of the pages below belong to it."""
PARTS = {
    "Learn": ["gallery", "play", "which", "tutorial"],
    "Do something": ["howto/*"],
    "Look up": ["reference", "reference/*", *(f"api/{face}" for face in FACES), "changelog"],
    "Understand": ["design", "performance", "balance", "decisions/README", "readings/*", "contributing"],
}
LINK = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\((?P<to>[^)#\s]+)(?P<anchor>#[^)\s]*)?\)", re.MULTILINE | re.DOTALL)
"""A link, or code, in which brackets are none."""
MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(words: list[str]) -> int:
    """Build the site; returns the exit code."""
    parser = argparse.ArgumentParser(prog="run.py docs", description="Make a site of the documentation.")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
    parser.add_argument(
        "--pyodide", type=Path, help="the npm package pyodide: the site then has a table at which one game is played"
    )
    given = parser.parse_args(words)
    out = given.out.resolve()
    if find_spec("sphinx") is None or find_spec("furo") is None or find_spec("myst_parser") is None:
        print("this needs Sphinx, furo and MyST: pip install sphinx furo myst-parser", file=sys.stderr)
        return 5
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "sources"
        lay_out(sources)
        draw(sources)
        strict = ["-b", "html", "-W", "--keep-going", "-q", "-j", "auto"]
        command = [sys.executable, "-m", "sphinx", *strict, "-d", f"{folder}/kept", str(sources), str(out)]
        code = subprocess.run(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False
        ).returncode
    if given.pyodide is not None and not code:
        lay_table(out / "table", given.pyodide)
    return code


def lay_table(folder: Path, pyodide: Path) -> None:
    """Put the table of the page `play.md` beside the pages: a site without a server, of the one game of its lesson."""
    from wargame_table.static_pages import find_runtime, write_site

    game = run_path(str(DOCS / "first_page.py"))["AT_THE_TABLE"]
    write_site(folder, (game,), find_runtime(pyodide.resolve(), Path.cwd()))


def lay_out(sources: Path) -> None:
    """Put all pages, pictures and settings into the folder ``sources``, as Sphinx wants them."""
    shutil.copytree(DOCS, sources, ignore=shutil.ignore_patterns(*LEFT_OUT, *OURS))
    shutil.copy(DOCS / "conf.py", sources)
    for page in sources.rglob("*.md"):
        original = DOCS / page.relative_to(sources)
        page.write_text(for_site(original.read_text("utf-8"), original), "utf-8")
    (sources / "README.md").rename(sources / "index.md")
    with (sources / "index.md").open("a", encoding="utf-8") as index:
        index.writelines(contents())
    (sources / "readings").mkdir()
    (sources / "packages").mkdir()
    for name, target in BESIDE.items():
        (sources / target).write_text(for_site((ROOT / name).read_text("utf-8"), ROOT / name), "utf-8")
    for name, below in {"decisions/README.md": "[a-z]*", "which.md": "packages/*"}.items():
        with (sources / name).open("a", encoding="utf-8") as index:
            index.write(f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{below}\n```\n")
    draw_flowcharts(sources)
    write_api(sources / "api")


def draw(sources: Path) -> None:
    """Add what the library draws: the board and the pictures of the first page, and the gallery."""
    drawn = run_path(str(DOCS / "first_page.py"))
    folder = sources / "_static" / "drawn"
    index = sources / "index.md"
    index.write_text(drawn["first_page"](index.read_text("utf-8"), folder), "utf-8")
    (sources / "gallery.md").write_text(drawn["gallery"](folder), "utf-8")
    play = sources / "play.md"
    play.write_text(drawn["table_to_click"](play.read_text("utf-8"), folder), "utf-8")
    shutil.copy(DOCS / "site.css", sources / "_static")
    client = Path(str(files("wargame_table"))) / "client"
    fonts = sources / "_static" / "fonts"
    fonts.mkdir()
    for file in (*client.glob("*.woff2"), client / "fonts.css", client / "fonts.txt"):
        shutil.copy(file, fonts)


def contents() -> Iterator[str]:
    """The hidden lists by which the pages hang together."""
    for title, pages in PARTS.items():
        yield f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```\n"


def for_site(text: str, original: Path) -> str:
    """A page whose links lead to pages of the site; what is none of its pages is named and no link."""

    def lead(found: re.Match[str]) -> str:
        address, anchor = found["to"], found["anchor"] or ""
        if not address or re.match(r"[a-z]+:", address):
            return found[0]
        target = (original.parent / address).resolve()
        if (page := page_of(target)) is None:
            return f"] (`{target.relative_to(ROOT)}`)" if target.is_relative_to(ROOT) else "]"
        here = page_of(original)
        assert here is not None
        return f"]({os.path.relpath(page, here.parent)}{anchor})"

    return LINK.sub(lead, text).replace("```python\n>>>", "```pycon\n>>>").replace("\n```replace ", "\n```text ")


def page_of(target: Path) -> Path | None:
    """Where a file of the tree lies on the site, None for one that does not."""
    if target.is_relative_to(ROOT) and (beside := BESIDE.get(target.relative_to(ROOT).as_posix())):
        return Path(beside)
    if not target.is_relative_to(DOCS) or target.name in OURS or not target.is_file():
        return None
    page = target.relative_to(DOCS)
    return Path("index.md") if page == Path("README.md") else page


def draw_flowcharts(sources: Path) -> None:
    """A picture in place of each flowchart that is written as text."""
    drawn = run_path(str(DOCS / "flowchart.py"))["drawn"]
    for page in sources.rglob("*.md"):
        text = page.read_text("utf-8")
        for number, mermaid in enumerate(MERMAID.findall(text)):
            picture = page.with_name(f"{page.stem}-{number}.svg")
            picture.write_text(drawn(mermaid), "utf-8")
            text = text.replace(f"```mermaid\n{mermaid}```", f"![what points at what]({picture.name})")
        page.write_text(text, "utf-8")


def write_api(folder: Path) -> None:
    """A page for each face with tables of its names by subject, each of which gets a page of its own."""
    folder.mkdir()
    homes: dict[str, str] = {}
    for face in FACES:
        for name in import_module(face).__all__:
            homes.setdefault(name, face)
    for face in FACES:
        title = f"``{face}``"
        page = f"{title}\n{'=' * len(title)}\n\n{getdoc(import_module(face))}\n\n"
        for subject, names in by_subject(import_module(face).__all__):
            listed = "\n".join(f"   ~{homes[name]}.{name}" for name in names)
            heading = f"{subject}\n{'-' * len(subject)}\n\n" if subject else ""
            page += f"{heading}.. autosummary::\n   :toctree: names\n   :nosignatures:\n\n{listed}\n\n"
        (folder / f"{face}.rst").write_text(page, "utf-8")


def by_subject(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """The names under the headings of the reference, in its order: what people use first stands first."""
    left = list(names)
    reference = (DOCS / "reference.md").read_text("utf-8")
    for section in re.split(r"^##+ ", reference, flags=re.MULTILINE)[1:]:
        rows = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
        told = [re.split(r"[(=]", name)[0] for row in rows for name in re.findall(r"`([^`]+)`", row)]
        if here := [name for name in dict.fromkeys(told) if name in left]:
            left = [name for name in left if name not in here]
            yield section.partition("\n")[0], here
    if left:
        yield "", left


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
