"""Setting up a campaign (rulebook: NGATA, Set-Up)."""

from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate.frames import Idle
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.state import State

SOURCE = "cora"


def deck_places(rules: Rules) -> list[str]:
    """SND-SOLO-02: Cora's deck, then those of the vaults in order; the last vault has none."""
    return [SOURCE, *(vault.territory for vault in rules.vaults()[:-1])]


def begin(rules: Rules, play: Play[State], seat: str) -> None:
    """SND-SOLO-01 to SND-SOLO-05, SND-R-63, SND-R-76."""
    start = rules.content.solo_start
    play.emit(
        e.CampaignBegan(
            seat=seat,
            setup=rules.options.solo_setup,
            ship=start.ship,
            fuel=start.fuel,
            resources=Bundle(start.credits, start.influence, start.crew),
            assault=start.assault,
            vaults=tuple(vault.territory for vault in rules.vaults()),
        )
    )
    for place in deck_places(rules):
        _shuffle(play, place, [card.id for card in rules.content.solo_missions if card.deck == place])
    _shuffle(play, "fuel", [card.face for card in rules.content.fuel for _ in range(card.copies)])
    _shuffle(play, "confrontations", list(rules.confrontations))
    play.state.push(Idle())


def _shuffle(play: Play[State], deck: str, faces: list[str]) -> None:
    order = tuple(play.chance.shuffle(f"deck {deck}", faces))
    play.emit(e.DeckShuffled(deck=deck, count=len(order), order=order))
