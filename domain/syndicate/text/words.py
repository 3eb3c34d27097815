"""Things in words: places, cards, resources."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from domain.syndicate.cards import effects as f
from domain.syndicate.cards.campaign import Courier, Defense, Ordinary, SoloMission, TechJob
from domain.syndicate.packs import Rules
from domain.syndicate.resources import RESOURCES, Bundle

DOES: Mapping[type[f.Effect], str] = {
    f.RollMod: "the roll is worse",
    f.Cancel: "what was begun comes to nothing",
    f.TreatFortified: "the base is better defended",
    f.TakeShare: "a part of the reward is diverted",
    f.AlertChoice: "the alert is moved",
    f.FreePardon: "the Sovereign card passes by",
    f.ExhaustReinforcement: "a reinforcement is spent",
}


def place(r: Rules, territory: str) -> str:
    """A territory by its name."""
    return r.territories[territory].name


def places(r: Rules, territories: Iterable[str]) -> str:
    """Territories by their names."""
    return ", ".join(place(r, t) for t in territories) or "nothing"


def card_name(r: Rules, face: str) -> str:
    """An operation card, chip, tech or Sovereign card in words."""
    if face in r.missions:
        return f"the mission at {place(r, r.missions[face].territory)} ({face})"
    if face in r.robberies:
        return f"a robbery in the {r.robberies[face].zone} zone ({face})"
    if face in r.sleepers:
        return f"the sleeper {r.sleepers[face].name}"
    if face in r.solo_missions:
        return f"{_solo_mission(r, r.solo_missions[face])} ({face})"
    known = r.chips.get(face) or r.techs.get(face) or r.sovereign.get(face) or r.syndicates.get(face)
    return known.name if known else face


def sleeper_does(r: Rules, face: str) -> str:
    """What a sleeper is for, in a few words."""
    return DOES[type(r.sleepers[face].effect[0])]


def _solo_mission(r: Rules, card: SoloMission) -> str:
    match card:
        case Ordinary(territory=territory):
            return f"the mission at {place(r, territory)}"
        case Courier(start=start, destinations=ends):
            return f"the courier mission from {place(r, start)} to {' or '.join(place(r, end) for end in ends)}"
        case TechJob(tech=tech):
            return f"the tech mission for {r.solo_techs[tech].name}"
        case Defense(site=site):
            return f"the defense of {place(r, site)}"


def cards(r: Rules, faces: object, count: int, noun: str) -> str:
    """Cards by name, or only how many there are where they are not shown."""
    if faces is UNSET or not isinstance(faces, tuple | list):
        return number(count, noun)
    return ", ".join(card_name(r, face) for face in faces) or f"no {noun}"


def number(count: int, noun: str, many: str = "") -> str:
    """So many of something, in the singular or the plural."""
    return f"{count} {noun if count == 1 else many or f'{noun}s'}"


def bundle(some: Bundle) -> str:
    """Resources in words; what is zero is left out."""
    words = {"credits": number(some.credits, "credit")}
    return ", ".join(words.get(name, f"{some.of(name)} {name}") for name in RESOURCES if some.of(name)) or "nothing"
