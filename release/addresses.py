"""The addresses of the project, from `addresses.toml` alone, and what is written with them."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

FILE = Path(__file__).resolve().parent / "addresses.toml"
NOWHERE = ".invalid"
"""The end of the name of a host that no network has, by RFC 2606: it stands for an address until there is one."""


class Addresses:
    """The addresses, with ``home`` as that of the project, or as the file has it. Raises ValueError for no address."""

    def __init__(self, home: str | None = None) -> None:
        said = tomllib.loads(FILE.read_text("utf-8"))
        self.home = (home or said["home"]).rstrip("/")
        parts = urlsplit(self.home)
        if parts.scheme != "https" or not parts.hostname or re.search(r"[\s\"\\<>]", self.home):
            raise ValueError(f"{self.home!r} is no address of a project: expected https://HOST/NAME")
        self.is_nowhere = parts.hostname.endswith(NOWHERE)
        self._files: str = said["files"]
        self.urls: Mapping[str, str] = {name: url.format(home=self.home) for name, url in said["urls"].items()}

    def of_file(self, version: str, file: str) -> str:
        """Where a file of a release is."""
        return self._files.format(home=self.home, version=version, file=file)

    def table(self) -> str:
        """The addresses as the table of a pyproject.toml."""
        return "\n".join(["", "[project.urls]", *(f'{name} = "{url}"' for name, url in self.urls.items()), ""])
