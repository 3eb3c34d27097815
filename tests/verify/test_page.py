"""docs/verify.md is true: its examples are carried out, and the match they speak of is the one that is there."""

import doctest
import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from service.audit import archive
from service.audit.words import show
from tests.verify.example import FILE, lines
from tests.verify.forging import told
from tests.verify.second import VERIFIER, says

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "verify.md"


def test_the_example_is_the_match_that_it_is_made_of() -> None:
    """`python -m tests.verify --write` makes it anew where the rules or the form have changed."""
    assert lines() == FILE.read_bytes()


def test_every_step_by_hand_gives_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", report=True)
    assert (0, True) == (failed, tried > 20)


def test_the_program_says_what_the_page_says() -> None:
    _, record = archive.parsed(FILE.read_bytes().removesuffix(b"\n").split(b"\n"))
    console = Console(width=1_000, file=io.StringIO(), record=True)
    show(told(record), console)
    block = re.search(r"```text\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    assert block[1].split("\n") == [line.rstrip() for line in console.export_text().split("\n")]


def test_the_second_verifier_agrees_and_is_short_and_needs_no_package() -> None:
    assert says(FILE).startswith("sound 8 6 ")
    source = VERIFIER.read_text()
    assert len(source.splitlines()) < 150
    assert {"node:crypto", "node:fs"} == set(re.findall(r'from "(.*)";', source))
