"""Mission cards and ordinary missions (rulebook: Missions; Ordinary Missions)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards.campaign import Ordinary
from domain.syndicate.packs import Rules
from domain.syndicate.rules.ngata import cargo, ending
from domain.syndicate.rules.ngata.ship import perk
from domain.syndicate.rules.ngata.vaults import open_decks
from domain.syndicate.rules.refusals import CANNOT_AFFORD, ENCUMBERED, no
from domain.syndicate.state import State

MOST = 4
NOT_IN_HAND = no("card_not_in_hand", "SND-SOLO-19", "You do not have this mission in hand.")


def why_not_draw(state: State, deck: str) -> Refused | None:
    """SND-SOLO-18, SND-SOLO-19, SND-SOLO-39, SND-R-75."""
    solo = state.solo
    if deck not in solo.decks or solo.ship != deck:
        return no("not_at_source", "SND-SOLO-18", "The deck does not lie where the ship is.")
    if deck not in open_decks(state):
        return no("vault_locked", "SND-SOLO-18", "This vault is locked.")
    if not len(solo.decks[deck]):
        return no("deck_empty", "SND-SOLO-18", "No mission is left here.")
    if len(solo.hand) >= MOST:
        return no("hand_full", "SND-SOLO-19", "You may hold four missions.")
    return ENCUMBERED if solo.troubled() else None


def draw(play: Play[State], deck: str) -> None:
    """SND-SOLO-18."""
    play.emit(e.MissionDrawn(deck=deck, card=play.state.solo.decks[deck].cards[0].face))


def why_not_discard(state: State, card: str) -> Refused | None:
    """SND-SOLO-20."""
    solo = state.solo
    if solo.special is not None and solo.special.card == card:
        return no("special_is_active", "SND-SOLO-25", "This mission is going on.")
    return None if card in solo.hand else NOT_IN_HAND


def hands_options(rules: Rules, state: State, card: Ordinary) -> tuple[int | None, ...]:
    """SND-SOLO-23: none, or those of the card that can be paid."""
    paid = [place for place, more in enumerate(card.hands) if state.solo.purse.credits >= more.credits]
    return (None, *paid)


def attemptable(rules: Rules, state: State) -> list[Ordinary]:
    """SND-SOLO-21: ordinary missions in hand that can be attempted where the ship is."""
    if state.solo.troubled():
        return []
    cards = [rules.solo_missions[name] for name in state.solo.hand]
    return [card for card in cards if isinstance(card, Ordinary) and card.territory == state.solo.ship]


def why_not_attempt(rules: Rules, state: State, name: str, hands: int | None) -> Refused | None:
    """SND-SOLO-21, SND-SOLO-23, SND-SOLO-39."""
    solo = state.solo
    if name not in solo.hand:
        return NOT_IN_HAND
    card = rules.solo_missions[name]
    if not isinstance(card, Ordinary):
        return no("not_ordinary", "SND-SOLO-23", "This is a special mission.")
    if card.territory != solo.ship:
        return cargo.NOT_AT_PLACE
    if solo.troubled():
        return ENCUMBERED
    if hands is not None and hands >= len(card.hands):
        return no("no_such_hands", "SND-SOLO-23", "The card offers no such hands.")
    return None if hands in hands_options(rules, state, card) else CANNOT_AFFORD


def attempt(rules: Rules, play: Play[State], name: str, hands: int | None) -> None:
    """SND-SOLO-22 to SND-SOLO-24, SND-R-73, SND-R-92: the best of all dice; they are not used up."""
    card = rules.solo_missions[name]
    if not isinstance(card, Ordinary):
        raise TypeError(card)
    more = card.hands[hands].dice if hands is not None else 0
    number = 1 + more + perk(rules, play.state, "extra_die", 0)
    dice = tuple(play.chance.pick("mission die", 6) + 1 for _ in range(number))
    success = max(dice) >= card.win_at
    paid = card.hands[hands].credits if hands is not None else 0
    play.emit(e.SoloMissionRolled(card=name, paid=paid, dice=dice, win_at=card.win_at, success=success))
    if success:
        cargo.reward(play, name, card.reward)
    else:
        ending.raise_alert(rules, play, card.fail_alert, "failed_mission")
