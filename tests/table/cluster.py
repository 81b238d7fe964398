"""A PostgreSQL of the tests' own: a cluster in a temporary folder, reached by a socket in it, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

psycopg = pytest.importorskip("psycopg", reason="needs wargame-table[postgres]")
PROGRAMS = Path(os.environ.get("POSTGRES_BIN", "/usr/lib/postgresql/15/bin"))
NEEDED = "needs the programs of PostgreSQL (apt-get install postgresql; POSTGRES_BIN says where they are)"


def there() -> bool:
    """Whether PostgreSQL can be started here."""
    return (PROGRAMS / "initdb").exists() and shutil.which("setpriv") is not None


def _as_nobody() -> list[str]:
    """PostgreSQL does not run as root."""
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []


class Cluster:
    """The server of a database. `stop` and `start` are a restart; `kill` ends it as a power cut would."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        given = ["-D", str(self.folder / "data"), "-U", "table", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._run("initdb", *given, "--locale=C")
        self._made = 0
        self.address = f"postgresql://table@/postgres?host={self.folder}"
        self.start()

    def _run(self, program: str, *words: str) -> None:
        command = [*_as_nobody(), str(PROGRAMS / program), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), *words)

    def start(self) -> None:
        self._control("-o", f"-k {self.folder} -c listen_addresses=''", "start")

    def stop(self) -> None:
        self._control("-m", "fast", "stop")

    def kill(self) -> None:
        """End every process of it at once, with nothing written that was not, as a power cut would."""
        self._control("-m", "immediate", "stop")

    def place(self) -> str:
        """The address of an empty database of its own, as far as tables are concerned."""
        self._made += 1
        with psycopg.connect(self.address, autocommit=True) as line:
            line.execute(f"create schema s{self._made}")
        return f"{self.address}&options=-csearch_path%3Ds{self._made}"

    def close(self) -> None:
        self._control("-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
