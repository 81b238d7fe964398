"""What must be true of the files that are uploaded, read from the files themselves."""

import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import Message
from pathlib import Path

WANTED = (
    "Summary",
    "Author",
    "License-Expression",
    "License-File",
    "Keywords",
    "Classifier",
    "Requires-Python",
)
PIN = re.compile(
    r"(wargame-[a-z0-9-]+)>=\d+\.\d+(?:\.\d+)?,<\d+\.\d+|(wargame-[a-z0-9-]+)<\d+\.\d+,>=\d+\.\d+(?:\.\d+)?"
)
"""How one distribution of ours asks for another: from a version, and below the next that may break it."""
SHORT = 200
"""Characters of a description under which the page of a distribution is as good as empty."""


def complaints_of(folder: Path, versions: Mapping[str, str], urls: Mapping[str, str]) -> list[str]:
    """What is wrong with the files in a folder; ``versions`` are the distributions that must be there.

    ``urls`` are the addresses that each must show, by their names.
    """
    files = sorted(path for path in folder.iterdir() if path.is_file())
    problems = [
        f"{path.name}: {problem}"
        for path in files
        for problem in (of_wheel(path, urls) if path.suffix == ".whl" else of_archive(path))
    ]
    for name, version in versions.items():
        stem = f"{name.replace('-', '_')}-{version}"
        problems += [
            f"{end} is missing" for end in (f"{stem}-py3-none-any.whl", f"{stem}.tar.gz") if not (folder / end).exists()
        ]
    if len(set(versions.values())) > 1:
        problems.append(f"versions differ: {dict(versions)}")
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    if checked.returncode:
        problems.append(checked.stdout + checked.stderr)
    print(
        f"read {len(files)} files: {'twine check and metadata are in order' if not problems else 'see below'}",
        flush=True,
    )
    return problems


def of_wheel(path: Path, urls: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with a wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        (described,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        yield from of_metadata(message_from_bytes(wheel.read(described)), urls)
    if not any(name.endswith(".dist-info/licenses/LICENSE") for name in names):
        yield "no licence"
    if not any(re.fullmatch(r"\w+/py\.typed", name) for name in names):
        yield "no py.typed"


def of_metadata(metadata: Message, urls: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with what a distribution says of itself."""
    yield from (f"no {field}" for field in WANTED if not metadata.get_all(field))
    shown = metadata.get_all("Project-URL", [])
    yield from (f"no address {name}: {url}" for name, url in urls.items() if f"{name}, {url}" not in shown)
    if len(str(metadata.get_payload())) < SHORT:
        yield "its page would be empty"
    if re.search(r"\]\((?!https://|#)", str(metadata.get_payload())):
        yield "its page has links into the tree"
    for requirement in metadata.get_all("Requires-Dist", []):
        wanted = requirement.partition(";")[0].strip()
        if wanted.startswith("wargame-") and not PIN.fullmatch(re.sub(r"\[.*\]", "", wanted)):
            yield f"asks for any {wanted}"
    yield from (
        f"publishes the extra {extra}" for extra in metadata.get_all("Provides-Extra", []) if extra in ("dev", "bench")
    )


def of_archive(path: Path) -> Iterator[str]:
    """What is wrong with a source archive."""
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    yield from (f"no {name}" for name in ("LICENSE", "pyproject.toml", "PKG-INFO") if name not in names)
    if not any(name.endswith("README.md") for name in names):
        yield "no README.md"
