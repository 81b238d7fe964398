"""The interpreters that a release is tried on: those of this machine, and Debian's where one is missing.

Debian's testing suite has the newest Pythons. `debootstrap` unpacks it into a folder, and its Pythons run with this
folder as their root (`chroot`), which only root may ask for. Nothing is mounted.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

MINORS = (11, 12, 13, 14, 15)
"""The versions 3.N that are supported."""
SUITE = "forky"
"""The suite of Debian that is asked for Pythons."""
SCRIPT = "/usr/share/debootstrap/scripts/sid"
"""How a suite is unpacked: older versions of debootstrap know no newer name than this one."""
ASKED = "import json, sys; print(json.dumps([list(sys.version_info[:3]), sys.prefix == sys.base_prefix]))"
OF_THIS_MACHINE = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", "/etc/pip.conf", "/etc/xdg/pip")
"""What a program needs to reach the package index as programs of this machine do."""
NAMED_BY = ("SSL_CERT_FILE", "SSL_CERT_DIR", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CONFIG_FILE")
"""Variables of the environment that name further such files."""

Command = Callable[..., subprocess.CompletedProcess[str]]


class Failed(Exception):
    """A step went wrong; the message is what was printed."""


class Python(NamedTuple):
    """An interpreter of a version 3.``minor``: of this machine, or of the system in the folder ``root``."""

    minor: int
    version: str
    path: Path
    root: Path | None = None

    def __str__(self) -> str:
        return f"Python {self.version} ({self.path}{f' in {self.root}' if self.root else ''})"

    def command(self, folder: Path, *words: str | Path) -> list[str]:
        """What starts a command in ``folder``, so that it sees the files that the interpreter sees."""
        changed = ["chroot", self.root, "env", "-C", folder] if self.root else []
        return list(map(str, [*changed, *words]))

    def run(self, folder: Path, *words: str | Path, accepted: Sequence[int] = (0,)) -> str:
        """What a command prints. Raises `Failed` for an exit code that is not accepted."""
        done = subprocess.run(
            self.command(folder, *words),
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in accepted:
            raise Failed(f"{' '.join(map(str, words))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """An empty folder for a while, under a path that names it here and for the interpreter alike."""
        if self.root is None:
            with tempfile.TemporaryDirectory() as made:
                yield Path(made)
            return
        with tempfile.TemporaryDirectory(dir=self.root / "tmp") as made:
            link = Path("/tmp", Path(made).name)  # the path of the folder for whom `root` is the root
            link.symlink_to(made)
            try:
                yield link
            finally:
                link.unlink()


def environment() -> dict[str, str]:
    """The variables for programs that are tried: without those that would show them our modules."""
    shown = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MYPY"))}
    return shown | {"COLUMNS": "200"}


@contextmanager
def interpreters(given: Sequence[Path], debian: Path | None) -> Iterator[tuple[list[Python], dict[int, str]]]:
    """One interpreter of each supported version, and for versions without one the reason.

    What this machine lacks comes from Debian, unpacked into the folder ``debian`` or found there from the last time;
    without a folder into one that is removed at the end.
    """
    found = {python.minor: python for python in of_this_machine(given)}
    lacking = [minor for minor in MINORS if minor not in found]
    if not lacking:
        yield list(found.values()), {}
        return
    temporary = None if debian else Path(tempfile.mkdtemp(prefix="debian-"))
    try:
        brought, reasons = from_debian(lacking, (debian or temporary or Path()).resolve())
        found |= {python.minor: python for python in brought}
        yield [found[minor] for minor in sorted(found)], reasons
    finally:
        if temporary:
            remove(temporary)


def of_this_machine(given: Iterable[Path] = ()) -> list[Python]:
    """One interpreter of each supported version: those given, then of PATH, pyenv and the launcher of Windows."""
    chosen = list(given)
    found: dict[int, Python] = {}
    for path in (*chosen, *places()):
        if asked := answer([str(path)]):
            minor, version, whole = asked
            if minor in MINORS and (whole or path in chosen):
                found.setdefault(minor, Python(minor, version, path))
    return [found[minor] for minor in sorted(found)]


def places() -> Iterator[Path]:
    """Where an interpreter may be."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for minor in MINORS:
        yield from sorted(pyenv.glob(f"versions/3.{minor}*/bin/python3"))
        if found := shutil.which(f"python3.{minor}"):
            yield Path(found)
        if launcher := shutil.which("py"):
            asked = [launcher, f"-3.{minor}", "-c", "import sys; print(sys.executable)"]
            yield Path(subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or os.devnull)
    yield Path(sys.executable)


def answer(command: list[str]) -> tuple[int, str, bool] | None:
    """N of 3.N, the full version, and whether it is not a virtual environment; None for what is not a Python 3."""
    try:
        done = subprocess.run([*command, "-c", ASKED], capture_output=True, text=True, check=True)
        (major, minor, micro), whole = json.loads(done.stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None
    return (minor, f"3.{minor}.{micro}", whole) if major == 3 else None


def from_debian(minors: Sequence[int], folder: Path) -> tuple[list[Python], dict[int, str]]:
    """Debian's interpreters of these versions, unpacked into ``folder`` if it is empty, and why others are missing."""
    if reason := unable():
        return [], dict.fromkeys(minors, reason)
    reasons: dict[int, str] = {}
    if not folder.is_dir() or not any(folder.iterdir()):
        reasons = unpacked(minors, folder)
    found = [python for minor in minors if minor not in reasons and (python := inside(folder, minor))]
    if found:
        hand_in(folder)
    has = {python.minor for python in found}
    other = f"{folder} does not have it: name another folder, or remove this one"
    return found, {minor: reasons.get(minor, other) for minor in minors if minor not in has}


def unable() -> str:
    """Why Debian's Pythons cannot be brought to this machine, or ""; installs `debootstrap` where apt can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "only root can bring Debian's"
    if not shutil.which("debootstrap") and shutil.which("apt-get"):
        print("installing debootstrap with apt-get", flush=True)
        subprocess.run(["apt-get", "install", "-y", "-q", "debootstrap"], capture_output=True, check=False)
    return "" if shutil.which("debootstrap") else "there is no debootstrap to bring Debian's"


def unpacked(minors: Sequence[int], folder: Path, run: Command = subprocess.run) -> dict[int, str]:
    """Unpack Debian with Pythons of these versions into ``folder``; the reason for each that could not be had.

    What debootstrap leaves behind when it fails or is interrupted is removed.
    """
    names = [name for minor in minors for name in (f"python3.{minor}", f"python3.{minor}-venv")]
    included = f"--include={','.join([*names, 'ca-certificates'])}"
    said = ", ".join(f"3.{minor}" for minor in minors)
    print(f"bringing Python {said} from Debian's suite {SUITE} into {folder}: a minute or two", flush=True)
    command = ["debootstrap", "--variant=minbase", included, SUITE, str(folder), mirror(), SCRIPT]
    done = None
    try:
        done = run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    finally:
        if done is None or done.returncode:
            remove(folder)
    if not done.returncode:
        return {}
    lines = (done.stderr + done.stdout).strip().splitlines() or ["it printed nothing"]
    last = next((line for line in reversed(lines) if line.startswith("E: ")), lines[-1]).removeprefix("E: ")
    unknown = {int(minor) for minor in re.findall(r"\bpython3\.(\d+)\b", last)} & set(minors)
    if not last.startswith("Couldn't find these debs") or not unknown:
        return dict.fromkeys(minors, f"debootstrap failed: {last}")
    others = [minor for minor in minors if minor not in unknown]
    lacking = dict.fromkeys(sorted(unknown), f"Debian's suite {SUITE} does not have it")
    return lacking | (unpacked(others, folder, run) if others else {})


def mirror() -> str:
    """Where apt of this machine gets Debian from; "" leaves it to debootstrap."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"]
    try:
        return next(iter(subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()), "")
    except OSError:
        return ""


def inside(folder: Path, minor: int) -> Python | None:
    """The interpreter of a version in an unpacked Debian, or None where it has none or was left half unpacked."""
    path = Path(f"/usr/bin/python3.{minor}")
    if (folder / "debootstrap").exists():
        return None
    asked = answer(["chroot", str(folder), str(path)])
    return Python(minor, asked[1], path, folder) if asked else None


def hand_in(folder: Path, paths: Iterable[str] = ()) -> None:
    """Copy into the other system what this machine reaches the package index with: names, certificates, settings.

    What the other system has there is removed before, and a folder that is a link is left alone: a link may lead out
    of ``folder``, to the files of this machine.
    """
    named = [os.environ[name] for name in NAMED_BY if name in os.environ]
    for path in map(Path, paths or [*named, *OF_THIS_MACHINE, str(Path.home() / ".config" / "pip")]):
        copy = folder / str(path).lstrip("/")
        if not path.exists() or not copy.parent.resolve().is_relative_to(folder.resolve()):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        if copy.is_dir() and not copy.is_symlink():
            shutil.rmtree(copy)
        else:
            copy.unlink(missing_ok=True)
        if path.is_dir():
            shutil.copytree(path, copy, ignore_dangling_symlinks=True)
        else:
            shutil.copyfile(path, copy)


def remove(folder: Path) -> None:
    """Remove an unpacked system, after whatever debootstrap left mounted there.

    Raises `OSError` and removes nothing where a file system stays mounted: its files may be those of this machine.
    """
    for place in mounted(folder):
        subprocess.run(["umount", str(place)], capture_output=True, check=False)
    if places := mounted(folder):
        raise OSError(f"{folder} is not removed: {', '.join(map(str, places))} is still mounted")
    shutil.rmtree(folder, ignore_errors=True)


def mounted(folder: Path, table: Path = Path("/proc/self/mounts")) -> list[Path]:
    """Where file systems are mounted under a folder, the innermost first."""
    rows = table.read_text("utf-8").splitlines() if table.exists() else []
    places = [Path(row.split()[1].replace("\\040", " ")) for row in rows]
    return sorted((one for one in places if one.is_relative_to(folder.resolve()) and one != folder), reverse=True)
