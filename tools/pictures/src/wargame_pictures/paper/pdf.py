"""A page for paper as a PDF, made by a browser: Chromium or one of its kin, which the computer has or has not."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from wargame_core import WargameError

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
"""The commands that can make a PDF, the one with no windows of its own first."""
VARIABLE = "CHROMIUM"
"""The variable of the environment that names another one."""
PATIENCE = 300
"""The seconds after which a browser that has made no PDF is stopped."""


def find_browser() -> str | None:
    """The browser that the environment names, or the first of `BROWSERS` that is installed."""
    return os.environ.get(VARIABLE) or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def write_pdf(page: Path, target: Path) -> None:
    """Print an HTML file with nothing outside of it to a PDF file, in the format that its style sheet names.

    Raises `WargameError` when there is no browser, or when it makes no PDF.
    """
    browser = find_browser()
    if browser is None:
        raise WargameError(
            f"a PDF needs a browser of the Chromium family, and none of {', '.join(BROWSERS)} is installed: install "
            f"one, or name it in the variable {VARIABLE}; or open {page} in any browser and print it to a file"
        )
    with TemporaryDirectory() as folder:
        pdf_file = Path(folder, "made.pdf")
        words = [browser, "--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/user"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            words.append("--no-sandbox")  # Chromium does not start as root otherwise; the page has no scripts
        try:
            result = subprocess.run(
                [*words, f"--print-to-pdf={pdf_file}", page.resolve().as_uri()],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise WargameError(f"{browser} made no PDF of {page}: {error}") from error
        if not pdf_file.is_file():
            last_words = result.stderr.strip().splitlines()[-1:] or [f"it ended with {result.returncode}"]
            raise WargameError(f"{browser} made no PDF of {page}: {last_words[0]}")
        shutil.move(pdf_file, target)
