"""Contraband and the special mission it belongs to (rulebook: Special Missions)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards.campaign import Courier, Defense, Reward, SoloMission, TechJob
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, Bundle
from domain.syndicate.rules.ngata import ending
from domain.syndicate.rules.refusals import ENCUMBERED, no
from domain.syndicate.state import State

NOTHING_HERE = no("nothing_here", "SND-SOLO-29", "Nothing lies here for your mission.")
NOTHING_ABOARD = no("nothing_aboard", "SND-SOLO-26", "There is not so much contraband aboard.")
NOT_AT_PLACE = no("not_at_place", "SND-SOLO-21", "The ship is not at the right place.")


def going_on(rules: Rules, state: State) -> SoloMission | None:
    """The special mission that is going on."""
    special = state.solo.special
    return rules.solo_missions[special.card] if special else None


def start_of(card: SoloMission) -> str | None:
    """Where a special mission begins; an ordinary one has no such place."""
    return card.start if isinstance(card, Courier | TechJob | Defense) else None


def why_not_activate(rules: Rules, state: State, card: str) -> Refused | None:
    """SND-SOLO-25."""
    solo = state.solo
    if card not in solo.hand:
        return no("card_not_in_hand", "SND-SOLO-19", "You do not have this mission in hand.")
    start = start_of(rules.solo_missions[card])
    if start is None:
        return no("not_special", "SND-SOLO-25", "This is an ordinary mission.")
    if solo.special is not None:
        return no("special_active", "SND-SOLO-25", "A special mission is going on.")
    if solo.ship != start:
        return NOT_AT_PLACE
    return ENCUMBERED if solo.troubled() else None


def activate(rules: Rules, play: Play[State], card: str) -> None:
    """SND-SOLO-25, SND-SOLO-27: a courier loads at once."""
    mission = rules.solo_missions[card]
    play.emit(e.SpecialActivated(card=card, loaded=mission.load if isinstance(mission, Courier) else 0))


def pickups(rules: Rules, state: State) -> list[str]:
    """SND-SOLO-29, SND-SOLO-31: places where a crystal still lies for the mission."""
    mission, special = going_on(rules, state), state.solo.special
    if special is None or not isinstance(mission, TechJob | Defense):
        return []
    places = mission.pickups if isinstance(mission, TechJob) else mission.crystals_at
    return [place for place in places if place not in special.collected]


def why_not_pick_up(rules: Rules, state: State) -> Refused | None:
    """SND-SOLO-29, SND-SOLO-39."""
    if state.solo.ship not in pickups(rules, state):
        return NOTHING_HERE
    return ENCUMBERED if state.solo.troubled() else None


def deliverable(rules: Rules, state: State) -> tuple[int, ...]:
    """SND-SOLO-27, SND-SOLO-29: what may be delivered here: any part of a courier's load, all crystals of a tech."""
    solo, mission = state.solo, going_on(rules, state)
    if solo.troubled():
        return ()
    if isinstance(mission, Courier) and solo.ship in mission.destinations:
        return tuple(range(1, solo.contraband + 1))
    if isinstance(mission, TechJob) and solo.ship == mission.deliver_to and not pickups(rules, state):
        return (solo.contraband,)
    return ()


def why_not_deliver(rules: Rules, state: State, number: int) -> Refused | None:
    """SND-SOLO-27, SND-SOLO-29."""
    if number in deliverable(rules, state):
        return None
    if state.solo.troubled():
        return ENCUMBERED
    return NOTHING_ABOARD if number > state.solo.contraband else NOT_AT_PLACE


def deliver(rules: Rules, play: Play[State], number: int) -> None:
    """SND-SOLO-28, SND-SOLO-29: nothing left aboard ends the mission."""
    solo, mission = play.state.solo, going_on(rules, play.state)
    play.emit(e.ContrabandDelivered(number=number, territory=solo.ship))
    if isinstance(mission, TechJob):
        play.emit(e.SoloRewarded(card=mission.id, resources=NOTHING, keys={}, assault=0, tech=mission.tech))
        finish(play, "completed")
    elif not solo.contraband:
        pay_courier(rules, play)


def pay_courier(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-28, SND-R-74: the row of what was delivered."""
    mission, special = going_on(rules, play.state), play.state.solo.special
    if isinstance(mission, Courier) and special is not None:
        reward(play, mission.id, mission.table[special.delivered])
        finish(play, "completed" if special.delivered else "failed")


def reward(play: Play[State], card: str, gained: Reward) -> None:
    """Credits, keys and assault levels, as far as there are any; the assault track ends at 4 (SND-SOLO-51)."""
    assault = min(gained.assault, 4 - play.state.solo.assault)
    if gained.credits or gained.keys or assault:
        play.emit(
            e.SoloRewarded(
                card=card,
                resources=Bundle(credits=gained.credits),
                keys={str(colour): number for colour, number in gained.keys.items()},
                assault=assault,
                tech=None,
            )
        )


def finish(play: Play[State], outcome: str) -> None:
    """SND-SOLO-26: with the mission all contraband goes."""
    special = play.state.solo.special
    if special is not None:
        play.emit(
            e.SpecialEnded(
                card=special.card,
                outcome="completed" if outcome == "completed" else "failed",
                delivered=special.delivered,
            )
        )


def lose(rules: Rules, play: Play[State], number: int, cause: str) -> None:
    """Contraband is abandoned, surrendered or sold."""
    play.emit(e.ContrabandLost(number=number, cause=cause))
    after_loss(rules, play)


def after_loss(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-28, SND-SOLO-30, SND-R-78: a tech fails at once, a courier without load ends, a defense goes on."""
    mission = going_on(rules, play.state)
    if isinstance(mission, TechJob):
        finish(play, "failed")
    elif isinstance(mission, Courier) and not play.state.solo.contraband:
        pay_courier(rules, play)


def why_not_abandon(state: State, number: int) -> Refused | None:
    """SND-SOLO-09."""
    return None if number <= state.solo.contraband else NOTHING_ABOARD


def why_not_abandon_mission(rules: Rules, state: State) -> Refused | None:
    """SND-SOLO-27."""
    if isinstance(going_on(rules, state), Courier):
        return None
    return no("not_a_courier", "SND-SOLO-27", "Only a courier mission can be abandoned.")


def why_not_defend(rules: Rules, state: State) -> Refused | None:
    """SND-SOLO-31."""
    mission = going_on(rules, state)
    if not isinstance(mission, Defense) or mission.site != state.solo.ship:
        return NOT_AT_PLACE
    return ENCUMBERED if state.solo.troubled() else None


def defend(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-31, SND-SOLO-32: one die and the crystals, which are spent."""
    mission, solo = going_on(rules, play.state), play.state.solo
    if not isinstance(mission, Defense):
        raise TypeError(mission)
    raw, bonus = play.chance.pick("defense die", 6) + 1, mission.crystal_bonus * solo.contraband
    success = raw + bonus >= mission.win_at
    play.emit(e.DefenseRolled(raw=raw, bonus=bonus, win_at=mission.win_at, success=success))
    if success:
        gain = Bundle(credits=mission.credits, influence=mission.influence)
        play.emit(e.SoloRewarded(card=mission.id, resources=gain, keys={}, assault=0, tech=None))
    finish(play, "completed" if success else "failed")
    if not success:
        ending.raise_alert(rules, play, mission.fail_alert, "defense")
