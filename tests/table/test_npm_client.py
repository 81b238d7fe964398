"""The client for programs in JavaScript: held to the recorded conversation in node, where there is no page."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import wargame_table

CLIENT = Path(wargame_table.__file__).with_name("client")
SCRIPT = Path(__file__).with_name("client_of_programs.mjs")
NODE = shutil.which("node")
pytestmark = [pytest.mark.skipif(NODE is None, reason="needs node")]
CASES = re.findall(r"^  async (\w+)\(", SCRIPT.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("case", CASES)
def test_what_the_client_for_programs_does(case: str, tmp_path: Path) -> None:
    shutil.copytree(CLIENT, tmp_path / "client")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")  # node takes files for modules by this
    command = [str(NODE), str(SCRIPT), (tmp_path / "client").as_uri(), case]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr[-3000:]
