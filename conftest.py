"""Lets the examples of README and docs stand in fenced blocks, as GitHub shows them."""

import doctest
import re


class FencedParser(doctest.DocTestParser):
    """Reads a closing fence as the end of the expected output; plain doctest takes it for output."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        """The examples of a text; a fence counts as an empty line, so that line numbers stay right."""
        return super().parse(re.sub(r"(?m)^[ \t]*(```|~~~).*$", "", string), name)


doctest.DocTestParser = FencedParser  # type: ignore[misc]  # pytest offers no option for it
