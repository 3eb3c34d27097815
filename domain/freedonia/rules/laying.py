"""Laying cards, decoys and orders (rules text: Lay and reveal 5-7; The Opposition's tricks)."""

from domain.freedonia import events as e
from domain.freedonia.cards.content import BarVenue, GainFiat, PeekLay
from domain.freedonia.meta import LEADER, OPPOSITION, VENUES, other
from domain.freedonia.packs import Rules
from domain.freedonia.rules import reveal
from domain.freedonia.rules.hands import NOT_IN_HAND
from domain.freedonia.state import Camp, Lay, Laying, State
from domain.kernel.play import Play
from domain.kernel.refusal import Refused

NOT_YOURS = Refused(code="no_such_decision", rule="FRE-DECOY-01", message="Decoys are the Opposition's alone.")


def in_venue(camp: Camp, venue: str) -> list[Lay]:
    """What a seat's draft has in a venue."""
    return [lay for lay in camp.draft if lay.venue == venue]


def barred(rules: Rules, state: State, seat: str) -> str | None:
    """The venue in which a seat may not lay this year, or None (FRE-ORDER-05)."""
    enemy = other(seat)
    return state.in_force.get(enemy) if isinstance(rules.order(enemy).effect, BarVenue) else None


def why_not_lay(rules: Rules, state: State, seat: str, card: str, venue: str) -> Refused | None:
    """FRE-LAY-02..04, FRE-ORDER-05, FRE-DECOY-01: in a home that has room, for money that is there."""
    camp = state.camps[seat]
    if card not in camp.hand.faces():
        return NOT_IN_HAND
    if barred(rules, state, seat) == venue:
        return Refused(code="venue_barred", rule="FRE-ORDER-05", message="You may not lay there this year.")
    if venue not in rules.cards[card].homes:
        return Refused(code="not_a_home", rule="FRE-LAY-03", message="This venue is not a home of the card.")
    here = in_venue(camp, venue)
    if len(here) >= rules.places(seat):
        return Refused(code="venue_full", rule="FRE-LAY-02", message="You have laid all you may there.")
    if any(lay.name is None for lay in here):
        return Refused(code="decoy_there", rule="FRE-DECOY-01", message="Your decoy lies there.")
    if rules.cards[card].cost > camp.fiat:
        return Refused(code="not_enough_fiat", rule="FRE-LAY-04", message="You cannot pay for this card.")
    return None


def lay(rules: Rules, play: Play[State], seat: str, card: str, venue: str) -> None:
    """FRE-LAY-04: out of the hand, and paid for."""
    slot = free_slot(play.state, seat, venue)
    cost = rules.cards[card].cost
    play.emit(e.CardLaid(seat=seat, slot=slot, card=card, venue=venue, face=rules.face(card), cost=cost))


def slot_id(state: State, seat: str, venue: str, position: int) -> str:
    """FRE-SECRET-03: a handle of year, seat, venue and position alone."""
    return f"{state.year}/{seat}/{venue}/{position}"


def free_slot(state: State, seat: str, venue: str) -> str:
    """The first free position of a seat in a venue."""
    taken = {lay.slot for lay in state.camps[seat].draft}
    slots = (slot_id(state, seat, venue, position) for position in range(1, 10))
    return next(slot for slot in slots if slot not in taken)


def why_not_decoy(rules: Rules, state: State, seat: str, venue: str, face: str | None) -> Refused | None:
    """FRE-DECOY-01, FRE-DECOY-02: the Opposition's, once a year, alone in any venue, with any face."""
    camp = state.camps[seat]
    if seat != OPPOSITION:
        return NOT_YOURS
    if not rules.decoys:
        return Refused(code="decoys_off", rule="FRE-DECOY-01", message="There are no decoys in this match.")
    if camp.decoy_used:
        return Refused(code="decoy_used", rule="FRE-DECOY-01", message="You have laid your decoy this year.")
    if in_venue(camp, venue):
        return Refused(code="venue_not_empty", rule="FRE-DECOY-01", message="A decoy lies alone.")
    if face not in faces(rules):
        return Refused(code="unknown_face", rule="FRE-DECOY-02", message="No card shows this picture.")
    return None


def faces(rules: Rules) -> tuple[str | None, ...]:
    """What a decoy may show (FRE-DECOY-02, FRE-RUL-02)."""
    return rules.content.faces if rules.options.backs == "faction" else (None,)


def lay_decoy(rules: Rules, play: Play[State], seat: str, venue: str, face: str | None) -> None:
    """FRE-DECOY-01: free, and like a card in every way that can be seen."""
    play.emit(e.DecoyLaid(seat=seat, slot=free_slot(play.state, seat, venue), venue=venue, face=face))


def why_not_take_back(state: State, seat: str, slot: str) -> Refused | None:
    """FRE-LAY-07, FRE-RUL-55: what is in one's draft."""
    if any(lay.slot == slot for lay in state.camps[seat].draft):
        return None
    return Refused(code="unknown_slot", rule="FRE-LAY-07", message="You have laid nothing there that is not sealed.")


def take_back(rules: Rules, play: Play[State], seat: str, slot: str) -> None:
    """FRE-LAY-04, FRE-LAY-07: back in hand, and refunded."""
    name = next(lay.name for lay in play.state.camps[seat].draft if lay.slot == slot)
    refund = rules.cards[name].cost if name else 0
    play.emit(e.LayTakenBack(seat=seat, slot=slot, refund=refund))


def why_not_order(rules: Rules, state: State, seat: str, venue: str | None) -> Refused | None:
    """FRE-ORDER-01, FRE-ORDER-03: the order of this term, with the venue that it names."""
    camp = state.camps[seat]
    if camp.order == "none":
        return Refused(code="no_order", rule="FRE-ORDER-03", message="You have no order this term.")
    if camp.order == "spent" or camp.staged:
        return Refused(code="order_spent", rule="FRE-ORDER-01", message="You have played your order of this term.")
    if rules.order(seat).has_target and venue is None:
        return Refused(code="target_needed", rule="FRE-ORDER-04", message="Your order names a venue.")
    if not rules.order(seat).has_target and venue is not None:
        return Refused(code="no_target", rule="FRE-ORDER-04", message="Your order names no venue.")
    return None


def targets(rules: Rules, seat: str) -> tuple[str | None, ...]:
    """What a seat's order may name."""
    return VENUES if rules.order(seat).has_target else (None,)


def play_order(rules: Rules, play: Play[State], seat: str, venue: str | None) -> None:
    """FRE-LAY-05: staged until the seal, or carried out at once."""
    order = rules.decks[seat].order
    if rules.order(seat).timing == "at_seal" and venue is not None:
        play.emit(e.OrderStaged(seat=seat, order=order, venue=venue))
        return
    play.emit(e.OrderPlayed(seat=seat, order=order, venue=venue))
    match rules.order(seat).effect:
        case GainFiat(amount=amount):
            play.emit(e.FiatGained(seat=seat, amount=amount))
        case PeekLay():
            lays = [lay for lay in play.state.camps[other(seat)].lays if lay.venue == venue]
            cards = tuple(e.Uncovered(lay.slot, lay.name) for lay in lays)
            play.emit(e.LaysShown(seat=seat, venue=str(venue), cards=cards))
        case _:
            return


def why_not_take_back_order(state: State, seat: str) -> Refused | None:
    """FRE-LAY-07, FRE-RUL-55: only what is staged."""
    if state.camps[seat].staged:
        return None
    return Refused(code="nothing_staged", rule="FRE-LAY-07", message="You have no order that can be taken back.")


def seal(rules: Rules, play: Play[State], seat: str) -> None:
    """FRE-LAY-08: the Leader lays after the Opposition, and the Leader's seal starts the reveal."""
    play.state.pop()
    cover(rules, play, seat)
    if seat == OPPOSITION:
        play.state.push(Laying(seat=LEADER))
    else:
        reveal.run(rules, play)


def cover(rules: Rules, play: Play[State], seat: str) -> None:
    """FRE-LAY-05, FRE-LAY-06, FRE-SECRET-03: the draft lies fast, and a staged order is shown.

    Positions are counted anew, so that what was taken back leaves no gap.
    """
    camp = play.state.camps[seat]
    covered, cards = [], []
    for venue in VENUES:
        for position, each in enumerate(sorted(in_venue(camp, venue), key=lambda each: each.slot), 1):
            covered.append(e.Covered(slot_id(play.state, seat, venue, position), venue, position, each.face))
            cards.append(each.name)
    play.emit(e.LaySealed(seat=seat, lays=tuple(covered), cards=tuple(cards)))
    if camp.staged:
        play.emit(e.OrderPlayed(seat=seat, order=rules.decks[seat].order, venue=camp.staged))
