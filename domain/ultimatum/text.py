"""One plain line for each event and decision, from what the viewer was shown alone."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct

from domain.kernel.command import tag
from domain.kernel.decision import ShownDecision
from domain.kernel.viewers import Viewer
from domain.ultimatum.packs import Rules

ONE = {"boss": "Boss", "links": "Link", "hunters": "Hunter", "commandos": "Commando", "units": "Unit"}
BY = {"strength": "by strength", "number": "by number", "second_mover": "as second mover"}
WHY = {
    "time": "the counter is full",
    "last_turn": "the last turn is over",
    "second_out": "the second mover has no tokens left",
    "cannot_begin": "no turn can be begun",
}
Line = Callable[[Rules, Any], str]  # redacted forms are made at run time


def _name(seat: str) -> str:
    return seat.capitalize()


def _card(rules: Rules, face: object) -> str:
    """A card by name, or as an unknown card when its face is not shown."""
    if face is UNSET or face is None:
        return "a card"
    return f"{rules.cards[str(face)].name} ({face})"


def _of(district: str | None) -> str:
    """Where a card belongs, if that is told (option `hand_backs`)."""
    return "" if district is None else f" of {district.upper()}"


def _boss(rules: Rules, face: object) -> str:
    return "a Boss card" if face is UNSET else rules.bosses[str(face)].name


def _exchanged(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    gave, got = _card(rules, e.gave) + _of(e.gave_district), _card(rules, e.got) + _of(e.got_district)
    return f"{_name(e.seat)} gives {_name(e.other)} {gave} for {got}."


def _swapped(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    spots = [f"{_name(s.seat)}'s {ONE[s.token]} in {s.district.upper()}" for s in (e.a, e.b)]
    return f"{spots[0]} and {spots[1]} change places."


def _hand_shown(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    seen = "" if e.cards is UNSET else ": " + (", ".join(_card(rules, face) for face in e.cards) or "it is empty")
    return f"{_name(e.seat)} looks at {_name(e.of)}'s hand{seen}."


def _offered(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    seen = "" if e.cards is UNSET else ": " + ", ".join(_boss(rules, face) for face in e.cards)
    return f"{_name(e.seat)} looks at the unused Bosses{seen}."


def _scored(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    totals = " to ".join(f"{_name(seat)} {part.total}" for seat, part in e.strength.items())
    return f"{e.district.upper()}: {totals}; {_name(e.controller)} controls it {BY[e.by]}."


def _round_scored(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    points = ", ".join(f"{_name(seat)} {n}" for seat, n in e.score.points.items())
    return f"Round {e.round}: {points}; {_name(e.score.winner)} wins the round."


def _vote(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    wish = "" if e.choice is UNSET else f" ({e.choice.replace('_', ' ')})"
    return f"{_name(e.seat)} votes on the Bosses{wish}."


def _turn_ended(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    last = " for the last turn of the round" if e.last_turn else ""
    return f"{_name(e.seat)}'s turn ends; {_name(e.next)} is next{last}."


def _decided(rules: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    totals = ", ".join(f"{_name(seat)} {n}" for seat, n in e.totals.items())
    if e.winner is None:
        return f"Both lose ({totals}): the Syndicate wins."
    return f"{_name(e.winner)} wins the match ({totals})."


LINES: dict[str, Line] = {
    "FirstMover": lambda r, e: f"{_name(e.seat)} begins the match{' by lot' if e.drawn else ''}.",
    "BasicBosses": lambda r, e: "Each seat has its basic Boss.",
    "BossDealt": lambda r, e: f"{_name(e.seat)} is dealt {_boss(r, e.card)}, face down.",
    "RoundStarted": lambda r, e: f"Round {e.round} begins; {_name(e.first)} moves first.",
    "PileShuffled": lambda r, e: f"The {e.size} cards of {e.district.upper()} are shuffled.",
    "TokenPlaced": lambda r, e: f"{_name(e.seat)} places a {ONE[e.token]} in {e.district.upper()}.",
    "BossTurnedUp": lambda r, e: f"{_name(e.seat)} turns up {_boss(r, e.card)}.",
    "HandShown": _hand_shown,
    "CardsExchanged": _exchanged,
    "TokenReplaced": lambda r, e: (
        f"{_name(e.seat)}'s {ONE[e.out]} in {e.district.upper()} is replaced by a {ONE[e.into]}."
    ),
    "ChainRefused": lambda r, e: (
        f"{_name(e.seat)}'s Boss cannot act in {e.district.upper()}; the {ONE[e.out]} is back."
    ),
    "BossWithdrawn": lambda r, e: f"{_name(e.seat)}'s Boss is withdrawn from {e.district.upper()}.",
    "TokenReturned": lambda r, e: f"{_name(e.seat)}'s {ONE[e.token]} returns in {e.district.upper()}.",
    "TokenMoved": lambda r, e: f"{_name(e.seat)}'s {ONE[e.token]} moves from {e.start.upper()} to {e.end.upper()}.",
    "TokensSwapped": _swapped,
    "TokenRemoved": lambda r, e: f"{_name(e.seat)}'s {ONE[e.token]} in {e.district.upper()} is eliminated.",
    "CardSetAside": lambda r, e: f"{_name(e.seat)} sets a card of {e.district.upper()} aside, unread.",
    "CardPlayed": lambda r, e: f"{_name(e.seat)} plays {_card(r, e.card)} onto cell {e.cell}.",
    "CardReplayed": lambda r, e: f"{_name(e.seat)} carries out {_card(r, e.card)} of the counter.",
    "CardStolen": lambda r, e: f"{_name(e.seat)} takes {_card(r, e.card)}{_of(e.district)} from {_name(e.of)}'s hand.",
    "CardBuried": lambda r, e: (
        f"{_name(e.seat)} puts {_card(r, e.card)} from {_name(e.of)}'s hand under {e.district.upper()}."
    ),
    "HoursAdded": lambda r, e: f"{e.cells} more hour passes.",
    "CardsBarred": lambda r, e: f"{_name(e.seat)} may not play a card in the next turn.",
    "StepSkipped": lambda r, e: f"{_name(e.seat)} does without it.",
    "CardTaken": lambda r, e: f"{_name(e.seat)} takes {_card(r, e.card)} of {e.district.upper()} into hand.",
    "TurnEnded": _turn_ended,
    "TurnPassed": lambda r, e: f"{_name(e.seat)} cannot begin a turn and passes.",
    "RoundEnded": lambda r, e: f"Round {e.round} ends: {WHY[e.reason]}.",
    "DistrictScored": _scored,
    "RoundScored": _round_scored,
    "BossVoteGiven": _vote,
    "BossesKept": lambda r, e: "The Bosses stay as they are.",
    "BossesOffered": _offered,
    "BossPicked": lambda r, e: f"{_name(e.seat)} takes {_boss(r, e.card)}, face down.",
    "Decided": _decided,
}
DECISIONS = {
    "place": "{seat} must place a token.",
    "card_or_end": "{seat} may play a card, or ends the turn.",
    "boss.replace": "{seat} chooses which enemy token is replaced by what.",
    "boss.evict": "{seat} chooses which enemy token leaves, and where to.",
    "boss.reinforce": "{seat} may bring one more token beside the Boss.",
    "boss.exchange": "{seat} may exchange a hand card.",
    "card.swap": "{seat} chooses the two tokens that change places.",
    "card.place": "{seat} may place one more token.",
    "card.remove": "{seat} chooses the token that is eliminated.",
    "card.move": "{seat} chooses the token that moves.",
    "card.replay": "{seat} chooses the card that is carried out again.",
    "card.bury": "{seat} chooses the card that goes under its pile.",
    "boss_vote": "{seat} says what shall happen to the Bosses.",
    "boss_pick": "{seat} takes one of the unused Bosses.",
}


def text(rules: Rules, thing: Struct, viewer: Viewer) -> str:
    """The line for a redacted event or a shown decision; the same words for everyone who sees the same."""
    if isinstance(thing, ShownDecision):
        return DECISIONS[thing.kind].format(seat=_name(thing.seat))
    return LINES[tag(type(thing)).removeprefix("ultimatum.")](rules, thing)
