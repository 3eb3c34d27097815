"""The guide for pack authors: its worked card, ambition and deck are built and played."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.freedonia import GAME
from domain.freedonia.cards.lint import problems
from domain.freedonia.commands import LayCard
from domain.freedonia.options import Options
from domain.freedonia.packs import rules
from domain.kernel.pack import Pack
from tests.harness.matches import new_match, play_on

GUIDE = (Path(__file__).parents[2] / "docs" / "games" / "freedonia.md").read_text(encoding="utf-8")
WORKED: list[dict[str, Any]] = [
    msgspec.json.decode(block) for block in re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
]


class Harbour(Options, frozen=True):
    """Options with the worked deck to choose."""

    deck: str = "harbourmaster"


@pytest.fixture
def pack() -> Pack:
    """The house pack with what the guide adds to it."""
    content: dict[str, Any] = msgspec.json.decode(GAME.pack().text) | {"id": "harbour"}
    for part in WORKED:
        for name, added in part.items():
            content[name] |= added
    return Pack(msgspec.json.encode(content))


def test_the_worked_pack_is_good(pack: Pack) -> None:
    """FRE-CARD-01, FRE-CARD-02."""
    built = rules(Harbour(), pack)

    assert [] == problems(built.content)
    assert ("free_port", True) == (built.ambition, built.own_ambition)


@pytest.mark.parametrize("policy", ["hard", "random"])
def test_the_worked_deck_is_played_to_an_end_and_its_card_is_laid(pack: Pack, policy: str) -> None:
    game, laid = replace(GAME, packs=(pack,), options=Harbour), set()
    for seed in range(3):
        match = new_match(game, seed, (policy, "random"))
        laid |= {answer.command.card for _, answer in play_on(match) if isinstance(answer.command, LayCard)}
        assert match.outcome is not None
    assert "customs_house" in laid


def test_the_guide_names_every_command_ability_and_ending_rule() -> None:
    """A guide that lags behind the game fails here."""
    commands = {str(kind.__struct_config__.tag) for kind in GAME.commands}
    assert set() == {name for name in commands if name not in GUIDE}
    for word in ("FRE-LAY-03", "bastion", "suspend_election", "aim_anger", "brings", "one_off", "far_reaching"):
        assert word in GUIDE
