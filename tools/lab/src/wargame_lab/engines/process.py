"""A running engine: a process with limits, of which nothing is waited for without an end."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import PIPE
from typing import IO, Final

from attrs import field, frozen
from attrs.validators import ge, gt

from wargame_core import WargameError
from wargame_core.limits import shorten
from wargame_lab.engines.messages import HostMessage, LeaveGame, line_of

SUPERVISOR: Final = Path(__file__).with_name("supervisor.py")
ENVIRONMENT: Final = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP", "USERPROFILE", "SYSTEMROOT", "COMSPEC",
    "PATHEXT",
)  # fmt: skip
"""The variables that an engine is given: passwords stand in others."""
CHUNK: Final = 65_536
"""Bytes that are read at once."""
ERRORS: Final = 2_000
"""Bytes of what an engine writes to its standard error that are kept: the last ones."""
SECONDS_TO_EXIT: Final = 1.0
"""Seconds that are waited for a process to be gone."""


class EngineFault(WargameError):
    """An engine has not chosen: it is late, gone, beyond a limit, or says what is not understood."""


@frozen(kw_only=True)
class EngineLimits:
    """What an engine may use. Memory and processes are limited where the system has such limits: not on Windows.

    Attributes:
        seconds: for an answer; once they have passed the engine is told to stop.
        start: seconds for the answer to the first message.
        grace: seconds for an answer after it was told to stop.
        lines: the lines that it may write between two questions.
        bytes: the same in bytes.
        memory: bytes of memory for all its processes together.
        processes: how many processes it may have.
        faults: after so many faults in a game it is asked nothing more in that game.
    """

    seconds: float = field(default=10.0, validator=gt(0))
    start: float = field(default=20.0, validator=gt(0))
    grace: float = field(default=1.0, validator=gt(0))
    lines: int = field(default=1_000, validator=ge(1))
    bytes: int = field(default=1_000_000, validator=ge(1))
    memory: int = field(default=2 << 30, validator=ge(1 << 20))
    processes: int = field(default=64, validator=ge(1))
    faults: int = field(default=3, validator=ge(1))


class EngineProcess:
    """An engine that runs. Whatever it does, each call returns or raises `EngineFault` in time."""

    def __init__(self, command: Sequence[str], limits: EngineLimits) -> None:
        self.limits = limits
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        """The lines that it has written, and None at their end."""
        self._outgoing: SimpleQueue[str | None] = SimpleQueue()
        self._budget = limits.bytes
        self._remaining_lines = limits.lines
        self._flood = ""
        """What it wrote too much of."""
        self._errors = b""
        self._supervision: socket.socket | None = None
        self._process = self._start(command)
        for work in (self._write, self._read, self._read_errors):
            threading.Thread(target=work, daemon=True).start()

    def _start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        """Run the command, supervised where the system can do that. Raises `EngineFault`."""
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        try:
            if sys.platform == "win32":
                return subprocess.Popen(command, 0, None, PIPE, PIPE, PIPE, env=environment)
            self._supervision, line = socket.socketpair()
            with line:
                numbers = line.fileno(), self.limits.memory, self.limits.processes
                supervised_command = [sys.executable, "-I", "-S", str(SUPERVISOR), *map(str, numbers), *command]
                fd = line.fileno()
                return subprocess.Popen(
                    supervised_command,
                    0,
                    None,
                    PIPE,
                    PIPE,
                    PIPE,
                    env=environment,
                    pass_fds=[fd],
                    start_new_session=True,
                )
        except OSError as problem:
            raise EngineFault(f"could not be run ({problem.strerror})") from None

    def send(self, message: HostMessage) -> None:
        """Send a message. What the engine has written so far no longer counts against its limits."""
        self._budget, self._remaining_lines = self.limits.bytes, self.limits.lines
        self._outgoing.put(line_of(message))

    def next_line(self, end: float) -> str | None:
        """The next line that it writes before this moment of `time.monotonic`; None if there is none.

        Raises `EngineFault` where it has ended, and where it writes too much.
        """
        try:
            line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EngineFault(self._reason_of_end())
        return line

    @property
    def errors(self) -> str:
        """The last that it has written to its standard error."""
        return shorten(self._errors.decode("utf-8", "replace").strip(), ERRORS)

    def _reason_of_end(self) -> str:
        """Why no more lines come, in words."""
        if self._flood:
            return f"wrote more than {self._flood}"
        words = b""
        if self._supervision is not None:
            self._supervision.settimeout(SECONDS_TO_EXIT)
            with suppress(OSError):
                words = self._supervision.recv(CHUNK)
        else:
            with suppress(subprocess.TimeoutExpired):
                words = f"ended with exit code {self._process.wait(SECONDS_TO_EXIT)}".encode()
        last_line = self.errors.rpartition("\n")[2]
        error_note = f"; the last that it wrote to its standard error: {shorten(last_line)}" if last_line else ""
        return (words.decode("utf-8", "replace") or "closed its output") + error_note

    def _write(self) -> None:
        pipe = self._pipe(self._process.stdin)
        with suppress(OSError, ValueError), pipe:
            while (line := self._outgoing.get()) is not None:
                _write_all(pipe, line.encode())

    def _read(self) -> None:
        pipe, rest_of_line = self._pipe(self._process.stdout), b""
        with suppress(OSError, ValueError), pipe:
            while chunk := pipe.read(CHUNK):
                *lines, rest_of_line = (rest_of_line + chunk).split(b"\n")
                if self._is_flooded(len(chunk), len(lines)):
                    break
                for line in lines:
                    self._lines.put(line.decode("utf-8", "replace"))
        self._lines.put(None)

    def _is_flooded(self, size: int, lines: int) -> bool:
        """Count what was written; whether it is too much."""
        self._budget -= size
        self._remaining_lines -= lines
        if self._budget < 0:
            self._flood = f"{self.limits.bytes:,} bytes"
        elif self._remaining_lines < 0:
            self._flood = f"{self.limits.lines:,} lines"
        return bool(self._flood)

    def _read_errors(self) -> None:
        pipe = self._pipe(self._process.stderr)
        with suppress(OSError, ValueError), pipe:
            while chunk := pipe.read(CHUNK):
                self._errors = (self._errors + chunk)[-ERRORS:]

    def _pipe(self, pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe

    def end(self) -> None:
        """Ask it to end, and end it with all that it has started where it does not."""
        self.send(LeaveGame())
        self._outgoing.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(self.limits.grace)
        self.kill()

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        self._outgoing.put(None)
        if self._supervision is not None:
            self._supervision.close()  # the supervisor kills them, then ends
        else:
            self._process.kill()
        try:
            self._process.wait(SECONDS_TO_EXIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _write_all(pipe: IO[bytes], data: bytes) -> None:
    """Write all of it: a pipe that is not buffered takes a part at a time."""
    view = memoryview(data)
    while view:
        view = view[pipe.write(view) :]
