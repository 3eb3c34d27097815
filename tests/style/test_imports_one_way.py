"""Imports run one way: service → api_schema → domain; a game knows the kernel and itself, no other game."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ("domain", "api_schema", "service", "tests")
# The rules neither do I/O nor look at a clock: what happens is told to them.
IMPURE = {
    "asyncio", "http", "io", "logging", "multiprocessing", "os", "secrets", "select", "shutil", "signal", "socket",
    "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def imported(source: str) -> Iterator[str]:
    """Every module that the source imports, at any depth; a relative one starts with a dot.

    `from a import b` counts as `a.b`: whether b is a module or a name in one, it lives under a.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def lies_in(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def is_pure_library(module: str) -> bool:
    top = module.partition(".")[0]
    return top == "msgspec" or (top in sys.stdlib_module_names and top not in IMPURE)


def own_packages(importer: str) -> tuple[str, ...]:
    """What of this project the importing module, named with dots, may import."""
    parts = importer.split(".")
    if parts[:2] == ["tests", "games"]:
        return ("domain.kernel", ".".join(parts[:3]))
    if parts[0] == "domain":
        return ("domain.kernel", ".".join(parts[:2]))
    # Shared code finds games by discovery and names none.
    return {
        "api_schema": ("domain.kernel", "api_schema"),
        "service": ("domain.kernel", "api_schema", "service"),
        "tests": LAYERS,
    }[parts[0]]


def is_rules(importer: str) -> bool:
    return lies_in(importer, "domain") or lies_in(importer, "tests.games")


def may_import(importer: str, module: str) -> bool:
    if module.partition(".")[0] in LAYERS:
        return any(lies_in(module, package) for package in own_packages(importer))
    if module.startswith("."):
        return False
    return is_pure_library(module) if is_rules(importer) else True


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_import_of_the_project_runs_down_the_layers() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for layer in LAYERS
        for path in sorted((ROOT / layer).rglob("*.py"))
        for module in imported(path.read_text())
        if not may_import(dotted(path), module)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("domain.kernel.play", "from domain.ultimatum import GAME"),
        ("domain.kernel.play", "import litestar"),
        ("domain.kernel.play", "from time import monotonic"),
        ("domain.kernel.play", "from . import zones"),
        ("domain.ultimatum.decide", "import domain.syndicate.state"),
        ("domain.ultimatum.decide", "def late():\n    from domain import freedonia"),
        ("domain.ultimatum.decide", "from api_schema.problem import Problem"),
        ("domain.ultimatum_two.decide", "from domain.ultimatum.state import State"),
        ("api_schema.matches", "from service import app"),
        ("api_schema.matches", "from domain.ultimatum.commands import Command"),
        ("service.app", "from domain.ultimatum import GAME"),
        ("service.app", "import tests.games.parley"),
        ("tests.games.parley.decide", "from tests.games import bazaar"),
        ("tests.games.parley.decide", "from domain.ultimatum.state import State"),
    ],
)
def test_an_import_against_the_layers_is_seen(importer: str, source: str) -> None:
    assert [may_import(importer, module) for module in imported(source)] == [False]


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("domain.kernel.play", "import hmac, msgspec"),
        ("domain.ultimatum.decide", "from domain.kernel.zones import Hand"),
        ("domain.ultimatum.rules.scoring", "from domain.ultimatum.state import State"),
        ("api_schema.matches", "from domain.kernel.decision import Decision"),
        ("service.app", "from litestar import Litestar\nfrom api_schema.problem import Problem"),
        ("tests.games.parley.decide", "from tests.games.parley.state import State"),
        ("tests.golden.test_ultimatum", "from domain.ultimatum import GAME"),
    ],
)
def test_an_import_along_the_layers_passes(importer: str, source: str) -> None:
    assert {may_import(importer, module) for module in imported(source)} == {True}
