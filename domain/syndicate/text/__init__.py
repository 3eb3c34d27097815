"""One plain line for each event and decision, from what the viewer was shown alone."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET, Struct

from domain.kernel.command import tag
from domain.kernel.decision import ShownDecision
from domain.kernel.viewers import Viewer
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.text import campaign
from domain.syndicate.text.words import bundle, card_name, cards, number, place, places, sleeper_does

Line = Callable[[Rules, Any], str]  # redacted forms are made at run time
WINDOW_WORDS = {
    "mission_announced": "an attempt",
    "mission_succeeded": "a successful mission",
    "assault_announced": "an assault",
    "sovereign_revealed": "the Sovereign card",
    "sleeper_played": "a sleeper",
}


ROW_WORDS = {
    "vacant": "",
    "own": " at its own base",
    "coop": " in league with its owner",
    "uncoop": " against its owner",
}
CARD_WORDS = {
    "final": "the end is near",
    "crackdown": "bases may be seized",
    "tax": "bases are taxed",
    "loss": "syndicates lose something",
    "choice_loss": "syndicates discard cards",
    "global": "it is for all",
}


def _name(party: object) -> str:
    return "The phantom" if party == "phantom" else str(party).capitalize()


def _whom(party: object) -> str:
    return "the phantom" if party == "phantom" else _name(party)


def _names(parties: Iterable[object]) -> str:
    return ", ".join(map(_name, parties))


def _credits(count: int) -> str:
    return number(count, "credit")


def _means(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    using = f", using {cards(r, (*e.chips, *e.abilities), 0, 'chip')}" if e.chips or e.abilities else ""
    needed = "nothing can win" if e.win_at is None else f"it takes {e.win_at} or more"
    return f"{using}; {needed}."


def _attempt(r: Rules, e: Any, what: str) -> str:  # noqa: ANN401  # a form made at run time
    hands = f" with extra hands for {bundle(e.cost)}" if e.hands != "none" else ""
    return f"{_name(e.seat)} attempts {what}{hands}{_means(r, e)}"


def _assault(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    strength = f" with {number(e.reinforcements, 'reinforcement')}" if e.reinforcements else ""
    return f"{_name(e.party)} storms {place(r, e.target)} of {_whom(e.defender)}{strength}{_means(r, e)}"


def _stormed(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"The assault on {place(r, e.target)} {'succeeds' if e.outcome == 'success' else 'fails'}."


def _alert(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"The alert {'rises' if e.after > e.before else 'falls'} from {e.before} to {e.after}."


def _rolled(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    added = sum(each.delta for each in e.modifiers)
    changed = f" ({added:+d} makes {e.value})" if added else ""
    hopeless = ", and nothing can win" if e.win_at is None else ""
    return f"{_name(e.party)} rolls {e.raw}{changed}{hopeless}: {'success' if e.success else 'failure'}."


def _mission(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    if e.outcome != "success":
        return f"{_name(e.seat)}'s mission fails."
    gains = "; ".join(f"{_name(seat)} receives {bundle(gain)}" for seat, gain in e.rewards.items())
    return f"The mission succeeds: {gains}."


def _robbery(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    if e.outcome == "cancelled":
        return f"{_name(e.seat)}'s robbery comes to nothing."
    if e.outcome == "fail":
        return f"{_name(e.seat)}'s robbery fails."
    return f"{_name(e.seat)} takes {_credits(e.stolen)} from {_whom(e.victim)}."


def _trade_proposed(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    give = [bundle(e.give)] if e.give else []
    give += [cards(r, e.cards, e.card_count, "card")] if e.card_count else []
    give += [cards(r, e.chips, e.chip_count, "chip")] if e.chip_count else []
    give += [places(r, e.bases)] if e.bases else []
    want = [bundle(e.want)] if e.want else []
    want += [number(e.want_cards, "card")] if e.want_cards else []
    want += [number(e.want_chips, "chip")] if e.want_chips else []
    want += [places(r, e.want_bases)] if e.want_bases else []
    offered, asked = ", ".join(give) or "nothing", ", ".join(want) or "nothing"
    return f"{_name(e.seat)} offers {_name(e.partner)} {offered} for {asked} (offer {e.trade})."


def _sleeper(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    against = f" against {_name(e.victim)}" if e.victim else ""
    return f"{_name(e.seat)} reveals {card_name(r, e.card)}{against}: {sleeper_does(r, e.card)}."


def _activated(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    what = "a card" if e.card is UNSET else card_name(r, e.card)
    burned = f", burning {card_name(r, e.burned)}" if e.burned else ""
    return f"{_name(e.seat)} lays {what} face down into the slot{burned}."


def _purchased(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    face = f"a chip ({e.chip_zone})" if e.chip is UNSET else f"the chip {card_name(r, e.chip)}"
    chip = f" and takes {face}" if e.chip_zone is not None else ""
    return f"{_name(e.seat)} buys {place(r, e.territory)} for {bundle(e.paid)}{chip}."


def _fortified(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_name(e.party)} fortifies {place(r, e.territory)}{f' for {bundle(e.paid)}' if e.paid else ''}."


def _pardon(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    pay = e.openly if e.pay is UNSET else e.pay
    said = "has decided about a pardon" if pay is None else "pays for a pardon" if pay else "declines a pardon"
    return f"{_name(e.seat)} {said}."


def _pardons(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    paid = [f"{_name(seat)} for {cost} influence" for seat, cost in e.paid.items()]
    free = [f"{_name(seat)} at no cost" for seat in e.free]
    return f"Pardoned: {', '.join(paid + free) or 'nobody'}."


def _crackdown(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    end = "it is seized" if e.seized else "it holds"
    return f"Crackdown on {place(r, e.territory)} ({_name(e.seat)}): {e.roll}, limit {e.limit}; {end}."


def _tax_settled(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    flipped = f"; {places(r, e.flipped)} will rest" if e.flipped else ""
    return f"{_name(e.seat)} pays {_credits(e.paid)} in tax{flipped}."


def _income(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    crew = f" and pays {-e.delta.crew} crew" if e.delta.crew < 0 else ""
    gains = Bundle(e.delta.credits, e.delta.influence, max(0, e.delta.crew))
    unpaid = f"; no crew for {places(r, e.unpaid)}" if e.unpaid else ""
    return f"{_name(e.seat)} collects {bundle(gains)}{crew}{unpaid}."


def _scored(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    scores = ", ".join(f"{_name(seat)} {n + e.points[seat]}" for seat, n in e.credits.items())
    *others, last = map(_name, e.outcome.winners)
    won = f"{' and '.join((', '.join(others), last))} share the win" if others else f"{last} wins"
    return f"Final scores: {scores}. {won}."


def _removed(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    why = {"paid": f"{_name(e.seat)} pays it away", "alert_drop": "the alert has fallen", "moved": "it moves on"}
    return f"The destroyer leaves {place(r, e.territory)}: {why[e.cause]}."


def _tech(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    if e.tech is None:
        return f"{_name(e.seat)} finds no advanced tech left and takes {_credits(e.credits)}."
    return f"{_name(e.seat)} takes the advanced tech {card_name(r, e.tech)}."


def _bonus(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    more = f" and receives {_credits(e.credits)}" if e.credits else ""
    return f"{_name(e.seat)} reaches tech bonus {e.rank} of 3{more}."


def _award(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    award = next(award for award in r.content.awards if award.id == e.award)
    return f"{_name(e.seat)} claims the award {award.name} ({award.text}), worth {number(e.vp, 'point')}."


def _position(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    base = f" and {'fortified ' if e.fortified else ''}{place(r, e.base)}" if e.base else ""
    return f"{_name(e.seat)} begins with {bundle(e.resources)}{base}."


def _closed(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    kind = WINDOW_WORDS[e.kind]
    return f"{_names(e.played)} interrupted {kind}." if e.played else f"Nobody interrupts {kind}."


def _began(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"The Sovereign acts.{f' Bases at work again: {places(r, e.restored)}.' if e.restored else ''}"


def _sovereign(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"Sovereign card: {card_name(r, e.card)}; {CARD_WORDS[r.sovereign[e.card].kind]}."


def _orders(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    kinds = "" if e.kinds is UNSET else f": {', '.join(WINDOW_WORDS[kind] for kind in e.kinds) or 'nothing'}"
    return f"{_name(e.seat)} says what it will not interrupt{kinds}."


def _dealt(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_name(e.seat)} is dealt {cards(r, e.offered, e.number, 'syndicate')}."


def _drawn(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{_name(e.seat)} draws {cards(r, e.cards, e.count, 'operation card')}."


LINES: dict[str, Line] = {
    "TableLaid": lambda r, e: f"The table is laid for {_names(e.seats)}.",
    "SyndicatesDealt": _dealt,
    "SyndicateLocked": lambda r, e: f"{_name(e.seat)} has chosen a syndicate.",
    "SyndicateTaken": lambda r, e: f"{_name(e.seat)} leads {card_name(r, e.syndicate)}.",
    "BonusChipsPlaced": lambda r, e: f"A bonus chip lies face down on each {e.zone} territory.",
    "ChipReturned": lambda r, e: f"The chip on {place(r, e.territory)} goes to the box, unseen.",
    "SovereignDeckBuilt": lambda r, e: f"{e.size} Sovereign cards are shuffled.",
    "OperationsShuffled": lambda r, e: f"{e.count} operation cards are shuffled.",
    "CardsDrawn": _drawn,
    "StartingPositionSet": _position,
    "FirstPlayerDrawn": lambda r, e: f"{_name(e.seat)} begins by lot.",
    "PhantomBasesAssigned": lambda r, e: f"The phantom holds {places(r, e.territories)}.",
    "RoundStarted": lambda r, e: f"Round {e.round} begins; {_whom(e.first_player)} is first.",
    "TurnStarted": lambda r, e: f"{_name(e.party)}'s turn begins.",
    "TurnEnded": lambda r, e: f"{_name(e.party)}'s turn ends.",
    "AwardClaimed": _award,
    "GameScored": _scored,
    "CardsDiscarded": lambda r, e: f"{_name(e.seat)} discards {cards(r, e.cards, 0, 'card')}.",
    "BasePurchased": _purchased,
    "BaseFortified": _fortified,
    "BaseTaken": lambda r, e: f"{_name(e.winner)} takes {place(r, e.territory)} from {_whom(e.loser)}.",
    "BaseSeized": lambda r, e: f"{_name(e.seat)} loses {place(r, e.territory)}.",
    "ResearchConverted": lambda r, e: f"Research at {place(r, e.territory)} is complete.",
    "LevelRaised": lambda r, e: f"{_name(e.seat)}'s {e.track} level rises to {e.level}.",
    "TechBonusReached": _bonus,
    "AdvancedTechTaken": _tech,
    "LevelPurchased": lambda r, e: f"{_name(e.seat)} buys {e.track} from the black market for {_credits(e.price)}.",
    "ResourcesExchanged": lambda r, e: f"{_name(e.seat)} exchanges {bundle(e.paid)} for {bundle(e.received)}.",
    "CardSold": lambda r, e: f"{_name(e.seat)} sells {card_name(r, e.card)} for {bundle(e.gain)}.",
    "ChipPlayed": lambda r, e: f"{_name(e.seat)} plays the chip {card_name(r, e.chip)}.",
    "ResourcesGained": lambda r, e: f"{_name(e.seat)} receives {bundle(e.gain)}.",
    "DiceRearmed": lambda r, e: f"{_name(e.seat)} may use {number(e.number, 'action die', 'action dice')} again.",
    "AbilityUsed": lambda r, e: f"{_name(e.seat)} uses {card_name(r, e.ability)}.",
    "SleeperActivated": _activated,
    "TradeProposed": _trade_proposed,
    "TradeExecuted": lambda r, e: f"{_name(e.seat)} and {_name(e.partner)} trade (offer {e.trade}).",
    "TradeClosed": lambda r, e: f"Offer {e.trade} is closed: {e.why}.",
    "PhantomReadied": lambda r, e: f"{_name(e.seat)} is ready for the phantom.",
    "MissionAnnounced": lambda r, e: _attempt(r, e, card_name(r, e.card) + ROW_WORDS[e.row]),
    "RobberyAnnounced": lambda r, e: _attempt(r, e, f"to rob {_whom(e.victim)} at {place(r, e.target)}"),
    "AssaultAnnounced": _assault,
    "ActionDieRolled": _rolled,
    "ConsequenceDiceRolled": lambda r, e: f"The dice for the loot show {', '.join(map(str, e.dice))}: {e.total}.",
    "MissionResolved": _mission,
    "RobberyResolved": _robbery,
    "AssaultResolved": _stormed,
    "AlertChanged": _alert,
    "DestroyerPlaced": lambda r, e: f"The destroyer blockades {place(r, e.territory)}.",
    "DestroyerRemoved": _removed,
    "WindowOpened": lambda r, e: f"{_names(e.asked)} may interrupt {WINDOW_WORDS[e.kind]}.",
    "WindowAnswered": lambda r, e: f"You {'interrupt' if e.answer.play else 'let it happen'}.",
    "WindowClosed": _closed,
    "SleeperLapsed": lambda r, e: "Your sleeper no longer fits and stays hidden.",
    "SleeperPlayed": _sleeper,
    "SleeperCancelled": lambda r, e: f"{_name(e.seat)}'s sleeper {r.sleepers[e.card].name} comes to nothing.",
    "ReinforcementExhausted": lambda r, e: f"{_name(e.seat)} loses the use of {number(e.number, 'reinforcement')}.",
    "StandingOrdersSet": _orders,
    "SlotBurned": lambda r, e: f"{_name(e.seat)}'s slot is burned: {card_name(r, e.card)}.",
    "SovereignPhaseBegan": _began,
    "SovereignRevealed": _sovereign,
    "FinalRoundAnnounced": lambda r, e: f"Round {e.round} will be the last.",
    "PardonAnswered": _pardon,
    "PardonsRevealed": _pardons,
    "TaxAssessed": lambda r, e: f"{_name(e.seat)} owes {_credits(e.total)} in tax.",
    "TaxFlipsChosen": lambda r, e: f"{_name(e.seat)} has chosen which bases will rest.",
    "TaxSettled": _tax_settled,
    "CrackdownRolled": _crackdown,
    "ResourcesLost": lambda r, e: f"{_name(e.seat)} loses {bundle(e.lost)}.",
    "DiscardsChosen": lambda r, e: f"{_name(e.seat)} has chosen what to discard.",
    "SovereignPhaseEnded": lambda r, e: "The Sovereign phase ends.",
    "DiceReset": lambda r, e: "All dice and reinforcements are armed again.",
    "CollectionSubmitted": lambda r, e: f"{_name(e.seat)} has settled its collection.",
    "IncomeCollected": _income,
    "ResearchAdvanced": lambda r, e: f"Research advances at {places(r, e.markers)}.",
    "MarketCubeRemoved": lambda r, e: f"{_name(e.seat)} frees a box of its black market ({e.track}).",
    "PhantomCardsDrawn": lambda r, e: f"The phantom draws {places(r, e.drawn)}.",
}
DECISIONS = {
    "choose_syndicate": "{seat} chooses a syndicate.",
    "act": "{seat} acts, or ends the turn.",
    "choose_tech": "{seat} takes an advanced tech.",
    "window": "{seat} may interrupt with the card in the slot.",
    "phantom_ready": "{seat} says when the phantom may begin.",
    "pardon": "{seat} may buy a pardon from the Sovereign card.",
    "tax_flips": "{seat} chooses which bases rest for want of tax.",
    "discard": "{seat} chooses what to discard.",
    "blockade": "{seat} may send the destroyer away before the phase ends.",
    "collection": "{seat} settles what it collects.",
    "standing_orders": "{seat} may say what it will not interrupt.",
    "slot": "{seat} may play the sleeper in its slot.",
    "destroyer": "{seat} may pay 10 influence to send the destroyer away.",
    "propose_trade": "{seat} may offer a trade.",
    "answer_trade": "{seat} may answer offers.",
    "withdraw_trade": "{seat} may withdraw offers.",
}


def text(rules: Rules, thing: Struct, viewer: Viewer) -> str:
    """The line for a redacted event or a shown decision; the same words for everyone who sees the same."""
    if isinstance(thing, ShownDecision):
        return (DECISIONS | campaign.DECISIONS)[thing.kind].format(seat=_name(thing.seat))
    name = tag(type(thing)).removeprefix("syndicate.")
    return (LINES.get(name) or campaign.LINES[name])(rules, thing)
