"""One plain line for each event and decision, from what the viewer was shown alone."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET, Struct

from domain.freedonia.cards.content import BarVenue, NoBackfire, PeekLay, TotalBonus
from domain.freedonia.cards.printed import printed
from domain.freedonia.events import Breakdown
from domain.freedonia.meta import other
from domain.freedonia.packs import Rules
from domain.kernel.command import tag
from domain.kernel.decision import ShownDecision
from domain.kernel.viewers import Viewer

NAMES = {"leader": "The Leader", "opposition": "The Opposition"}
VENUE_NAMES = {
    "parliament": "Parliament",
    "court": "the Court",
    "newsroom": "the Newsroom",
    "streets": "the Streets",
    "club": "the Club",
}
LEFT = {
    "aged_out": "has faded away",
    "lost": "is swept off",
    "crowded_out": "makes room",
    "tie": "is withdrawn",
    "backfired": "is disowned",
}
ENDED = {
    "election": "the election is held with every goal met",
    "second_year_running": "every goal is met a second year running, and no election is in sight",
    "ruled_for_life": "the last year has closed, and nobody has won",
    "parliament_at_election": "Parliament stands at nothing as the election comes",
}
CALLED = {
    "joined": "it joins the hand of {seat}",
    "already_held": "{seat} has it already",
    "out_of_game": "it is out of the game",
}
Line = Callable[[Rules, Any], str]  # redacted forms are made at run time


def _name(seat: str) -> str:
    return NAMES[seat]


def _in_sentence(seat: str) -> str:
    return NAMES[seat].replace("The", "the")


def _venue(venue: str) -> str:
    return VENUE_NAMES[venue]


def _at_start(venue: str) -> str:
    name = VENUE_NAMES[venue]
    return name[0].upper() + name[1:]


def _is(venue: str) -> str:
    """The venue as the beginning of a sentence, with its verb."""
    return f"{_at_start(venue)} {'are' if venue == 'streets' else 'is'}"


def _card(rules: Rules, card: str) -> str:
    return rules.cards[card].name.text


def _cards(rules: Rules, cards: Iterable[str]) -> str:
    return ", ".join(_card(rules, card) for card in cards)


def _drawn(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    cards = "" if e.cards is UNSET else ", ".join(printed(rules.cards, card) for card in e.cards)
    return f"{_name(e.seat)} draws {_many(e.count)}{': ' if cards else ''}{cards}."


def _order(rules: Rules, order: str) -> str:
    return rules.content.orders[order].name


def _many(count: int, what: str = "card") -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _told(rules: Rules, cards: Any) -> str:  # noqa: ANN401  # absent where it is not for the viewer
    """The cards' names in brackets, if they are told and there are any."""
    return f" ({_cards(rules, cards)})" if cards is not UNSET and cards else ""


def _started(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    goals = ", ".join(f"{_venue(venue)} {goal}" for venue, goal in e.goals.items())
    ambition = rules.content.ambitions[e.ambition].name
    return f"Freedonia, {e.difficulty}: the Leader plays the {e.deck} deck for {ambition} (goals: {goals})."


def _year(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    money = ", ".join(f"{_in_sentence(seat)} {amount} $FIAT" for seat, amount in e.fiat.items())
    election = ", an election year" if e.election_year else ""
    return f"Year {e.year} begins{election}: {money}."


def _moved(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    why = {
        "holding": f"{_name(e.mover)} holds {_venue(e.venue)}",
        "venue": f"{_is(e.venue)} won",
        "side_effect": f"{_card(rules, e.cause.card)} moves {_venue(e.venue)}" if e.cause.card else "",
        "suspended_year": "The suspended year costs the Streets",
    }[e.cause.kind]
    if e.kept_home:
        return f"{why}, but the anger is aimed elsewhere: {_venue(e.venue)} stay at {e.end}."
    if e.wedges < 0 < e.end - e.start:
        return f"{why}, but the aimed anger turns it round: {e.start} → {e.end}."
    return f"{why}: {e.start} → {e.end}."


def _shed(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    back = f"; back to the Record: {_cards(rules, e.record_cards)}" if e.record_cards else ""
    return f"{_name(e.seat)} sheds {_many(e.count)}{_told(rules, e.cards)}{back}."


def _shuffled(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    what = "deck is shuffled" if e.reason == "setup" else "discard becomes the new deck"
    return f"{_name(e.seat)}'s {what} ({_many(e.size)})."


def _sealed(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    faces = [f"{_venue(lay.venue)}{f' ({lay.face})' if lay.face else ''}" for lay in e.lays]
    if e.cards is not UNSET:
        faces = [
            f"{_card(rules, card) if card else 'the decoy'} in {_venue(lay.venue)}"
            for lay, card in zip(e.lays, e.cards, strict=True)
        ]
    return f"{_name(e.seat)} seals {_many(len(e.lays))}{': ' + ', '.join(faces) if faces else ''}."


def _played(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    where = f" on {_venue(e.venue)}" if e.venue else ""
    return f"{_name(e.seat)} plays {_order(rules, e.order)}{where}{_effect(rules, e)}."


def _effect(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    """What an order does, where no line of its own follows for everyone."""
    match rules.content.orders[e.order].effect:
        case NoBackfire():
            return ": none of its cards there backfires this year"
        case TotalBonus(amount=amount):
            return f": its total there is {amount} higher this year, if it lays a card there"
        case PeekLay():
            return ": it looks at what lies face down there"
        case BarVenue():
            return f": {_in_sentence(other(e.seat))} may not lay there this year"
    return ""


def _looked(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    cards = ", ".join(_card(rules, each.card) if each.card else "a decoy" for each in e.cards)
    return f"{_name(e.seat)} sees what lies in {_venue(e.venue)}: {cards or 'nothing'}."


def _turned(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    came = "the red face is ignored" if e.ignored_red else "it lands"
    if e.backfired:
        came = f"it backfires and counts for {_in_sentence(other(e.seat))}"
    return f"{_name(e.seat)} turns up {_card(rules, e.card)} in {_venue(e.venue)} and rolls {e.die}: {came}."


def _called(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    came = CALLED[e.outcome].format(seat=_in_sentence(e.seat))
    card = printed(rules.cards, e.card) if e.outcome == "joined" else _card(rules, e.card)
    return f"{_card(rules, e.by)} calls {card}: {came}."


def _decided(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    totals = f"Leader {_total(e.leader)}, Opposition {_total(e.opposition)}"
    won = f"{_in_sentence(e.winner)} wins" if e.winner else "nobody wins"
    return f"{_is(e.venue)} decided: {totals}; {won}."


def _total(sum_: Breakdown) -> str:
    """A total, and what beside the cards has made it."""
    parts = (("order", sum_.order_bonus), ("Muzzle", -sum_.muzzle), ("guard", -sum_.guard))
    why = ", ".join(f"{what} {amount:+}" for what, amount in parts if amount)
    told = why and (sum_.cards or sum_.order_bonus)  # what takes from nothing is no news
    return f"{sum_.total} ({why})" if told else f"{sum_.total}"


def _numbers(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    hands = ", ".join(f"{_in_sentence(seat)} has {_many(each.hand)} in hand" for seat, each in e.numbers.items())
    return f"All is turned up: {hands}."


def _election(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    goals = ", ".join(
        f"{_venue(venue)} {goal.count} of {goal.goal}{'' if goal.met else ' (not met)'}"
        for venue, goal in e.goals.items()
    )
    return f"The election of year {e.year}: Parliament {e.parliament}; goals: {goals}."


def _goals(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    if not e.met:
        return "Not every goal is met."
    return f"Every goal is met ({_many(e.streak, 'year')} running)."


def _ended(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    why = f"{_venue(e.venue)} stood at nothing" if e.reason == "count_zero" else ENDED[e.reason]
    return f"{_name(e.winner)} wins in year {e.year}: {why}."


def _favour(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_name(e.seat)} calls a favour: {_card(rules, e.gave)} for {printed(rules.cards, e.got)}."


def _granted(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_name(e.seat)} has {_order(rules, e.order)} for term {e.term}."


def _term(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    lost = " and ".join(_in_sentence(seat) for seat in e.lost)
    return f"Term {e.term} ends{f'; orders lost unplayed: {lost}' if lost else ''}."


def _muzzle(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_card(rules, e.card)} takes 1 from {_in_sentence(other(e.seat))} in {_venue(e.venue)}."


def _captured(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_card(rules, e.card)} changes sides and joins {_in_sentence(e.by)} in {_venue(e.venue)}."


def _left(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    gone = " for good" if e.goes_to == "out_of_game" else ""
    return f"{_card(rules, e.card)} {LEFT[e.reason]}{gone}."


LINES: dict[str, Line] = {
    "MatchStarted": _started,
    "DeckShuffled": _shuffled,
    "CardsDrawn": _drawn,
    "OpeningSwapChosen": lambda r, e: f"{_name(e.seat)} has chosen what goes under the deck{_told(r, e.cards)}.",
    "OpeningSwapped": lambda r, e: f"{_name(e.seat)} puts {_many(e.count)} under the deck{_told(r, e.cards)}.",
    "YearTurned": _year,
    "OrderGranted": _granted,
    "TermEnded": _term,
    "CountMoved": _moved,
    "CardAged": lambda r, e: f"{_card(r, e.card)} in {_venue(e.venue)} fades to clout {e.clout}.",
    "CardLeft": _left,
    "ShedDue": lambda r, e: (
        f"Before the draw {', '.join(f'{_in_sentence(s)} must shed {_many(n)}' for s, n in e.due.items())}."
    ),
    "ShedChosen": lambda r, e: f"{_name(e.seat)} has chosen what to shed{_told(r, e.cards)}.",
    "CardsShed": _shed,
    "FavourCalled": _favour,
    "CardLaid": lambda r, e: f"{_name(e.seat)} lays {_card(r, e.card)} in {_venue(e.venue)} for {e.cost} $FIAT.",
    "DecoyLaid": lambda r, e: f"{_name(e.seat)} lays the decoy in {_venue(e.venue)}.",
    "LayTakenBack": lambda r, e: (
        f"{_name(e.seat)} takes back what was laid in {_venue(e.slot.split('/')[2])} ({e.refund} $FIAT)."
    ),
    "OrderStaged": lambda r, e: f"{_name(e.seat)} prepares {_order(r, e.order)} on {_venue(e.venue)}.",
    "OrderUnstaged": lambda r, e: f"{_name(e.seat)} thinks better of the order.",
    "LaySealed": _sealed,
    "OrderPlayed": _played,
    "FiatGained": lambda r, e: f"{_name(e.seat)} gets {e.amount} $FIAT more this year.",
    "LaysShown": _looked,
    "VenueOpened": lambda r, e: f"— {_at_start(e.venue)} —",
    "CardTurnedUp": _turned,
    "DecoyTurnedUp": lambda r, e: f"What lay in {_venue(e.venue)} was a decoy.",
    "MuzzleStarted": _muzzle,
    "RecordCalled": _called,
    "VenueDecided": _decided,
    "CardCaptured": _captured,
    "CardStands": lambda r, e: f"{_card(r, e.card)} stands in {_venue(e.venue)}.",
    "NumbersShown": _numbers,
    "ElectionHeld": _election,
    "ElectionSuspended": lambda r, e: f"There is no election in year {e.year}: {_cards(r, e.by)}.",
    "GoalsChecked": _goals,
    "GameEnded": _ended,
}
DECISIONS = {
    "opening_swap": "{seat} may put opening cards under the deck and draw as many.",
    "shed": "{seat} must shed cards before the draw.",
    "lay": "{seat} lays cards, then seals.",
}


def text(rules: Rules, thing: Struct, viewer: Viewer) -> str:
    """The line for a redacted event or a shown decision; the same words for everyone who sees the same."""
    if isinstance(thing, ShownDecision):
        return DECISIONS[thing.kind].format(seat=_name(thing.seat))
    return LINES[tag(type(thing)).removeprefix("freedonia.")](rules, thing)
