"""Every rule, ruling and vector of a game is named by a test, or listed as not built yet."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
LISTS = sorted(path for path in Path(__file__).parent.glob("*.txt") if not path.stem.endswith("_not_built"))


def named(prefix: str) -> set[str]:
    """All ids with this prefix that tests and their data name, the lists here left out."""
    pattern = re.compile(rf"\b{prefix}-[A-Z0-9]+-[0-9]+\b")
    files = [p for p in TESTS.rglob("*") if p.suffix in {".py", ".yaml", ".json"} and p.parent != Path(__file__).parent]
    return {id_ for path in files for id_ in pattern.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", LISTS, ids=[path.stem for path in LISTS])
def test_every_rule_is_named_by_a_test(path: Path) -> None:
    ids = set(path.read_text(encoding="utf-8").split())
    later = path.with_name(f"{path.stem}_not_built.txt")
    not_built = set(later.read_text(encoding="utf-8").split()) if later.exists() else set()

    missing = ids - named(next(iter(ids)).partition("-")[0])

    assert not_built == missing
