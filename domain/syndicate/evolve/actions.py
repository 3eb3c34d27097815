"""What seats do in their turns besides attempts."""

from collections.abc import Callable
from typing import Any

from domain.kernel.audience import Event
from domain.kernel.zones import Card, Hand
from domain.syndicate import events as e
from domain.syndicate.evolve.opening import said
from domain.syndicate.meta import PHANTOM
from domain.syndicate.resources import Bundle
from domain.syndicate.state import Base, State, Trade


def _base_purchased(state: State, event: e.BasePurchased) -> None:
    mat = state.mats[event.seat]
    mat.purse -= event.paid
    state.bases[event.territory] = Base(event.seat)
    for card in state.board_chips.pop(event.territory).cards if event.chip is not None else ():
        mat.chips.put(card.face)


def _base_fortified(state: State, event: e.BaseFortified) -> None:
    state.bases[event.territory].fortified = True
    if event.party != PHANTOM:
        state.mats[event.party].purse -= event.paid


def _base_taken(state: State, event: e.BaseTaken) -> None:
    base = state.bases[event.territory]
    base.owner, base.fortified, base.research = event.winner, False, 0


def _base_seized(state: State, event: e.BaseSeized) -> None:
    del state.bases[event.territory]


def _research_converted(state: State, event: e.ResearchConverted) -> None:
    state.bases[event.territory].research = 0


def _level_raised(state: State, event: e.LevelRaised) -> None:
    mat = state.mats[event.seat]
    if event.track == "tech":
        mat.tech = event.level
    else:
        mat.reinf_armed += event.level - mat.assault
        mat.assault = event.level


def _tech_bonus(state: State, event: e.TechBonusReached) -> None:
    mat = state.mats[event.seat]
    mat.ranks.append(event.rank)
    mat.purse += Bundle(credits=event.credits)


def _tech_taken(state: State, event: e.AdvancedTechTaken) -> None:
    mat = state.mats[event.seat]
    mat.purse += Bundle(credits=event.credits)
    if event.tech is not None:
        state.techs.remove(event.tech)
        mat.techs.append(event.tech)


def _level_purchased(state: State, event: e.LevelPurchased) -> None:
    mat = state.mats[event.seat]
    mat.purse -= Bundle(credits=event.price)
    mat.market[event.track] = sorted([*mat.market[event.track], event.box])


def _exchanged(state: State, event: e.ResourcesExchanged) -> None:
    mat = state.mats[event.seat]
    mat.purse = mat.purse - event.paid + event.received


def _card_sold(state: State, event: e.CardSold) -> None:
    mat = state.mats[event.seat]
    state.discard.append(mat.hand.take(event.card).face)
    mat.purse += event.gain


def _chip_played(state: State, event: e.ChipPlayed) -> None:
    state.chips_played.append(state.mats[event.seat].chips.take(event.chip).face)


def _gained(state: State, event: e.ResourcesGained) -> None:
    state.mats[event.seat].purse += event.gain


def _rearmed(state: State, event: e.DiceRearmed) -> None:
    mat = state.mats[event.seat]
    mat.dice_armed += event.number
    mat.dice_used -= event.number


def _ability_used(state: State, event: e.AbilityUsed) -> None:
    state.mats[event.seat].spent.append(event.ability)


def _sleeper_activated(state: State, event: e.SleeperActivated) -> None:
    mat = state.mats[event.seat]
    if event.burned is not None:
        state.discard.append(mat.slot.take(event.burned).face)
    mat.slot.put(mat.hand.take(event.card).face)
    mat.slot_changes += 1


def _put_aside(hand: Hand, faces: tuple[str, ...], to: str) -> Hand:
    """Offered things lie in the offer, seen by the partner too."""
    return Hand([Card(hand.take(face).face, (to,)) for face in faces], hand.seat)


def _trade_proposed(state: State, event: e.TradeProposed) -> None:
    mat = state.mats[event.seat]
    state.trade_count = event.trade
    state.trades.append(
        Trade(
            id=event.trade,
            seat=event.seat,
            to=event.partner,
            give=event.give,
            bases=event.bases,
            cards=_put_aside(mat.hand, event.cards, event.partner),
            chips=_put_aside(mat.chips, event.chips, event.partner),
            want=event.want,
            want_cards=event.want_cards,
            want_chips=event.want_chips,
            want_bases=event.want_bases,
        )
    )


def _taken_out(state: State, number: int) -> Trade:
    trade = next(trade for trade in state.trades if trade.id == number)
    state.trades.remove(trade)
    return trade


def _lay_down(state: State, trade: Trade, seat: str) -> None:
    """What was put aside goes to the hand of a seat."""
    for card in trade.cards.cards:
        state.mats[seat].hand.put(card.face)
    for chip in trade.chips.cards:
        state.mats[seat].chips.put(chip.face)


def _trade_executed(state: State, event: e.TradeExecuted) -> None:
    trade = _taken_out(state, event.trade)
    giver, taker = state.mats[trade.seat], state.mats[trade.to]
    _lay_down(state, trade, trade.to)
    for face in event.cards:
        giver.hand.put(taker.hand.take(face).face)
    for face in event.chips:
        giver.chips.put(taker.chips.take(face).face)
    giver.purse = giver.purse - trade.give + trade.want
    taker.purse = taker.purse + trade.give - trade.want
    for places, winner in ((trade.bases, trade.to), (trade.want_bases, trade.seat)):
        for place in places:
            state.bases[place].owner, state.bases[place].research = winner, 0


def _trade_closed(state: State, event: e.TradeClosed) -> None:
    trade = _taken_out(state, event.trade)
    _lay_down(state, trade, trade.seat)


EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {
    e.BasePurchased: _base_purchased,
    e.BaseFortified: _base_fortified,
    e.BaseTaken: _base_taken,
    e.BaseSeized: _base_seized,
    e.ResearchConverted: _research_converted,
    e.LevelRaised: _level_raised,
    e.TechBonusReached: _tech_bonus,
    e.AdvancedTechTaken: _tech_taken,
    e.LevelPurchased: _level_purchased,
    e.ResourcesExchanged: _exchanged,
    e.CardSold: _card_sold,
    e.ChipPlayed: _chip_played,
    e.ResourcesGained: _gained,
    e.DiceRearmed: _rearmed,
    e.AbilityUsed: _ability_used,
    e.SleeperActivated: _sleeper_activated,
    e.TradeProposed: _trade_proposed,
    e.TradeExecuted: _trade_executed,
    e.TradeClosed: _trade_closed,
    e.PhantomReadied: said,
}
