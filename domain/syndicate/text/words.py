"""Things in words: places, cards, resources."""

from collections.abc import Iterable

from msgspec import UNSET

from domain.syndicate.packs import Rules
from domain.syndicate.resources import RESOURCES, Bundle


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
        return face.replace("_", " ")
    known = r.chips.get(face) or r.techs.get(face) or r.sovereign.get(face) or r.syndicates.get(face)
    return known.name if known else face


def cards(r: Rules, faces: object, count: int, noun: str) -> str:
    """Cards by name, or only how many there are where they are not shown."""
    if faces is UNSET or not isinstance(faces, tuple | list):
        return f"{count} {noun}{'' if count == 1 else 's'}"
    return ", ".join(card_name(r, face) for face in faces) or f"no {noun}"


def bundle(some: Bundle) -> str:
    """Resources in words; what is zero is left out."""
    return ", ".join(f"{some.of(name)} {name}" for name in RESOURCES if some.of(name)) or "nothing"
