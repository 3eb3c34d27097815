"""Confrontations and traders (rulebook: Confrontations; Fleeing; Trader Confrontation Cards)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards.campaign import Aftermath, Cargo, Confrontation, Courier, Deal, Defense, Goods, Way
from domain.syndicate.frames import Confronting
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules.ngata import cargo, ending
from domain.syndicate.rules.ngata.ship import tank
from domain.syndicate.rules.ngata.vaults import COLOURS, is_open
from domain.syndicate.rules.refusals import BAD_CHOICE, CANNOT_AFFORD, ENCUMBERED, no
from domain.syndicate.state import Campaign, State

TOP_ASSAULT = 4


def draw(rules: Rules, play: Play[State], cause: str) -> bool:
    """SND-SOLO-34, SND-SOLO-43, SND-R-79: where the ship is; False when there is no card to draw at all."""
    solo = play.state.solo
    if not len(solo.confrontations):
        if not solo.confrontations_done:
            return False
        order = tuple(play.chance.shuffle("confrontations", solo.confrontations_done))
        play.emit(e.DeckShuffled(deck="confrontations", count=len(order), order=order))
    card = solo.confrontations.cards[0].face
    play.emit(e.ConfrontationDrawn(card=card, cause=cause, territory=solo.ship))
    if rules.confrontations[card].side == "trader":
        play.emit(e.TraderEstablished(card=card, territory=solo.ship))
    else:
        play.state.push(Confronting(card=card))
    return True


def tiles_left(rules: Rules, state: State) -> int:
    """SND-SOLO-42: trouble tiles in the supply."""
    return rules.content.tiles["trouble"] - sum(tile.kind == "trouble" for tile in state.solo.tiles)


def why_not_reopen(state: State, card: str) -> Refused | None:
    """SND-SOLO-41: trouble that lies where the ship is."""
    if any(tile.card == card for tile in state.solo.troubled()):
        return None
    return no("no_tile", "SND-SOLO-41", "No such trouble lies here.")


def reopen(play: Play[State], card: str) -> None:
    """SND-SOLO-41."""
    play.emit(e.ConfrontationReopened(card=card))
    play.state.push(Confronting(card=card, reopened=True))


# --- ways out ---------------------------------------------------------------------------------------


def _amount(cargo_: Cargo, aboard: int) -> int:
    return aboard if cargo_ == "all" else min(cargo_, aboard)


def can_pay(solo: Campaign, price: Goods) -> bool:
    """SND-SOLO-36: the whole price is there."""
    purse = solo.purse.covers(Bundle(price.credits, price.influence, price.crew))
    keys = sum(solo.keys.values()) >= price.key_any
    return purse and solo.fuel >= price.fuel and keys and solo.contraband >= price.contraband


def keys_for(solo: Campaign, way: Way) -> tuple[str | None, ...]:
    """The keys that may be given for a way out, or that none is asked."""
    return tuple(colour for colour in COLOURS if solo.keys.get(colour)) if way.pay.key_any else (None,)


def ways(rules: Rules, state: State, frame: Confronting) -> list[Way]:
    """SND-SOLO-36: the ways out whose price can be paid; contraband can only be given up by who has some."""
    solo = state.solo
    options = rules.confrontations[frame.card].options
    return [way for way in options if can_pay(solo, way.pay) and (solo.contraband or not way.cargo)]


def why_not_resolve(rules: Rules, state: State, frame: Confronting, option: str, key: str | None) -> Refused | None:
    """SND-SOLO-36."""
    way = next((way for way in rules.confrontations[frame.card].options if way.name == option), None)
    if way is None:
        return no("no_such_option", "SND-SOLO-36", "The card offers no such way out.")
    if way not in ways(rules, state, frame):
        return (
            CANNOT_AFFORD
            if state.solo.contraband or not way.cargo
            else no("needs_cargo", "SND-SOLO-36", "You have nothing aboard.")
        )
    return None if key in keys_for(state.solo, way) else BAD_CHOICE


def resolve(rules: Rules, play: Play[State], frame: Confronting, option: str, key: str | None) -> None:
    """SND-SOLO-36, SND-SOLO-37, SND-SOLO-41: pay, roll, and take what comes of it."""
    way = next(way for way in rules.confrontations[frame.card].options if way.name == option)
    needed = way.fight or way.bluff
    roll = play.chance.pick("trouble die", 6) + 1 if needed else None
    strength = 0 if roll is None else roll + (play.state.solo.assault if way.fight else 0)
    success = None if roll is None else strength >= needed
    play.state.pop()
    tile = next((tile for tile in play.state.solo.tiles if tile.card == frame.card), None)
    play.emit(
        e.ConfrontationResolved(card=frame.card, option=option, paid=way.pay, key=key, roll=roll, success=success)
    )
    if tile is not None:
        play.emit(e.TileRemoved(card=frame.card, territory=tile.territory))
    _give_up(rules, play, way.cargo, frame.card)
    outcomes = [way.effect] if success is None else [way.effect, way.win if success else way.lose]
    for outcome in outcomes:
        _suffer(rules, play, outcome, frame.card)


def _give_up(rules: Rules, play: Play[State], cargo_: Cargo, cause: str) -> None:
    """SND-R-67: cargo is contraband, never keys."""
    number = _amount(cargo_, play.state.solo.contraband)
    if number:
        cargo.lose(rules, play, number, cause)


def _suffer(rules: Rules, play: Play[State], outcome: Aftermath, cause: str) -> None:
    """Gains and losses, as far as there is room or something to lose; the alert last."""
    solo = play.state.solo
    _give_up(rules, play, outcome.cargo, cause)
    gained = Bundle(
        max(outcome.credits, -solo.purse.credits),
        max(outcome.influence, -solo.purse.influence),
        max(outcome.crew, -solo.purse.crew),
    )
    lost = _most_held(solo) if outcome.key_any_or_alert else None
    assault = min(outcome.assault, TOP_ASSAULT - solo.assault)
    fuel = max(0, min(solo.fuel + outcome.fuel, tank(rules, play.state)))
    if gained or lost or assault or fuel != solo.fuel:
        play.emit(e.SoloAltered(resources=gained, fuel=fuel, assault=assault, key=lost))
    raised = outcome.alert + (outcome.key_any_or_alert if lost is None else 0)
    ending.raise_alert(rules, play, raised, cause)


def _most_held(solo: Campaign) -> str | None:
    """The key that is taken: of the colour held most, in the order of the colours."""
    held = [colour for colour in COLOURS if solo.keys.get(colour)]
    return max(held, key=lambda colour: solo.keys[colour]) if held else None


# --- traders ----------------------------------------------------------------------------------------


def at_trader(state: State) -> bool:
    """SND-SOLO-44, SND-R-71: every drawn trader can be used on every trader's place without trouble."""
    ship = state.solo.ship
    return any(t.kind == "trader" and t.territory == ship for t in state.solo.tiles) and is_open(state, ship)


def key_gifts(solo: Campaign, deal: Deal) -> tuple[tuple[str, ...], ...]:
    """The keys that may be given for a deal, by colour."""
    held = [colour for colour in COLOURS if solo.keys.get(colour)]
    combos = combinations_with_replacement(sorted(held), deal.give.key_any)
    return tuple(gift for gift in combos if all(gift.count(colour) <= solo.keys[colour] for colour in gift))


def key_wishes(deal: Deal) -> tuple[str | None, ...]:
    """The colours that may be had for a deal."""
    return COLOURS if deal.get.key_choice else (None,)


def is_possible(rules: Rules, state: State, deal: Deal) -> bool:
    """Whether a deal can be paid and leads to something legal (SND-SOLO-51, SND-SOLO-26)."""
    solo = state.solo
    if not can_pay(solo, deal.give):
        return False
    if deal.get.assault and solo.assault >= TOP_ASSAULT:
        return False
    return not deal.get.contraband or _room(rules, state)


def _room(rules: Rules, state: State) -> bool:
    """Contraband belongs to a mission: a courier takes it up to its load, a defense up to its crystals."""
    solo, mission = state.solo, cargo.going_on(rules, state)
    if isinstance(mission, Courier) and solo.special is not None:
        return solo.special.delivered + solo.contraband < mission.load
    return isinstance(mission, Defense) and solo.contraband < len(mission.crystals_at)


def deals(rules: Rules, state: State) -> Iterator[tuple[Confrontation, Deal]]:
    """All deals that can be made here and now."""
    for name in state.solo.traders if at_trader(state) else ():
        card = rules.confrontations[name]
        yield from ((card, deal) for deal in card.offers if is_possible(rules, state, deal))


def why_not_trade(
    rules: Rules, state: State, trader: str, offer: str, give: tuple[str, ...], get: str | None
) -> Refused | None:
    """SND-SOLO-44."""
    if not at_trader(state) or trader not in state.solo.traders:
        return ENCUMBERED if _blocked(state) else no("no_trader_here", "SND-SOLO-44", "No such trader can be met here.")
    deal = next((deal for deal in rules.confrontations[trader].offers if deal.name == offer), None)
    if deal is None:
        return no("no_such_offer", "SND-SOLO-44", "This trader makes no such deal.")
    if not is_possible(rules, state, deal):
        return CANNOT_AFFORD
    return None if give in key_gifts(state.solo, deal) and get in key_wishes(deal) else BAD_CHOICE


def _blocked(state: State) -> bool:
    return any(tile.kind == "trader" and tile.territory == state.solo.ship for tile in state.solo.tiles)


def trade(rules: Rules, play: Play[State], trader: str, offer: str, give: tuple[str, ...], get: str | None) -> None:
    """SND-SOLO-44, SND-SOLO-45: pay and receive; sold contraband counts as lost (SND-SOLO-30)."""
    deal = next(deal for deal in rules.confrontations[trader].offers if deal.name == offer)
    paid, got = deal.give, deal.get
    play.emit(
        e.TraderDealt(
            trader=trader,
            offer=offer,
            resources=Bundle(got.credits - paid.credits, got.influence - paid.influence, got.crew - paid.crew),
            keys_given={colour: give.count(colour) for colour in dict.fromkeys(give)},
            key=get,
            contraband=got.contraband - paid.contraband,
            assault=got.assault,
        )
    )
    if paid.contraband:
        cargo.after_loss(rules, play)
    ending.raise_alert(rules, play, got.alert, trader)
