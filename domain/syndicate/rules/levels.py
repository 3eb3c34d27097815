"""Tech and assault levels, research, the black market, advanced techs (rulebook: Purchase a Tech Level)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.events.words import Level
from domain.syndicate.frames import TechChoice
from domain.syndicate.packs import Rules
from domain.syndicate.rules import perks
from domain.syndicate.rules.board import active_bases
from domain.syndicate.rules.refusals import CANNOT_AFFORD, no
from domain.syndicate.state import Mat, State


def maximum(rules: Rules, track: str) -> int:
    """SND-LVL-07: the end of a track."""
    return rules.content.tech_max if track == "tech" else rules.content.assault_max


def level(mat: Mat, track: str) -> int:
    """The level of a seat on a track."""
    return mat.tech if track == "tech" else mat.assault


def at_max(rules: Rules, mat: Mat, track: str) -> bool:
    """SND-LVL-07: nothing raises it further."""
    return level(mat, track) >= maximum(rules, track)


def lift(rules: Rules, play: Play[State], seat: str, track: Level, by: int, cause: str) -> None:
    """SND-LVL-08: raise a level, inside its track; a tech level may reach a bonus (SND-LVL-06)."""
    mat = play.state.mats[seat]
    reached = min(maximum(rules, track), level(mat, track) + by)
    play.emit(e.LevelRaised(seat=seat, track=track, level=reached, cause=cause))
    if track == "tech":
        check_bonus(rules, play, seat)


def check_bonus(rules: Rules, play: Play[State], seat: str) -> None:
    """SND-LVL-06, SND-TECH-01: each rank's bonus once; an advanced tech, or the fallback (SND-TECH-02)."""
    state = play.state
    mat = state.mats[seat]
    for rank, needed in enumerate(rules.options.bonus_levels, 1):
        if mat.tech < needed or rank in mat.ranks:
            continue
        play.emit(e.TechBonusReached(seat=seat, rank=rank, credits=rules.content.bonus_credits[rank - 1]))
        waiting = sum(isinstance(frame, TechChoice) for frame in state.agenda)
        if len(state.techs) > waiting:
            state.push(TechChoice(seat=seat))
        else:
            play.emit(e.AdvancedTechTaken(seat=seat, tech=None, credits=rules.content.fallback_credits))


def why_not_tech(state: State, tech: str) -> Refused | None:
    """SND-TECH-01: one of those on the board."""
    return None if tech in state.techs else no("tech_taken", "SND-TECH-01", "This tech is not on the board.")


def take_tech(play: Play[State], seat: str, tech: str) -> None:
    """SND-TECH-01: public, and kept to the end."""
    play.state.pop()
    play.emit(e.AdvancedTechTaken(seat=seat, tech=tech, credits=0))


def why_not_buy(rules: Rules, state: State, seat: str, track: str) -> Refused | None:
    """SND-LVL-01, SND-LVL-07."""
    mat = state.mats[seat]
    if at_max(rules, mat, track):
        return no("level_at_max", "SND-LVL-07", "This level is at its maximum.")
    price = perks.market_price(rules, mat, track)
    if price is None:
        return no("market_full", "SND-LVL-07", "Your ladder has no free box.")
    return None if mat.purse.credits >= price else CANNOT_AFFORD


def buy(rules: Rules, play: Play[State], seat: str, track: Level) -> None:
    """SND-LVL-01: pay, put a cube on the box, rise by one."""
    mat = play.state.mats[seat]
    price, box = perks.market_price(rules, mat, track), perks.free_box(rules, mat, track)
    play.emit(e.LevelPurchased(seat=seat, track=track, price=price or 0, box=box or 0))
    lift(rules, play, seat, track, 1, "market")


def convert_research(rules: Rules, play: Play[State], seat: str) -> None:
    """SND-SPC-06, SND-R-46: full boxes of active bases become levels; at a maximum the markers stay."""
    for territory in active_bases(rules, play.state, seat):
        card = rules.territories[territory]
        if not card.boxes or play.state.bases[territory].research < card.boxes:
            continue
        track: Level = "assault" if card.special == "military" else "tech"
        if not at_max(rules, play.state.mats[seat], track):
            play.emit(e.ResearchConverted(seat=seat, territory=territory, track=track))
            lift(rules, play, seat, track, 1, "research")
