"""Says which measured figures were made with other rules or bots than those of this tree, and makes them anew.

    python3 run.py bench --stale [FIGURE ...]
    python3 run.py bench --remake FIGURE [FIGURE ...]
    python3 -m benchmarks.same_games COMMIT --note

`figures.toml` lists each figure: where it stands, the command that measures it, the games that it depends on, and by
game the digest of the rules and bots that it was made with (`wargame_lab.made_with`). Without a digest nobody noted it,
and the figure counts as stale. ``--remake`` runs the command and notes the digests of this tree; where the command
writes no file, it prints what is to be written where the figure stands. Where only names have changed since a commit,
`same_games` proves that the bots play the same games, and notes the new digests.
"""

import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

ROOT: Final = Path(__file__).resolve().parent.parent
REGISTER: Final = ROOT / "benchmarks" / "figures.toml"
OWN_DIGESTS: Final = ("chances.toml", "puzzles.toml")
"""The names of files that say themselves what they were made with."""
HEAD: Final = "# What was measured, and with which rules and bots: see benchmarks/figures.py, which writes this file.\n"


@frozen
class Figure:
    """A measured figure, or a table of them; ``stands`` is the file that shows it."""

    name: str
    stands: str
    command: str
    games: Sequence[str]
    made_with: Mapping[str, str] = field(factory=dict)

    @property
    def digests(self) -> Mapping[str, str]:
        """What it was made with, by game: as the register notes it, or as the file itself says (`OWN_DIGESTS`)."""
        if Path(self.stands).name in OWN_DIGESTS:
            text = (ROOT / self.stands).read_text(encoding="utf-8")
            return {game: str(tomllib.loads(text)["made_with"]) for game in self.games}
        return self.made_with

    @property
    def changed_games(self) -> tuple[str, ...]:
        """The games whose rules or bots have changed since it was made."""
        return tuple(game for game in self.games if self.digests.get(game) != digest(game))

    def lines(self) -> Iterator[str]:
        """The figure as lines of the register."""
        digests = ", ".join(f'{game} = "{self.made_with[game]}"' for game in self.games if game in self.made_with)
        yield "[[figure]]"
        yield f'name = "{self.name}"'
        yield f'stands = "{self.stands}"'
        yield f'command = "{self.command}"'
        yield f"games = [{', '.join(f'{chr(34)}{game}{chr(34)}' for game in self.games)}]"
        yield f"made_with = {{ {digests} }}" if digests else "made_with = {}"


@cache
def digest(game: str) -> str:
    """The digest of the rules and bots of a game of this tree."""
    from wargame_lab.made_with import made_with

    return made_with(game)


def figures() -> tuple[Figure, ...]:
    """Every figure of the register."""
    return tuple(Figure(**row) for row in tomllib.loads(REGISTER.read_text(encoding="utf-8"))["figure"])


def named(names: Sequence[str]) -> tuple[Figure, ...]:
    """The figures with these names, all without any. Raises `UnknownName`."""
    from wargame_core.errors import UnknownName

    by_name = {figure.name: figure for figure in figures()}
    for name in names:
        if name not in by_name:
            raise UnknownName("figure (benchmarks/figures.toml)", name, by_name)
    return tuple(by_name[name] for name in names or by_name)


def stale_lines(names: Sequence[str] = ()) -> Iterator[str]:
    """A line for each figure that is stale, and how many are."""
    chosen = named(names)
    stale = [figure for figure in chosen if figure.changed_games]
    yield f"{len(stale)} of {len(chosen)} measured figures were made with other rules or bots:"
    for figure in stale:
        noted = "" if figure.digests else "; with which is not noted"
        yield f"  {figure.name} ({figure.stands}): {', '.join(figure.changed_games)}{noted}"
    if stale:
        yield "make one anew: python3 run.py bench --remake FIGURE"


def remake(names: Sequence[str]) -> int:
    """Runs the commands of figures and notes the digests. Returns the first exit code that is not 0."""
    for figure in named(names):
        print(f"== {figure.name}: {figure.command}", flush=True)
        before = (ROOT / figure.stands).read_bytes()
        words = [sys.executable if word == "python3" else word for word in shlex.split(figure.command)]
        if words[0] == "wargame":
            words[0] = str(Path(sys.executable).with_name("wargame"))
        if code := subprocess.run(words, cwd=ROOT, check=False).returncode:
            return code
        if (ROOT / figure.stands).read_bytes() == before:
            print(f"{figure.stands} is as it was: write there what the command has printed, if it differs")
        note(figure.name)
    return 0


def note(name: str) -> None:
    """Write into the register that a figure was made with the rules and bots of this tree."""
    write([_noted(figure) if figure.name == name else figure for figure in figures()])


def _noted(figure: Figure) -> Figure:
    has_own_digest = Path(figure.stands).name in OWN_DIGESTS
    return figure if has_own_digest else evolve(figure, made_with={game: digest(game) for game in figure.games})


def write(listed: Sequence[Figure]) -> None:
    """Write the register."""
    text = "".join("\n" + "".join(f"{line}\n" for line in figure.lines()) for figure in listed)
    REGISTER.write_text(HEAD + text, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    print(*stale_lines(sys.argv[1:]), sep="\n")
