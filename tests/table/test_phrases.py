"""What the pages say stands in one file: no other has words for a reader; a language is a file of the same names."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.table.javascript_literals import Literal, calls, literals

import wargame_table

CLIENT = Path(wargame_table.__file__).with_name("client")
ENGLISH = "phrases_en.js"
FOR_PROGRAMS = {"client.js", "device_key.js"}
"""Modules without a page: what they say is for who programs."""
_WORDS = re.compile(r"\w{2,}[,;:.]? [a-z]{2,}|\d [a-z]{3,}|^\s*[A-Z][a-z]+|^\s[a-z]{2,}")
"""Two words side by side, one behind a number, one with a capital, or one with a blank before it."""
_IF = r'(?:[^,;{}"]*[?:|] )?$'
"""A condition, of which the literal is one side."""
_AT_A_SINK = re.compile(
    r'(?:(?:\b(?:text|title|placeholder|alt)|"aria-(?:label|roledescription)"):|\.(?:textContent|title) =) ' + _IF
)
"""Where a literal is shown or read out: an attribute, a text, or one side of a condition for it."""
_LOOKS = re.compile(r"var\(--|^<|\{\d*[\w-]+:|^[MA-Z]?[\d. hvlaz-]+$|url\(")
"""What is a style or a drawing."""
_OF_THE_PROGRAM = re.compile(
    r"(?:Error|styleSheet|querySelector(?:All)?|closest|matches|matchMedia|encode|digest|getItem|setItem|select|svg)\($"
    r"|===\ $|from\ $|import\($|\bconst\ [A-Z]+\ =\ $|\.style\.\w+\ =\ $|\[$"
    r'|(?:\b(?:class|name|style|role|type|autocomplete|method|kind|tag|rel|what)|"(?:data-[a-z]+|Content-Type)"): '
    + _IF
)
"""What stands before literals that nobody reads: errors for who programs, looks, attributes, stored names."""
NAMES = {"Bearer {}", "Content-Type", "Ed25519", "Escape", "Enter", "any other", "ended here"}
"""Of the platform, and of values that a server sends."""


@cache
def phrases() -> dict[str, dict[str, str]]:
    """Every phrase of English by its name: its forms by the kind of number, "" where there is one form."""
    text = (CLIENT / ENGLISH).read_text("utf-8")
    found = dict[str, dict[str, str]]()
    for name, value in re.findall(r"^  (\w+): (.*),$", text, re.MULTILINE):
        assert name not in found, f"{name} stands twice in {ENGLISH}"
        forms = re.findall(r'(\w+): ("(?:[^"\\]|\\.)*")', value) if value.startswith("{") else [("", value)]
        found[name] = {form: json.loads(words) for form, words in forms}
    return found


def modules() -> dict[str, str]:
    """The modules of the client but the phrases, by their names."""
    return {path.name: path.read_text("utf-8") for path in CLIENT.glob("*.js") if path.name != ENGLISH}


def is_said(literal: Literal) -> bool:
    """Whether a literal seems to be words for a reader."""
    text = literal.text.replace("{}", "0")
    if re.search(r"\bphrase\([^()]*$", literal.before) or _LOOKS.search(text):
        return False
    if _AT_A_SINK.search(literal.before):
        return re.search(r"[A-Za-z]{2}", text) is not None
    known = literal.text in NAMES or text.startswith("wargame ")
    return not known and not _OF_THE_PROGRAM.search(literal.before) and _WORDS.search(text) is not None


def unlisted(name: str, script: str) -> Iterator[str]:
    """The literals of a module that are words for a reader and no phrases."""
    for literal in literals(script):
        if is_said(literal):
            yield f"{name}:{literal.line}: {literal.text[:80]!r} belongs into {ENGLISH}"


def test_no_other_module_has_words_for_a_reader() -> None:
    scripts = {name: script for name, script in modules().items() if name not in FOR_PROGRAMS}
    assert [problem for name, script in scripts.items() for problem in unlisted(name, script)] == []


@pytest.mark.parametrize(
    "line",
    [
        'make("p", { text: "Nothing happens" })',
        'make("button", { title: on ? "again" : "go" })',
        "note.textContent = `${count} more`;",
        "this.ask.say(`Taken back: ${gone}`);",
        'return names.length ? names[0] : "Nobody";',
        'make("label", {}, box, " a sign when somebody speaks")',
        'make("div", { "aria-label": "seats" })',
    ],
)
def test_words_for_a_reader_are_noticed(line: str) -> None:
    assert [*unlisted("some.js", line)] != []


@pytest.mark.parametrize(
    "line",
    [
        'make("p", { class: "link cite", text: phrase("nothing") })',
        'throw new Error("the server sent a frame of bytes")',
        "const shown = `translate(${x}px, ${y}px)`;",
        'part.querySelector("select, input, textarea")',
        'if (event.key === "Escape") close();',
    ],
)
def test_what_only_the_program_reads_is_let_through(line: str) -> None:
    assert [*unlisted("some.js", line)] == []


def test_no_page_has_words_of_its_own_but_its_title() -> None:
    for page in CLIENT.glob("*.html"):
        text = re.sub(r"<title>.*?</title>", "", page.read_text("utf-8"))
        assert re.findall(r">\s*[^<\s][^<]*<", text) == [], page.name
        assert re.findall(r'(?:aria-label|title|placeholder|alt)="[^"]+"', text) == [], page.name


def test_every_phrase_is_asked_for_and_every_name_that_is_asked_for_is_there() -> None:
    scripts, pages = modules(), [path.read_text("utf-8") for path in CLIENT.glob("*.html")]
    asked = {
        name for script in scripts.values() for call in calls(script, "phrase") for name in re.findall(r'"(\w+)"', call)
    }
    asked |= {name for page in pages for name in re.findall(r'data-phrase="(\w+)"', page)}
    listed = {literal.text for script in scripts.values() for literal in literals(script)}
    listed |= {name for script in scripts.values() for name in re.findall(r"(\w+): ", script)}
    assert [name for name in phrases() if name not in asked | listed] == [], "nobody says this"
    plain = {name for script in scripts.values() for name in re.findall(r'(?<![\w.])phrase\("(\w+)"', script)}
    assert plain - {*phrases()} == set()


def test_every_phrase_gets_the_fields_that_it_has() -> None:
    known, problems = phrases(), list[str]()
    for name, script in modules().items():
        for call in calls(script, "phrase"):
            asked = re.findall(r'^"(\w+)"(?:, \{(.*)\})?$', call, re.DOTALL)
            for phrase, given in asked:
                fields = {field for words in known[phrase].values() for field in re.findall(r"\{(\w+)\}", words)}
                fields |= {"count"} if len(known[phrase]) > 1 else set()
                missing = [field for field in fields if not re.search(rf"\b{field}\b", given)]
                problems += [f"{name}: {phrase} gets no {field}" for field in missing]
    assert problems == []


def test_a_phrase_that_depends_on_a_number_has_a_form_for_all_others() -> None:
    assert [name for name, forms in phrases().items() if "" not in forms and "other" not in forms] == []


def test_every_language_has_a_file_of_the_same_names() -> None:
    tags = re.findall(r'"(\w+)"', re.findall(r"LANGUAGES = \[(.*?)\]", (CLIENT / "phrases.js").read_text("utf-8"))[0])
    assert {f"phrases_{tag}.js" for tag in tags} == {path.name for path in CLIENT.glob("phrases_*.js")}
    for tag in tags:
        names = re.findall(r"^  (\w+): ", (CLIENT / f"phrases_{tag}.js").read_text("utf-8"), re.MULTILINE)
        assert {*names} <= {*phrases()}, tag
