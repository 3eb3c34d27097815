"""Deciding a venue (rules text: Deciding a venue; Clout, cost and risk; Card abilities)."""

from typing import Final

from msgspec import Struct

from domain.freedonia import events as e
from domain.freedonia.cards.content import AimAnger, Bastion, Combo, Muzzle, TotalBonus, Turncoat, ability
from domain.freedonia.meta import LEADER, OPPOSITION, SEATS
from domain.freedonia.packs import Rules
from domain.freedonia.rules import counts
from domain.freedonia.rules.year import leave
from domain.freedonia.state import Standing, State, Turned
from domain.kernel.play import Play

MOST_MOVED: Final = 4
PLACES: Final = 2


class Candidate(Struct, frozen=True):
    """A card that could stay for the winner. `key` orders them, best first when sorted downwards."""

    slot: str
    card: str
    owner: str
    key: tuple[bool, int, int, int]
    new: bool


def combo(rules: Rules, state: State, card: str, side: str) -> int:
    """FRE-CLOUT-03, FRE-RUL-09: +2 while the side held the named venue when the year began."""
    named = ability(rules.cards[card], Combo)
    return 2 if named and state.held_at_start.get(named.venue) == side else 0


def category(rules: Rules, card: Standing) -> str | None:
    """The category of a card that stands for the Leader; captured cards have none (FRE-RUL-18)."""
    return rules.cards[card.card].category if card.owner == card.side == LEADER else None


def same_kind(rules: Rules, state: State, venue: str, card: Turned) -> int:
    """FRE-CLOUT-04, FRE-RUL-10, FRE-RUL-11: +1 for a Leader card whose category stands there already."""
    kind = rules.cards[card.card].category
    if card.seat != LEADER or kind is None:
        return 0
    return int(any(category(rules, standing) == kind for standing in state.standing[venue]))


def standing_part(rules: Rules, state: State, card: Standing) -> e.Part:
    """FRE-CLOUT-02: what a standing card brings."""
    bonus = combo(rules, state, card.card, card.side)
    return e.Part(card.slot, card.card, rules.cards[card.card].clout, card.age, bonus, 0, backfired=False)


def turned_part(rules: Rules, state: State, venue: str, card: Turned) -> e.Part:
    """FRE-CLOUT-01, FRE-CLOUT-05: what a card laid this year brings; its base alone if it backfired."""
    base = rules.cards[card.card].clout
    if card.backfired:
        return e.Part(card.slot, card.card, base, 0, 0, 0, backfired=True)
    bonus, kind = combo(rules, state, card.card, card.seat), same_kind(rules, state, venue, card)
    return e.Part(card.slot, card.card, base, 0, bonus, kind, backfired=False)


def parts(rules: Rules, state: State, venue: str, side: str) -> list[e.Part]:
    """FRE-VENUE-02, FRE-BACK-02: the cards that count for a side."""
    counting = [standing_part(rules, state, card) for card in state.standing[venue] if card.side == side]
    laid = [card for card in state.turned if (card.seat == side) != card.backfired]
    return counting + [turned_part(rules, state, venue, card) for card in laid]


def guard(rules: Rules, state: State, venue: str) -> int:
    """FRE-VENUE-06, FRE-ABIL-07: what the attacker's total loses there, by what stands now."""
    cards = state.standing[venue]
    bastion = int(any(ability(rules.cards[card.card], Bastion) for card in cards))
    if not cards or (len(cards) < PLACES and not bastion):
        return 0
    if cards[0].side == OPPOSITION:
        return 2 * bastion
    kinds = [kind for card in cards if (kind := category(rules, card)) is not None]
    return 1 + bastion + int(len(kinds) > len(set(kinds)))


def muzzle(rules: Rules, state: State, venue: str, side: str) -> int:
    """FRE-ABIL-03, FRE-RUL-20: what enemy Muzzles take from a side there. A card that came to stand this year is
    counted among those that landed, if it landed."""
    landed = sum(each.venue == venue and each.seat != side for each in state.muzzles)
    old = [card for cards in state.standing.values() for card in cards if card.since < state.year]
    named = [ability(rules.cards[card.card], Muzzle) for card in old if card.side != side]
    return landed + sum(each is not None and each.venue == venue for each in named)


def order_bonus(rules: Rules, state: State, venue: str, side: str) -> int:
    """FRE-CLOUT-07, FRE-RUL-68: an order that names the venue, where the seat has laid a card."""
    effect = rules.order(side).effect
    if not isinstance(effect, TotalBonus) or state.in_force.get(side) != venue:
        return 0
    return effect.amount if any(card.seat == side for card in state.turned) else 0


def breakdown(rules: Rules, state: State, venue: str, side: str) -> e.Breakdown:
    """The pipeline of a side's total, floored at 0 (FRE-CLOUT-06)."""
    cards = tuple(parts(rules, state, venue, side))
    bonus, lost = order_bonus(rules, state, venue, side), muzzle(rules, state, venue, side)
    holder = state.standing[venue][0].side if state.standing[venue] else side
    guarded = guard(rules, state, venue) if holder != side else 0
    total = sum(part.strength for part in cards) + bonus - lost - guarded
    return e.Breakdown(cards, bonus, lost, guarded, max(0, total))


def decide(rules: Rules, play: Play[State], venue: str) -> None:
    """FRE-VENUE-01..08: totals, the count, and who stays."""
    sums = {side: breakdown(rules, play.state, venue, side) for side in SEATS}
    ahead = sums[LEADER].total - sums[OPPOSITION].total
    winner = None if ahead == 0 else LEADER if ahead > 0 else OPPOSITION
    wedges = max(-MOST_MOVED, min(MOST_MOVED, ahead))
    play.emit(
        e.VenueDecided(venue=venue, leader=sums[LEADER], opposition=sums[OPPOSITION], winner=winner, wedges=wedges)
    )
    if winner is None:
        tie(rules, play, venue)
        return
    counts.move(rules, play, venue, wedges, winner, e.Cause("venue"))
    if play.state.result is None:
        settle(rules, play, venue, winner, sums[winner])


def tie(rules: Rules, play: Play[State], venue: str) -> None:
    """FRE-VENUE-07: what was laid this year goes, what stood stays."""
    for card in list(play.state.turned):
        reason: e.Leaving = "backfired" if card.backfired else "tie"
        leave(rules, play, venue, (card.slot, card.card, card.seat), reason)


def candidates(rules: Rules, state: State, venue: str, winner: str, won: e.Breakdown) -> list[Candidate]:
    """FRE-VENUE-04, FRE-ABIL-04, FRE-RUL-12, FRE-RUL-13, FRE-RUL-22: who could stay, strongest first."""
    strength = {part.slot: part.strength for part in won.cards}
    here = state.standing[venue]
    turncoats = [card.card for card in here if card.side == winner]
    turncoats += [card.card for card in state.turned if card.seat == winner and not card.backfired]
    captures = any(ability(rules.cards[card], Turncoat) for card in turncoats)
    found = [
        _candidate(rules, (card.slot, card.card, card.owner), strength, (card.since, card.order), new=False)
        for card in here
        if card.side == winner
    ]
    found += [
        _candidate(rules, (card.slot, card.card, card.seat), strength, (state.year, card.order), new=True)
        for card in state.turned
        if card.slot in strength and (captures or not card.backfired)
    ]
    return sorted(found, key=lambda each: each.key, reverse=True)


def _candidate(
    rules: Rules, card: tuple[str, str, str], strength: dict[str, int], age: tuple[int, int], *, new: bool
) -> Candidate:
    slot, name, owner = card
    is_bastion = ability(rules.cards[name], Bastion) is not None
    return Candidate(slot, name, owner, (is_bastion, strength[slot], *age), new)


def settle(rules: Rules, play: Play[State], venue: str, winner: str, won: e.Breakdown) -> None:
    """FRE-VENUE-04, FRE-VENUE-05, FRE-RUL-14, FRE-RUL-15: two stay, and every Bastion; all others leave."""
    ranked = candidates(rules, play.state, venue, winner, won)
    bastions = sum(each.key[0] for each in ranked)
    room = bastions + PLACES if rules.options.bastion_slot == "extra" else max(PLACES, bastions)
    stay = {each.slot: each for each in ranked[:room]}
    for each in stay.values():
        if each.new and each.owner != winner:
            play.emit(e.CardCaptured(venue=venue, slot=each.slot, card=each.card, by=winner))
    _clear(rules, play, venue, winner, set(stay))
    for each in sorted(stay.values(), key=lambda each: each.key[2:]):
        if each.new:
            stands = _aim(rules, play.state, each, winner)
            play.emit(e.CardStands(venue=venue, slot=each.slot, card=each.card, side=winner, aim_until=stands))


def _aim(rules: Rules, state: State, card: Candidate, winner: str) -> int | None:
    """FRE-POWER-05, FRE-RUL-39, FRE-RUL-23: the last year of its aim; a captured card aims nothing."""
    power = ability(rules.cards[card.card], AimAnger)
    return state.year + power.years - 1 if power and card.owner == winner else None


def _clear(rules: Rules, play: Play[State], venue: str, winner: str, stay: set[str]) -> None:
    """Whatever does not stay leaves: standing cards first, then those laid this year."""
    for card in list(play.state.standing[venue]):
        if card.slot not in stay:
            reason: e.Leaving = "crowded_out" if card.side == winner else "lost"
            leave(rules, play, venue, (card.slot, card.card, card.owner), reason)
    for laid in list(play.state.turned):
        if laid.slot not in stay:
            kept: e.Leaving = "crowded_out" if laid.seat == winner else "lost"
            why: e.Leaving = "backfired" if laid.backfired else kept
            leave(rules, play, venue, (laid.slot, laid.card, laid.seat), why)
