"""Exchanging, selling, and playing chips and techs (rulebook: Exchange; Sell; Play Bonus Chips)."""

from domain.kernel.choices import Choice, OneOf
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.commands import Amounts
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, Bundle, some
from domain.syndicate.rules import alert, deck, levels, perks
from domain.syndicate.rules.refusals import BAD_CHOICE, CANNOT_AFFORD, no
from domain.syndicate.state import Mat, State

NOT_PLAYABLE = no("chip_not_playable", "SND-CHIP-01", "This chip cannot be played here and now.")


def most(rules: Rules, mat: Mat, rate: f.Rate) -> int:
    """How many times a rate can be used now."""
    return mat.purse.of(rate.give) // rate.pay


def rate_of(rules: Rules, mat: Mat, give: str, get: str) -> f.Rate | None:
    """SND-EXC-01: the rate of the mat for these two resources; nothing becomes credits (SND-EXC-02)."""
    return next((rate for rate in perks.rates(rules, mat) if (rate.give, rate.get) == (give, get)), None)


def why_not_exchange(rules: Rules, state: State, seat: str, give: str, get: str, times: int) -> Refused | None:
    """SND-EXC-01 to SND-EXC-03."""
    mat = state.mats[seat]
    rate = rate_of(rules, mat, give, get)
    if rate is None:
        return no("bad_exchange", "SND-EXC-02", "Your mat has no such rate.")
    return None if times <= most(rules, mat, rate) else CANNOT_AFFORD


def exchange(rules: Rules, play: Play[State], seat: str, give: str, get: str, times: int) -> None:
    """SND-EXC-01."""
    rate = rate_of(rules, play.state.mats[seat], give, get)
    if rate is not None:
        paid, received = some(give, rate.pay * times), some(get, rate.receive * times)
        play.emit(e.ResourcesExchanged(seat=seat, paid=paid, received=received))


def why_not_sell(rules: Rules, state: State, seat: str, card: str, gain: Amounts) -> Refused | None:
    """SND-SELL-01, SND-SELL-02, SND-R-60: a hand card, for exactly its value in any mix."""
    mat = state.mats[seat]
    if card not in mat.hand.faces():
        return no("card_not_in_hand", "SND-SELL-01", "You do not have this card in hand.")
    if gain.credits + gain.influence + gain.crew != perks.sale_value(rules, mat):
        return no("sale_amount", "SND-SELL-01", "The resources must make up exactly the sale value.")
    return None


def sell(play: Play[State], seat: str, card: str, gain: Amounts) -> None:
    """SND-SELL-01, SND-R-27: face up onto the discards."""
    play.emit(e.CardSold(seat=seat, card=card, gain=Bundle(gain.credits, gain.influence, gain.crew)))


def chip_choices(rules: Rules, state: State, seat: str, chip: str) -> Choice | None:
    """What has to be chosen for a chip of use `turn`, or None when it cannot be played now."""
    face = rules.chips.get(chip)
    if face is None or face.use != "turn":
        return None
    mat = state.mats[seat]
    match face.effect:
        case f.Level(track=track) if levels.at_max(rules, mat, track):
            return None
        case f.RearmDie() if not mat.dice_used:
            return None
        case f.FreeFortify(zones=zones):
            own = [t for t, base in state.bases.items() if base.owner == seat and not base.fortified]
            found = tuple(t for t in rules.territories if t in own and rules.zone(t).id in zones)
            return OneOf(found) if found else None
        case _:
            return OneOf((None,))


def why_not_chip(rules: Rules, state: State, seat: str, chip: str, choice: str | None) -> Refused | None:
    """SND-CHIP-01, SND-LVL-07."""
    if chip not in state.mats[seat].chips.faces():
        return no("chip_not_held", "SND-CHIP-01", "You do not have this chip.")
    choices = chip_choices(rules, state, seat, chip)
    if not isinstance(choices, OneOf):
        return NOT_PLAYABLE
    return None if choice in choices.values else BAD_CHOICE


def play_chip(rules: Rules, play: Play[State], seat: str, chip: str, choice: str | None) -> None:
    """SND-CHIP-01, SND-CHIP-02: out of the game, face up, and its effect."""
    play.emit(e.ChipPlayed(seat=seat, chip=chip, choice=choice))
    match rules.chips[chip].effect:
        case f.Gain(credits=credits_, influence=influence, crew=crew):
            play.emit(e.ResourcesGained(seat=seat, gain=Bundle(credits_, influence, crew), cause=chip))
        case f.Level(track=track, delta=delta):
            levels.lift(rules, play, seat, track, delta, chip)
        case f.Draw(n=n):
            deck.draw(play, seat, n, "effect")
        case f.Alert(delta=delta):
            alert.move(rules, play, delta, chip)
        case f.RearmDie(n=n):
            _rearm(play, seat, n)
        case f.FreeFortify():
            play.emit(e.BaseFortified(party=seat, territory=choice or "", paid=NOTHING))
        case _:
            raise ValueError(chip)


def _rearm(play: Play[State], seat: str, n: int) -> None:
    play.emit(e.DiceRearmed(seat=seat, number=min(n, play.state.mats[seat].dice_used)))


def usable(rules: Rules, mat: Mat) -> list[str]:
    """SND-TECH-03: techs that work once a round by being used: those that arm a die again."""
    return [name for name, _ in perks.fresh(rules, mat, f.RearmDie)] if mat.dice_used else []


def why_not_use(rules: Rules, state: State, seat: str, ability: str) -> Refused | None:
    """SND-TECH-03: an own tech, unused this round, with something to do."""
    if ability in usable(rules, state.mats[seat]):
        return None
    return no("ability_unavailable", "SND-TECH-03", "You cannot use this now.")


def use(rules: Rules, play: Play[State], seat: str, ability: str) -> None:
    """SND-TECH-03."""
    play.emit(e.AbilityUsed(seat=seat, ability=ability))
    effect = rules.techs[ability].effect
    if isinstance(effect, f.RearmDie):
        _rearm(play, seat, effect.n)
