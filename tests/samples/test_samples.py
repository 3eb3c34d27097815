"""Old events load: each stored form still decodes, and encodes to the same bytes."""

import base64
from pathlib import Path

import msgspec
import pytest

from domain.kernel.codec import codec_of
from domain.kernel.command import tag
from tests.harness.lab import GAMES
from tests.samples.samples import path_of, wanted

SEATS = {"match.TokenRenewed", "match.HostPassed", "match.SeatRevoked", "match.NewcomerAsked", "match.NewcomerAnswered"}
RARE = {
    "freedonia": SEATS | {"match.SeatLeft", "match.SeatReplaced", "match.Undone"},
    "ultimatum": SEATS | {"match.SeatLeft", "match.SeatReplaced", "match.Undone", "ultimatum.BossWithdrawn"},
    "syndicate": {"match.SeatLeft", "match.Paused", "match.Resumed", "match.Undone", "syndicate.SleeperLapsed"},
    "parley": {"match.SeatLeft", "match.Undone"},
    "bazaar": {"match.SeatLeft", "match.Undone", "bazaar.Reshuffled"},
}


def kept(game: str) -> dict[str, str]:
    path: Path = path_of(game)
    return msgspec.json.decode(path.read_bytes(), type=dict[str, str])


@pytest.mark.parametrize("game", GAMES)
def test_every_stored_form_still_loads(game: str) -> None:
    codec = codec_of(GAMES[game])
    for name, sample in kept(game).items():
        event = codec.event(base64.b64decode(sample))
        assert name.partition(" ")[0] == tag(type(event))


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_a_game_has_a_sample(game: str) -> None:
    """Those that only the kernel's own tests bring about are named here."""
    have = {name.partition(" ")[0] for name in kept(game)}
    assert set() == wanted(GAMES[game]) - have - RARE.get(game, set())
