"""Keys and vaults (rulebook: Vaults)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards.campaign import Vault
from domain.syndicate.packs import Rules
from domain.syndicate.rules.ngata import ending
from domain.syndicate.rules.refusals import ENCUMBERED, no
from domain.syndicate.state import State

COLOURS = ("crimson", "cobalt", "jade", "amber")
DEAREST = 6  # deals that are searched for the keys of a vault


def lowest(rules: Rules, state: State) -> Vault:
    """SND-SOLO-46: the lowest locked vault."""
    return rules.vaults()[state.solo.opened]


def missing(rules: Rules, state: State) -> dict[str, int]:
    """The open places of the lowest locked vault, by colour."""
    need, placed = lowest(rules, state).keys, state.solo.placed
    return {colour: n - placed.get(colour, 0) for colour, n in need.items() if n > placed.get(colour, 0)}


def placeable(rules: Rules, state: State) -> dict[str, int]:
    """SND-SOLO-46, SND-R-72: how many keys of each colour may be placed here and now."""
    solo = state.solo
    if solo.ship != lowest(rules, state).territory or solo.troubled():
        return {}
    open_places = missing(rules, state)
    return {c: min(n, solo.keys.get(c, 0)) for c, n in open_places.items() if solo.keys.get(c, 0)}


def why_not_place(rules: Rules, state: State, colour: str, number: int) -> Refused | None:
    """SND-SOLO-46."""
    solo = state.solo
    if solo.ship != lowest(rules, state).territory:
        here = any(vault.territory == solo.ship for vault in rules.vaults())
        return no("wrong_vault" if here else "not_at_vault", "SND-SOLO-46", "The lowest locked vault is elsewhere.")
    if solo.troubled():
        return ENCUMBERED
    if solo.keys.get(colour, 0) < number:
        return no("no_such_key", "SND-SOLO-46", "You do not have so many keys of this colour.")
    if missing(rules, state).get(colour, 0) < number:
        return no("no_placeholder", "SND-SOLO-46", "The vault has not so many open places of this colour.")
    return None


def place(rules: Rules, play: Play[State], colour: str, number: int) -> None:
    """SND-SOLO-46 to SND-SOLO-48: all places filled open the vault; the last one wins."""
    vault = lowest(rules, play.state)
    play.emit(e.KeysPlaced(vault=vault.territory, colour=colour, number=number))
    if missing(rules, play.state):
        return
    play.emit(e.VaultUnlocked(vault=vault.territory, story=vault.story))
    if play.state.solo.opened == len(rules.vaults()):
        ending.end(play, "vaults_opened", won=True)


def can_still_fill(rules: Rules, state: State) -> bool:
    """SND-R-62: the keys in hand fill the next vault, or traders can supply what is missing."""
    solo, wanted = state.solo, missing(rules, state)
    short = sum(max(0, n - solo.keys.get(colour, 0)) for colour, n in wanted.items())
    surplus = sum(max(0, n - wanted.get(colour, 0)) for colour, n in solo.keys.items())
    if not short:
        return True
    if not any(is_open(state, tile.territory) for tile in solo.tiles if tile.kind == "trader"):
        return False
    return _can_buy(rules, state, short, surplus)


def is_open(state: State, territory: str) -> bool:
    """Whether no trouble lies at a trader's place."""
    return all(tile.territory != territory for tile in state.solo.tiles if tile.kind == "trouble")


def _can_buy(rules: Rules, state: State, short: int, surplus: int) -> bool:
    """Every deal that gives a key, in all mixtures: for credits, or for keys that the vault does not need."""
    deals = [
        deal for trader in state.solo.traders for deal in rules.confrontations[trader].offers if deal.get.key_choice
    ]
    reached = {(0, state.solo.purse.credits, surplus)}
    for _ in range(min(short, DEAREST)):
        reached |= {
            (got + deal.get.key_choice, credits_ - deal.give.credits, left - deal.give.key_any)
            for got, credits_, left in reached
            for deal in deals
            if credits_ >= deal.give.credits and left >= deal.give.key_any
        }
    return any(got >= short for got, _, _ in reached)


def open_decks(state: State) -> list[str]:
    """SND-SOLO-18: Cora's deck and those of the open vaults; decks stand in the order of the vaults."""
    return list(state.solo.decks)[: 1 + state.solo.opened]


def out_of_missions(state: State) -> bool:
    """SND-SOLO-53: no card in hand, none going on, none left in any deck that may be drawn."""
    solo = state.solo
    return not (solo.hand or solo.special or any(len(solo.decks[deck]) for deck in open_decks(state)))


def check(rules: Rules, play: Play[State]) -> None:
    """SND-SOLO-53, SND-R-62: at the end of a command, whether missions have run out for good."""
    state = play.state
    if ending.is_over(state) or not out_of_missions(state):
        return
    if rules.options.solo_exhaustion == "strict" or not can_still_fill(rules, state):
        ending.end(play, "missions", won=False)
