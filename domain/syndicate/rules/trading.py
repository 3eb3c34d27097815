"""Trading between seats whose turn it is not (rulebook: Trading)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate.frames import Turn, WaitForPhantom
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules.board import holds_all
from domain.syndicate.rules.refusals import BAD_CHOICE, no
from domain.syndicate.state import State, Trade

NOT_ALLOWED = no("trade_not_allowed", "SND-TRADE-01", "These seats cannot trade now.")
NOT_HELD = no("trade_not_held", "SND-TRADE-04", "Somebody does not hold what would change hands.")
STALE = no("trade_stale", "SND-TRADE-03", "There is no such offer for you.")


def is_open(rules: Rules, state: State) -> bool:
    """SND-TRADE-01, SND-PH-07: trading goes on only while a turn of phase 1 waits for its party."""
    return rules.options.trading and isinstance(state.top, Turn | WaitForPhantom)


def partners(rules: Rules, state: State, seat: str) -> list[str]:
    """SND-TRADE-01, SND-TRADE-07: whom a seat may make an offer to; one open offer to each at a time."""
    if not is_open(rules, state) or seat == state.active:
        return []
    offered = {trade.to for trade in state.trades if trade.seat == seat}
    return [other for other in state.mats if other not in {seat, state.active} and other not in offered]


def _bundle(side: c.Give | c.Want) -> Bundle:
    return Bundle(side.credits, side.influence, side.crew)


def _owns(rules: Rules, state: State, seat: str, places: tuple[str, ...]) -> bool:
    """SND-R-33: bases change hands only where that was agreed, each once."""
    if places and not rules.options.trade_bases:
        return False
    return len(set(places)) == len(places) and all(state.owner(place) == seat for place in places)


def why_not_propose(rules: Rules, state: State, seat: str, command: c.ProposeTrade) -> Refused | None:
    """SND-TRADE-01, SND-TRADE-04: neither is active, and both hold what would move."""
    if command.to not in partners(rules, state, seat):
        return NOT_ALLOWED
    giver, taker, give, want = state.mats[seat], state.mats[command.to], command.give, command.want
    gives = holds_all(giver.hand.faces(), give.cards) and holds_all(giver.chips.faces(), give.chips)
    counts = want.cards <= len(taker.hand) and want.chips <= len(taker.chips)
    purses = giver.purse.covers(_bundle(give)) and taker.purse.covers(_bundle(want))
    owned = _owns(rules, state, seat, give.bases) and _owns(rules, state, command.to, want.bases)
    if not (gives and counts and purses and owned):
        return NOT_HELD
    things = (*give.cards, *give.chips, *give.bases, *want.bases)
    if not (_bundle(give) or _bundle(want) or things or want.cards or want.chips):
        return no("trade_empty", "SND-TRADE-03", "Nothing would change hands.")
    return None


def propose(play: Play[State], seat: str, command: c.ProposeTrade) -> None:
    """SND-TRADE-06: what is offered is put aside, seen by both."""
    give, want = command.give, command.want
    play.emit(
        e.TradeProposed(
            seat=seat,
            partner=command.to,
            trade=play.state.trade_count + 1,
            who=(seat, command.to),
            give=_bundle(give),
            bases=give.bases,
            card_count=len(give.cards),
            chip_count=len(give.chips),
            cards=give.cards,
            chips=give.chips,
            want=_bundle(want),
            want_cards=want.cards,
            want_chips=want.chips,
            want_bases=want.bases,
        )
    )


def can_be_kept(rules: Rules, state: State, trade: Trade) -> bool:
    """Whether both sides still hold what they would give."""
    giver, taker = state.mats[trade.seat], state.mats[trade.to]
    counts = trade.want_cards <= len(taker.hand) and trade.want_chips <= len(taker.chips)
    owned = _owns(rules, state, trade.seat, trade.bases) and _owns(rules, state, trade.to, trade.want_bases)
    return counts and owned and giver.purse.covers(trade.give) and taker.purse.covers(trade.want)


def answerable(rules: Rules, state: State, seat: str) -> list[Trade]:
    """The open offers to a seat, while trading goes on."""
    return [trade for trade in state.trades if trade.to == seat] if is_open(rules, state) else []


def own(rules: Rules, state: State, seat: str) -> list[Trade]:
    """The open offers of a seat, while trading goes on."""
    return [trade for trade in state.trades if trade.seat == seat] if is_open(rules, state) else []


def why_not_accept(rules: Rules, state: State, seat: str, command: c.AcceptTrade) -> Refused | None:
    """SND-TRADE-03: an offer that can be kept, and exactly the numbers asked for."""
    trade = next((trade for trade in answerable(rules, state, seat) if trade.id == command.trade), None)
    if trade is None or not can_be_kept(rules, state, trade):
        return STALE
    mat = state.mats[seat]
    if not (holds_all(mat.hand.faces(), command.cards) and holds_all(mat.chips.faces(), command.chips)):
        return NOT_HELD
    if (len(command.cards), len(command.chips)) != (trade.want_cards, trade.want_chips):
        return BAD_CHOICE
    return None


def accept(play: Play[State], seat: str, command: c.AcceptTrade) -> None:
    """SND-TRADE-03, SND-TRADE-05: everything moves at once."""
    trade = play.state.trade(command.trade)
    if trade is not None:
        play.emit(
            e.TradeExecuted(
                seat=trade.seat,
                partner=seat,
                trade=trade.id,
                who=(trade.seat, seat),
                cards=command.cards,
                chips=command.chips,
            )
        )


def why_not_decline(rules: Rules, state: State, seat: str, number: int) -> Refused | None:
    """Only who got the offer declines it."""
    return None if any(trade.id == number for trade in answerable(rules, state, seat)) else STALE


def why_not_withdraw(rules: Rules, state: State, seat: str, number: int) -> Refused | None:
    """Only who made the offer withdraws it."""
    return None if any(trade.id == number for trade in own(rules, state, seat)) else STALE


def expire(play: Play[State], party: str | None) -> None:
    """SND-TRADE-02: offers end when a partner becomes active; without a party, all of them."""
    for trade in list(play.state.trades):
        if party is None or party in {trade.seat, trade.to}:
            play.emit(e.TradeClosed(trade=trade.id, why="expired"))
