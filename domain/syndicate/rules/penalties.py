"""What Sovereign cards do to seats: tax, crackdowns, losses (rulebook: Tax; Sovereign Cards and Dice)."""

from collections.abc import Sequence

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Sealed
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.cards.content import SovereignCard
from domain.syndicate.frames import Discards, Flips
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules import sets
from domain.syndicate.rules.board import bases_of, colour, is_active
from domain.syndicate.rules.refusals import ANSWERED, NOT_NOW, no
from domain.syndicate.state import State


def resolve(rules: Rules, play: Play[State], card: SovereignCard, seats: Sequence[str]) -> None:
    """SND-SOV-03, SND-R-58: seat by seat; what has to be chosen is asked of all at once."""
    shade = colour(rules, play.state)
    short: dict[str, dict[str, int]] = {}
    choosing: dict[str, int] = {}
    for seat in seats:
        for effect in card.effect:
            match effect:
                case f.Tax():
                    short |= _tax(rules, play, seat, effect, shade)
                case f.Discard(n=n):
                    choosing |= _discard(play, seat, f.at(n, shade), card.id)
                case _:
                    _suffer(rules, play, seat, effect, shade)
    if short:
        play.state.push(Flips(due=short))
    if choosing:
        play.state.push(Discards(n=max(choosing.values()), asked=list(choosing)))


def _suffer(rules: Rules, play: Play[State], seat: str, effect: f.Effect, shade: int) -> None:
    """Effects without a choice."""
    purse = play.state.mats[seat].purse
    match effect:
        case f.Crackdown():
            _crackdown(rules, play, seat, effect, shade)
        case f.Lose(credits=credits_, influence=influence, crew=crew):
            _lose(play, seat, Bundle(f.at(credits_, shade), f.at(influence, shade), f.at(crew, shade)))
        case f.LosePercent(resource=resource, percent=percent, cap=cap):
            lost = min(cap, purse.of(resource) * f.at(percent, shade) // 100)
            _lose(play, seat, Bundle(**{resource: lost}))
        case f.BurnSlot():
            _burn(play, seat)
        case _:
            return


def _lose(play: Play[State], seat: str, lost: Bundle) -> None:
    """At most what is there."""
    purse = play.state.mats[seat].purse
    taken = Bundle(min(lost.credits, purse.credits), min(lost.influence, purse.influence), min(lost.crew, purse.crew))
    if taken:
        play.emit(e.ResourcesLost(seat=seat, lost=taken))


def _burn(play: Play[State], seat: str) -> None:
    for face in play.state.mats[seat].slot.faces():
        play.emit(e.SlotBurned(seat=seat, card=face))


def _crackdown(rules: Rules, play: Play[State], seat: str, effect: f.Crackdown, shade: int) -> None:
    """SND-CRK-01 to SND-CRK-05: a die for each base in reach; only the tile protects."""
    for territory in bases_of(rules, play.state, seat):
        if rules.territories[territory].zone not in effect.zones:
            continue
        fortified = play.state.bases[territory].fortified
        limit = f.at(effect.fortified if fortified else effect.unfortified, shade)
        roll = play.chance.pick("crackdown die", 12) + 1
        seized = roll <= limit
        play.emit(e.CrackdownRolled(seat=seat, territory=territory, roll=roll, limit=limit, seized=seized))
        if seized:
            play.emit(e.BaseSeized(seat=seat, territory=territory, cause="crackdown"))


def tax_due(rules: Rules, state: State, seat: str, tax: f.Tax, shade: int) -> dict[str, int]:
    """SND-TAX-01, SND-TAX-05: what a seat owes for each of its bases."""
    due: dict[str, int] = {}
    for territory in bases_of(rules, state, seat):
        if tax.by_zone is not None:
            rate = tax.by_zone[rules.territories[territory].zone]
        elif tax.by_fort is not None:
            rate = tax.by_fort.fortified if state.bases[territory].fortified else tax.by_fort.unfortified
        else:
            rate = tax.flat or 0
        due[territory] = f.at(rate, shade)
    return due


def _tax(rules: Rules, play: Play[State], seat: str, tax: f.Tax, shade: int) -> dict[str, dict[str, int]]:
    """SND-TAX-02: paid at once where it can be; else the seat is short of credits, and chooses."""
    due = tax_due(rules, play.state, seat, tax, shade)
    if not due:
        return {}
    total = sum(due.values())
    play.emit(e.TaxAssessed(seat=seat, due=due, total=total))
    if play.state.mats[seat].purse.credits < total:
        return {seat: due}
    play.emit(e.TaxSettled(seat=seat, paid=total, flipped=()))
    return {}


def flip_sets(state: State, seat: str, due: dict[str, int]) -> tuple[tuple[str, ...], ...]:
    """SND-TAX-04, SND-R-17: sets of bases to leave unpaid of which none could be paid in addition."""
    return sets.unpaid(tuple(due.items()), state.mats[seat].purse.credits)


def flips_waiting(frame: Flips) -> list[str]:
    """Who has not chosen yet."""
    answered = {answer.seat for answer in frame.answers}
    return [seat for seat in frame.due if seat not in answered]


def why_not_flip(state: State, frame: Flips, seat: str, flip: tuple[str, ...]) -> Refused | None:
    """SND-TAX-02 to SND-TAX-04, SND-R-84: exactly one of the legal sets."""
    if seat not in flips_waiting(frame):
        return ANSWERED if seat in frame.due else NOT_NOW
    due = frame.due[seat]
    if any(territory not in due for territory in flip):
        return no("not_owner", "SND-TAX-04", "This is not a base of yours.")
    if flip in flip_sets(state, seat, due):
        return None
    return sets.why_not(due, flip, state.mats[seat].purse.credits, "SND-TAX-04")


def choose_flips(play: Play[State], frame: Flips, seat: str, flip: tuple[str, ...]) -> None:
    """Sealed until all have chosen."""
    frame.answers = [*frame.answers, Sealed(seat, flip)]
    play.emit(e.TaxFlipsChosen(seat=seat, flip=flip))


def settle_flips(play: Play[State], frame: Flips) -> bool:
    """SND-TAX-03: the rest is paid, what is left unpaid rests."""
    if flips_waiting(frame):
        return False
    play.state.pop()
    chosen = {answer.seat: answer.value for answer in frame.answers}
    for seat, due in frame.due.items():
        paid = sum(amount for territory, amount in due.items() if territory not in chosen[seat])
        play.emit(e.TaxSettled(seat=seat, paid=paid, flipped=chosen[seat]))
    return True


def _discard(play: Play[State], seat: str, n: int, cause: str) -> dict[str, int]:
    """Who has no more than that discards all at once; the others choose."""
    hand = play.state.mats[seat].hand.faces()
    if n and len(hand) > n:
        return {seat: n}
    if n and hand:
        play.emit(e.CardsDiscarded(seat=seat, cards=tuple(hand), cause=cause))
    return {}


def discards_waiting(frame: Discards) -> list[str]:
    """Who has not chosen yet."""
    answered = {answer.seat for answer in frame.answers}
    return [seat for seat in frame.asked if seat not in answered]


def why_not_discard(state: State, frame: Discards, seat: str, cards: tuple[str, ...]) -> Refused | None:
    """Exactly so many cards of the own hand."""
    if seat not in discards_waiting(frame):
        return ANSWERED if seat in frame.asked else NOT_NOW
    if len(cards) != frame.n:
        return no("wrong_number", "SND-SOV-03", "You have to discard another number of cards.", number=frame.n)
    return sets.why_not_held(state.mats[seat].hand.faces(), cards)


def choose_discards(play: Play[State], frame: Discards, seat: str, cards: tuple[str, ...]) -> None:
    """Sealed until all have chosen."""
    frame.answers = [*frame.answers, Sealed(seat, cards)]
    play.emit(e.DiscardsChosen(seat=seat, cards=cards))


def settle_discards(play: Play[State], frame: Discards) -> bool:
    """All go face up onto the discards."""
    if discards_waiting(frame):
        return False
    play.state.pop()
    for answer in frame.answers:
        play.emit(e.CardsDiscarded(seat=answer.seat, cards=answer.value, cause=play.state.sov_done[-1]))
    return True


def default_flip(rules: Rules, state: State, sets_: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What is left unpaid when time runs out: the least credits of the coming collection, the fewest bases."""
    order = list(rules.territories)

    def given_up(left: tuple[str, ...]) -> tuple[int, int, list[int]]:
        earning = (t for t in left if is_active(state, t))
        lost = sum(rules.zone(t).income.credits + rules.territories[t].yields for t in earning)
        return lost, len(left), [order.index(t) for t in left]

    return min(sets_, key=given_up)
