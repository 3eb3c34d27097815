"""Travel, hyperjumps and fuel (rulebook: Travel; Hyperjumping; Refueling)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.frames import Confronting, FuelChoice
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules.ngata import cargo, ending, trouble
from domain.syndicate.rules.ngata.ship import perk, tank
from domain.syndicate.rules.refusals import CANNOT_AFFORD, no
from domain.syndicate.state import State

ROUTE_LIMIT = 2
BUNKER = 2
NO_FUEL = no("no_fuel", "SND-SOLO-12", "There is not enough fuel.")


def on_one_route(rules: Rules, start: str, end: str) -> bool:
    """Whether a trade route leads from one territory to another one."""
    return any({start, end} <= set(route.members) for route in rules.content.routes)


def mode_to(rules: Rules, state: State, to: str) -> str | None:
    """SND-SOLO-06 to SND-SOLO-08: inside the zone, or along a route into another one, or neither."""
    ship = state.solo.ship
    if to == ship or to not in rules.territories:
        return None
    if rules.zone(to).id == rules.zone(ship).id:
        return "zone"
    return "route" if on_one_route(rules, ship, to) else None


def why_not_travel(rules: Rules, state: State, to: str, mode: str) -> Refused | None:
    """SND-SOLO-06 to SND-SOLO-09, SND-R-68."""
    solo = state.solo
    if to == solo.ship:
        return no("same_place", "SND-SOLO-06", "The ship is there already.")
    if mode_to(rules, state, to) != mode:
        code = "not_same_zone" if mode == "zone" else "not_on_route"
        return no(code, "SND-SOLO-06", "No such way leads there.")
    limit = perk(rules, state, "route_limit", ROUTE_LIMIT)
    if mode == "route" and solo.contraband > limit:
        return no("too_much_contraband", "SND-SOLO-07", "Too much contraband for a trade route.", limit=limit)
    return None if solo.fuel else NO_FUEL


def travel(play: Play[State], to: str, mode: str) -> None:
    """SND-SOLO-06, SND-SOLO-07: one fuel, no dice."""
    solo = play.state.solo
    play.emit(e.ShipMoved(start=solo.ship, end=to, mode="zone" if mode == "zone" else "route", fuel=solo.fuel - 1))


def why_not_jump(rules: Rules, state: State, to: str) -> Refused | None:
    """SND-SOLO-10, SND-SOLO-12, SND-R-77."""
    jump = rules.jump(state.solo.ship, to) if to in rules.territories else None
    if jump is None:
        return no("same_zone", "SND-SOLO-10", "A hyperjump leads to another zone.")
    return None if state.solo.fuel >= jump.fuel else NO_FUEL


def jump(rules: Rules, play: Play[State], to: str) -> None:
    """SND-SOLO-10, SND-SOLO-11, SND-R-66: the ship arrives in any case; the highest die says what else."""
    solo = play.state.solo
    card = rules.jump(solo.ship, to)
    if card is None:
        raise ValueError(to)
    play.emit(e.ShipMoved(start=solo.ship, end=to, mode="jump", fuel=solo.fuel - card.fuel))
    dice = tuple(play.chance.pick("jump die", 6) + 1 for _ in range(card.dice))
    highest = max(1, max(dice) - perk(rules, play.state, "calmer_jump", 0))
    if highest <= card.clean:
        play.emit(e.HyperjumpRolled(dice=dice, highest=highest, band="clean"))
    elif highest <= card.trouble:
        play.emit(e.HyperjumpRolled(dice=dice, highest=highest, band="confrontation"))
        trouble.draw(rules, play, "jump")
    else:
        play.emit(e.HyperjumpRolled(dice=dice, highest=highest, band="trap"))
        _trap(rules, play)


def _trap(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-11, SND-SOLO-49: contraband goes first, keys never; then the alert rises."""
    lost = play.state.solo.contraband
    play.emit(e.SovereignTrap(lost=lost))
    ending.raise_alert(rules, play, 1, "trap")
    if lost and not ending.is_over(play.state):
        cargo.after_loss(rules, play)


def why_not_draw(rules: Rules, state: State) -> Refused | None:
    """SND-SOLO-13, SND-SOLO-16, SND-SOLO-17, SND-R-64."""
    solo = state.solo
    if len(solo.fuel_deck) or (rules.options.solo_fuel_reshuffle and solo.fuel_done):
        return None
    return no("fuel_deck_empty", "SND-SOLO-17", "There is no fuel card left.")


def draw(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-13 to SND-SOLO-15: fill up, face trouble, or be asked for credits."""
    solo = play.state.solo
    if not len(solo.fuel_deck):
        order = tuple(play.chance.shuffle("fuel", solo.fuel_done))
        play.emit(e.DeckShuffled(deck="fuel", count=len(order), order=order))
    face = solo.fuel_deck.cards[0].face
    play.emit(e.FuelDrawn(face=face))
    match rules.fuel[face].effect:
        case "refuel":
            refuel(rules, play)
        case "customs" if not solo.contraband:
            refuel(rules, play)
        case "bunker":
            play.state.push(FuelChoice())
        case _:
            _trouble(rules, play)


def refuel(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-13: to the brim, whatever was in the tank."""
    play.emit(e.Refuelled(fuel=tank(rules, play.state)))


def _trouble(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-14, SND-SOLO-43: without any card to draw the ship is refuelled after all."""
    if not trouble.draw(rules, play, "fuel"):
        refuel(rules, play)


def why_not_answer(state: State, *, pay: bool) -> Refused | None:
    """SND-SOLO-15."""
    return CANNOT_AFFORD if pay and not state.solo.purse.covers(Bundle(credits=BUNKER)) else None


def answer(rules: Rules, play: Play[State], *, pay: bool) -> None:
    """SND-SOLO-15."""
    play.state.pop()
    play.emit(e.FuelPaid(credits=BUNKER if pay else 0))
    if pay:
        refuel(rules, play)
    else:
        _trouble(rules, play)


def why_not_flee(rules: Rules, state: State, frame: Confronting, to: str) -> Refused | None:
    """SND-SOLO-38, SND-SOLO-42, SND-R-65, SND-R-70: once, where the card lets one, and for the fuel of a jump."""
    if frame.reopened or not rules.confrontations[frame.card].flee:
        return no("flee_not_allowed", "SND-SOLO-38", "There is no fleeing from this.")
    if not trouble.tiles_left(rules, state):
        return no("no_tile_left", "SND-SOLO-42", "No trouble tile is left.")
    return why_not_jump(rules, state, to)


def flee(rules: Rules, play: Play[State], frame: Confronting, to: str) -> None:
    """SND-SOLO-38: the trouble stays behind, and the jump may bring the next."""
    play.state.pop()
    play.emit(e.ConfrontationFled(card=frame.card, territory=play.state.solo.ship))
    jump(rules, play, to)
