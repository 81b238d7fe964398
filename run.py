"""Sets up the virtual environment beside this file, then starts one thing in it.

Standard library only. The set-up is skipped when nothing it depends on has changed (docs/decisions/packaging.md).
"""

# Older Pythons must be able to read this file far enough to say that they are too old: nothing newer than 3.6 in its
# syntax, and newer modules only inside functions.
import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "wargame-setup")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
OLDEST, NEWEST = (3, 11), (3, 15)
DEVELOPMENT = ("dev", "libraries")
"""The groups of pyproject.toml that tests, documentation and releases need."""
KINDS = ("tools", "plugins", "frontends")
"""The folders of distributions beside core, which is in src/."""

UNCHECKED = os.environ.get("WARGAME_HASHES") == "unchecked"
UNREACHABLE = "A package index must be reachable, and offer the versions of constraints.txt. Then start run.py again."
OTHER_FILES = (
    "The package index has another file under this version than the one we test with: somebody has changed it, or the "
    "index builds its own. If it is yours and you trust it, WARGAME_HASHES=unchecked python3 run.py ... installs it."
)

USAGE = """\
usage: python3 run.py COMMAND [arguments]

  demo [--game GAME] [--seed N]   play one whole campaign, bot against bot (default game: vicksburg)
  test [pytest arguments]         ruff, mypy --strict, all tests that guard correctness: ten minutes on two cores
       --quick                    the same without the tests over a twentieth of a second: under a minute
       --thorough [BLOCK ...]     the rest, in blocks of at most forty minutes: the laws over 100 games each, broken
                                  rules, bots' strength, wheels, all that is clicked; all blocks that are due, or some
       --due                      which of these blocks are due, and why
  table                           play in the browser: serves tables on this machine and opens the page
  docs --out FOLDER               the documentation as a site, with a page for each public name
  release [--out FOLDER]          build all wheels and source archives, and try them on each supported Python
  bench [arguments]               the benchmarks, beside other libraries
  names [--released VERSION]      write the list of public names, docs/reference/public-names.txt
  setup                           only prepare .venv for development
  anything else                   the command line of the library: play vicksburg, list, odds vicksburg rally, ...

Each command first makes .venv and installs what it needs; the next start is quick.
"""


class SetupError(Exception):
    """The set-up could not be done; the message is for the person at the terminal."""


def main(argv: "list[str]") -> int:
    """Does what the command line says. Returns the exit code: 2 for a usage error, 130 when interrupted."""
    command, rest = (argv[0], argv[1:]) if argv else ("", [])
    commands = {"demo": demo, "test": test, "bench": bench, "docs": docs, "release": release, "setup": setup}
    commands["names"] = names
    asks_for_help = command in commands and rest[:1] in (["-h"], ["--help"])
    if command in ("", "help", "-h", "--help") or asks_for_help:
        print(USAGE, end="", file=sys.stdout if argv else sys.stderr)
        return 0 if argv else 2
    try:
        if sys.version_info < OLDEST:
            raise SetupError(too_old())
        return commands[command](rest) if command in commands else wargame([command, *rest])
    except SetupError as problem:
        print(f"run.py: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nrun.py: interrupted", file=sys.stderr)
        return 130


def wargame(words: "list[str]") -> int:
    """Starts the command line ``wargame`` with these words; it says itself what it does not know."""
    os.environ["WARGAME_TYPED"] = typed()
    prepare()
    return become([os.path.join(BIN, "wargame"), *words])


def typed() -> str:
    """What was typed to start this program, for help and usage lines."""
    return f"{os.path.basename(sys.executable) or 'python3'} {sys.argv[0]}"


def demo(rest: "list[str]") -> int:
    """Plays one whole game with bots; arguments other than ``--game`` go to ``wargame demo``."""
    import argparse

    parser = argparse.ArgumentParser(prog="run.py demo", add_help=False, allow_abbrev=False)
    parser.add_argument("--game", default="vicksburg")
    options, rest = parser.parse_known_args(rest)
    os.environ["WARGAME_TYPED"] = typed()
    prepare()
    return become([os.path.join(BIN, "wargame"), "demo", options.game, *rest])


def test(rest: "list[str]") -> int:
    """Runs ruff, mypy and pytest. All three run whatever fails.

    Types are checked beside the tests, so that no core is idle; pytest's summary closes the output unless mypy found
    something.
    """
    import glob
    import subprocess
    import tempfile

    scope = scope_of(rest)
    prepare(*DEVELOPMENT)
    if "--thorough" in rest or "--due" in rest:
        return run_tool("tests.thorough", [word for word in rest if word != "--thorough"])
    sources = [
        *(os.path.join(kind, "*", "src") for kind in KINDS),
        "src",
        "tests",
        "benchmarks",
        os.path.join("docs", "*.py"),
        os.path.join("release", "*.py"),
        os.path.join("release", "consumer", "consumer.py"),
        "*.py",
    ]
    typed = [path for pattern in sources for path in sorted(glob.glob(pattern, root_dir=ROOT)) if has_python(path)]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        print(
            f"\n== mypy --strict {' '.join(typed)}\n(beside the tests; what it finds is printed at the end)", flush=True
        )
        mypy = subprocess.Popen(
            [PYTHON, "-m", "mypy", "--strict", *typed], cwd=ROOT, stdout=said, stderr=subprocess.STDOUT
        )
        try:
            failed = ["ruff"] if run_tool("ruff", ["check", "."]) else []
            tests = run_tool("pytest", scope)
            if mypy.wait():
                failed.append("mypy")
                said.seek(0)
                print(f"\n== mypy\n{said.read()}", end="")
        finally:
            mypy.kill()
    if not rest:
        print(flush=True)
        run_tool("benchmarks.figures", [])
    if failed:
        print(f"\n{' and '.join(failed)} FAILED, see above; run.py exits with 1 even if every test passes", flush=True)
    return tests or int(bool(failed))


def scope_of(rest: "list[str]") -> "list[str]":
    """The arguments of pytest: which tests, in as many processes as there are cores.

    Later arguments win over ours, so that ``test -n 0`` runs in one process and ``test -m slow`` chooses by itself.
    """
    quick = "--quick" in rest
    if quick and "--thorough" in rest:
        raise SetupError("test is --quick or --thorough, not both")
    spread = ["-n", "auto", "--dist", "loadgroup", "--no-loadscope-reorder"]
    return [
        *spread,
        "--dearest",
        "10",
        "-m",
        "not slow and not thorough" if quick else "not thorough",
        *(argument for argument in rest if argument != "--quick"),
    ]


def bench(rest: "list[str]") -> int:
    """Runs the benchmarks; without the libraries they compare with, if those cannot be installed here."""
    try:
        prepare(*DEVELOPMENT, "bench")
    except SetupError as problem:
        print(f"run.py: going on without the libraries to compare with: {problem}", file=sys.stderr)
        prepare(*DEVELOPMENT)
    return become([PYTHON, os.path.join(ROOT, "benchmarks", "run.py"), *rest])


def docs(rest: "list[str]") -> int:
    """Makes a site of the documentation."""
    prepare(*DEVELOPMENT)
    return become([PYTHON, os.path.join(ROOT, "docs", "build.py"), *rest])


def release(rest: "list[str]") -> int:
    """Builds what is uploaded, and tries it."""
    prepare(*DEVELOPMENT)
    return become([PYTHON, os.path.join(ROOT, "release", "build.py"), *rest])


def names(rest: "list[str]") -> int:
    """Writes the list of public names."""
    prepare(*DEVELOPMENT)
    return become([PYTHON, os.path.join(ROOT, "release", "public_names.py"), *rest])


def setup(rest: "list[str]") -> int:
    """Prepares the environment a developer needs, anew even if nothing seems to have changed, and starts nothing."""
    if rest:
        print(f"run.py: setup takes no arguments, got {' '.join(rest)}", file=sys.stderr)
        return 2
    if os.path.exists(STAMP):
        os.remove(STAMP)
    prepare(*DEVELOPMENT)
    print(f"ready: {PYTHON}")
    return 0


def prepare(*groups: str) -> None:
    """Makes .venv hold every distribution of the tree, editable, and what these groups of pyproject.toml name.

    A library of the group "libraries" that cannot be had for this Python is left out, and each start says so.
    """
    wanted = fingerprint()
    if os.path.exists(PYTHON) and os.path.exists(STAMP):
        with open(STAMP, encoding="utf-8") as stamp:
            head, *missing = stamp.read().splitlines() or [""]
        found, *installed = head.split() or [""]
        if found == wanted and set(groups) <= set(installed):
            tell_missing(missing if "libraries" in groups else [])
            return
        os.remove(STAMP)  # written last: an interrupted installation is done again
    print(f"Setting up {VENV} (once; a minute or two where nothing is cached) ...", file=sys.stderr, flush=True)
    if not usable():
        create()
    missing = install_others(*groups)
    # Building with our own copy of the build backend spares pip one throw-away environment for each package.
    pip("--no-deps", "--no-build-isolation", *(part for folder in (".", *folders()) for part in ("-e", folder)))
    compile_sources()
    with open(STAMP, "w", encoding="utf-8") as stamp:
        stamp.write("\n".join([" ".join([wanted, *groups]), *missing]) + "\n")
    tell_missing(missing)


def tell_missing(missing: "list[str]") -> None:
    """Says which libraries are not there; tests that need one are skipped."""
    version = ".".join(map(str, sys.version_info[:2]))
    for line in missing:
        print(f"not installed, for Python {version} cannot have it here: {line}", file=sys.stderr, flush=True)


def install_others(*groups: str) -> "list[str]":
    """Installs what is not ours, every file with the hash that constraints.txt has for it.

    pip says first what there is to be installed: hashes are for files of known versions, and ours have none. Returns a
    line for each library that cannot be had.
    """
    import re

    asked, missing = others(groups), {}
    try:
        chosen = resolved(asked)
    except SetupError:
        needed = others(tuple(group for group in groups if group != "libraries"))
        missing = not_to_be_had([one for one in asked if one not in needed])
        if not missing:
            raise
        chosen = resolved([one for one in asked if one not in missing])
    with_hashes(chosen)
    return [f"{re.split('[<>=; ]', library)[0]} ({why})" for library, why in missing.items()]


def resolved(requirements: "list[str]") -> "list[str]":
    """What pip would install for these requirements that is not there yet, as ``name==version``."""
    import json
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        pip("--dry-run", "--report", report, "hatchling", "editables", *requirements)
        with open(report, encoding="utf-8") as file:
            metadata = [row["metadata"] for row in json.load(file)["install"]]
    return [f"{one['name']}=={one['version']}" for one in metadata]


def not_to_be_had(libraries: "list[str]") -> "dict[str, str]":
    """Those of the libraries that pip cannot install for this Python, each with the cause."""
    import re
    from concurrent.futures import ThreadPoolExecutor

    def cause_of_failure(library: str) -> str:
        try:
            pip("--dry-run", library)
        except SetupError as problem:
            unbuilt = re.search(r"^(?:╰─> | {4})(\S+)$", str(problem), re.MULTILINE)
            error = re.search(r"^ERROR: (.+)$", str(problem), re.MULTILINE)
            return f"{unbuilt[1]} has no build for it" if unbuilt else error[1] if error else "pip failed"
        return ""

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {
            library: why for library, why in zip(libraries, pool.map(cause_of_failure, libraries), strict=True) if why
        }


def with_hashes(chosen: "list[str]") -> None:
    """Installs these versions; those that constraints.txt has no hash for are named."""
    import tempfile

    known = hashes()
    with tempfile.TemporaryDirectory() as folder:
        listed = os.path.join(folder, "listed.txt")
        with open(listed, "w", encoding="utf-8") as file:
            file.writelines(f"{pinned} {known[plain(pinned)]}\n" for pinned in chosen if plain(pinned) in known)
        if any(plain(pinned) in known for pinned in chosen):
            pip("--no-deps", *([] if UNCHECKED else ["--require-hashes"]), "-r", listed)
    if unknown := [pinned for pinned in chosen if plain(pinned) not in known]:
        print(f"without a hash in constraints.txt: {' '.join(unknown)}", file=sys.stderr, flush=True)
        pip("--no-deps", *unknown)


def others(groups: "tuple[str, ...]") -> "list[str]":
    """What our distributions need of others, with these dependency groups of pyproject.toml.

    Groups are for us alone, so that no published extra lists them.
    """
    import tomllib

    wanted = []
    for folder in (".", *folders()):
        with open(os.path.join(ROOT, folder, "pyproject.toml"), "rb") as file:
            settings = tomllib.load(file)
        wanted += settings["project"]["dependencies"]
        wanted += [one for group in groups if folder == "." for one in settings["dependency-groups"][group]]
    return sorted({one for one in wanted if not one.startswith("wargame-")})


def hashes() -> "dict[str, str]":
    """The hashes of constraints.txt, by name and version, as pip reads them in a list of requirements."""
    with open(os.path.join(ROOT, "constraints.txt"), encoding="utf-8") as file:
        lines = [line.strip().split("  # ") for line in file if "  # --hash=" in line]
    return {plain(pinned.partition(";")[0].strip()): "" if UNCHECKED else checked for pinned, checked in lines}


def plain(pinned: str) -> str:
    """A distribution's name, with its version if there is one, as an index writes it."""
    name, equals, version = pinned.partition("==")
    return name.lower().replace("_", "-").replace(".", "-") + equals + version


def compile_sources() -> None:
    """Compiles the modules of the tree, on all cores, so that no first start has to do it in each of its processes."""
    import glob
    import subprocess

    sources = [folder for kind in KINDS for folder in glob.glob(os.path.join(kind, "*", "src"), root_dir=ROOT)]
    subprocess.run([PYTHON, "-m", "compileall", "-q", "-j", "0", "src", *sources], cwd=ROOT, check=False)


def fingerprint() -> str:
    """A hash of all that decides what is installed: place, Python, package descriptions, pinned versions."""
    import hashlib

    digest = hashlib.sha256(f"{ROOT}\n{sys.implementation.cache_tag}\n".encode())
    descriptions = [os.path.join(folder, "pyproject.toml") for folder in (".", *folders())]
    for name in (*descriptions, "constraints.txt"):
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(name.encode() + b"\n" + file.read())
    return digest.hexdigest()


def folders() -> "list[str]":
    """The folders of all other distributions. Their order is pip's business: it installs what others need first."""
    named = [os.path.join(kind, name) for kind in KINDS for name in sorted(os.listdir(os.path.join(ROOT, kind)))]
    return [folder for folder in named if os.path.exists(os.path.join(ROOT, folder, "pyproject.toml"))]


def usable() -> bool:
    """Whether .venv is whole (it has pip) and of this Python version."""
    import subprocess

    if not os.path.exists(PYTHON):
        return False
    probe = "import sys, pip; print(sys.implementation.cache_tag)"
    answer = subprocess.run([PYTHON, "-c", probe], capture_output=True, text=True, check=False)
    return answer.stdout.strip() == sys.implementation.cache_tag


def create() -> None:
    """Makes an empty .venv in place of whatever is there."""
    import subprocess
    import venv

    try:
        venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(VENV)
    except (OSError, subprocess.CalledProcessError) as problem:
        hint = "on Debian and Ubuntu `apt install python3-venv` brings what Python's venv needs"
        raise SetupError(f"could not make {VENV}: {problem} ({hint})") from problem


def pip(*arguments: str) -> None:
    """Installs; what pip says is shown only when it fails."""
    import subprocess

    plain = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
    done = subprocess.run(
        [PYTHON, "-m", "pip", "install", *plain, "-c", "constraints.txt", *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        printed = [line for line in done.stdout.splitlines() if not line.startswith("WARNING: Location")]
        said, shown = done.stdout, "\n".join(printed[-20:])
        hint = OTHER_FILES if "DO NOT MATCH THE HASHES" in said else UNREACHABLE
        raise SetupError(f"pip could not install {' '.join(arguments)}\n\n{shown}\n\n{hint}")


def has_python(path: str) -> bool:
    """Whether a path under the root is a Python file or a folder with one in it (mypy refuses other folders)."""
    full = os.path.join(ROOT, path)
    return path.endswith(".py") or any(name.endswith(".py") for _, _, names in os.walk(full) for name in names)


def run_tool(name: str, arguments: "list[str]") -> int:
    """Runs a development tool over the tree and returns its exit code."""
    import subprocess

    print(f"\n== {name} {' '.join(arguments)}", flush=True)
    return subprocess.run([PYTHON, "-m", name, *arguments], cwd=ROOT, check=False).returncode


def become(command: "list[str]") -> int:
    """Hands the terminal over for good; on Windows, where that is not possible, waits and returns the exit code."""
    import subprocess

    sys.stdout.flush()
    try:
        if os.name != "nt":
            os.execv(command[0], command)
        return subprocess.run(command, check=False).returncode
    except OSError as problem:
        raise SetupError(f"{problem}; `python3 run.py setup` installs everything anew") from problem


def too_old() -> str:
    """What to say to a Python that cannot run the library, naming a newer one if there is one."""
    import shutil

    newer = next(
        (name for name in (f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)) if shutil.which(name)),
        None,
    )
    hint = f"try: {newer} run.py" if newer else "none newer was found on the PATH"
    return f"needs Python {OLDEST[0]}.{OLDEST[1]} or later; this is {sys.version.split()[0]} ({sys.executable}); {hint}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
