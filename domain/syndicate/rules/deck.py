"""The deck of operation cards (rulebook: Preparing the Game Board 5; Resource Collection 1)."""

from typing import Literal

from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate.state import State


def draw(play: Play[State], seat: str, n: int, reason: Literal["deal", "collection", "effect"]) -> None:
    """SND-COL-08, SND-R-25: from the top; when it runs short the shuffled discards go below, and if that is
    not enough either, less is drawn."""
    state = play.state
    if len(state.deck) < n and state.discard:
        order = tuple(play.chance.shuffle("operations", state.discard))
        play.emit(e.OperationsShuffled(count=len(order), reshuffle=True, order=order))
    cards = tuple(card.face for card in state.deck.cards[:n])
    if cards:
        play.emit(e.CardsDrawn(seat=seat, count=len(cards), reason=reason, cards=cards))
