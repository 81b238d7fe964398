"""Runs a command within limits and ends all that it has started: a script that needs the standard library alone.

``python supervisor.py LINE MEMORY PROCESSES COMMAND...``: LINE is the descriptor of a socket to the process that wants
the command run. When that closes it, or dies, or the command ends or exceeds a limit, every process that descends from
the command is killed, also one that has left its group; before that a sentence on LINE says how the command ended.
Limits of memory and the search for descendants are those of Linux; elsewhere the group of the command is killed.
"""

import ctypes
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress

TICK = 0.1
"""Seconds between two looks at what the command does."""
LARGEST_FILE = 1 << 30
"""Bytes of the largest file that the command may write."""
REAPER, DEATH_SIGNAL = 36, 1
"""The numbers of two settings of a process on Linux: orphans become its children; a signal when its parent dies."""
ROUNDS = 200
"""How often what is found is killed: what forks in the meantime is found in the next round."""


def set_on_linux(setting: int, value: int) -> None:
    """Change a setting of this process; nothing happens on other systems."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(setting, value, 0, 0, 0)


def run(command: list[str], memory: int, line: socket.socket) -> None:
    """Become the command, within limits. A command that cannot be run is told on the line."""
    os.setsid()
    set_on_linux(DEATH_SIGNAL, signal.SIGKILL)
    for kind, most_of_kind in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # a lower limit holds already
            resource.setrlimit(kind, (most_of_kind, most_of_kind))
    try:
        os.execvp(command[0], command)
    except OSError as problem:
        line.sendall(f"could not be run ({problem.strerror})".encode())
        os._exit(1)


def descendants_of(process: int) -> list[int]:
    """The processes that a process has started, and theirs; none where the system does not tell."""
    descendants, next_processes = list[int](), [process]
    while next_processes:
        children = [child for parent in next_processes for child in children_of(parent)]
        descendants += children
        next_processes = children
    return descendants


def children_of(process: int) -> Iterator[int]:
    """The processes that one has started itself; none where the system does not tell."""
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                yield from map(int, file.read().split())


def memory_of(process: int) -> int:
    """The bytes of memory that a process occupies; 0 where the system does not tell."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def excess(memory: int, processes: int) -> str:
    """What the command uses too much of, in words; empty where it keeps within the limits."""
    descendants = descendants_of(os.getpid())
    if len(descendants) > processes:
        return f"had {len(descendants)} processes; at most {processes} may run"
    if (memory_use := sum(map(memory_of, descendants))) > memory:
        return f"occupied {memory_use >> 20:,} MB of memory; at most {memory >> 20:,} MB are allowed"
    return ""


def ended_child(child: int) -> str:
    """How the command ended, in words; empty while it runs. Whatever else has ended is put away."""
    words = ""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                break
            if process == child:
                code = os.waitstatus_to_exitcode(status)
                words = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
    return words


def kill_all(child: int) -> None:
    """Kill the command and all that descends from it."""
    for _ in range(ROUNDS):
        with suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        descendants = descendants_of(os.getpid())
        for process in descendants:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        ended_child(child)
        if not descendants:
            return


def main() -> None:
    """Run the command of the command line until it ends, or nobody wants it any more."""
    line, memory, processes = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])
    line.set_inheritable(False)
    set_on_linux(REAPER, 1)
    if not (child := os.fork()):
        run(sys.argv[4:], memory, line)
    for stream in (0, 1, 2):  # the pipes are the command's alone: they close when it ends
        os.close(stream)
    words = ""
    while not words:
        if select.select([line], [], [], TICK)[0]:
            break
        words = ended_child(child) or excess(memory, processes)
    with suppress(OSError):
        line.sendall(words.encode())
    kill_all(child)


if __name__ == "__main__":
    main()
