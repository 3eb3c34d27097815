"""What things are worth to a greedy syndicate, in credits."""

from dataclasses import dataclass
from typing import cast

from domain.kernel.choices import Case, OneOf, Split
from domain.kernel.decision import Offer
from domain.syndicate.bots.answers import Values
from domain.syndicate.cards import effects as f
from domain.syndicate.cards.content import Hands
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, Bundle
from domain.syndicate.rules.assaults import win_at
from domain.syndicate.view import View
from domain.syndicate.view.shapes import SeatView

USUAL_LENGTH = 7
Plan = tuple[float, str, Values]  # how much it gains, the command, its values


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a seat looks at: the table, and how many collections are still to come."""

    rules: Rules
    view: View
    seat: str

    @property
    def left(self) -> int:
        """Collections to come, this round's included."""
        last = self.view.final_round or max(USUAL_LENGTH, self.view.round + 1)
        return max(1, last - self.view.round + 1)

    @property
    def own(self) -> SeatView:
        """The own mat."""
        return self.view.seats[self.seat]

    def worth(self, bundle: Bundle) -> float:
        """Only credits count in the end; the rest as long as something can be made of it."""
        late = self.left <= 1
        return bundle.credits + bundle.influence * (0.1 if late else 0.9) + bundle.crew * (0.05 if late else 0.6)

    def income(self, territory: str) -> float:
        """What a base is worth in the collections to come; not all bases last."""
        return self.worth(self.rules.zone(territory).income) * min(self.left, 4) * 0.85

    def casino(self) -> int:
        """What the Casino adds to a mission."""
        base = self.view.bases.get(self.rules.casino)
        return int(base is not None and base.owner == self.seat and not base.inactive)

    def chance(self, needed: int) -> float:
        """How likely a die with the Casino reaches a value."""
        return max(0.0, min(6, 7 - needed + self.casino()) / 6)


def _arms(offer: Offer) -> list[tuple[object, dict[str, tuple[object, ...]]]]:
    """The arms of a case: its value, and the values of the fields that are chosen from a list."""
    choice = cast(Case, offer.choice)
    return [
        (arm.value, {name: part.values for name, part in arm.fields.items() if isinstance(part, OneOf)})
        for arm in choice.arms
    ]


def _lowered(needed: int, hands: Hands | None, how: str) -> int:
    return max(2, needed - hands.lowers_by) if hands and how != "none" else needed


def _cost(eyes: Eyes, hands: Hands | None, how: str) -> float:
    if hands is None or how == "none":
        return 0.0
    return eyes.worth(hands.cost) if how == "paid" else 1.5


def missions(eyes: Eyes, offer: Offer) -> list[Plan]:
    """Every mission with every stance and way to hire hands."""
    plans: list[Plan] = []
    for face, fields in _arms(offer):
        card = eyes.rules.missions[str(face)]
        owner = eyes.view.bases.get(card.territory)
        for stance in fields["stance"]:
            row = "vacant" if owner is None else "own" if owner.owner == eyes.seat else str(stance)
            share = 0.5 if row == "coop" else 1.0
            for how in map(str, fields["hands"]):
                chance = eyes.chance(_lowered(int(getattr(card.win_at, row)), card.hands, how))
                gain = chance * share * eyes.worth(card.reward) - (1 - chance) - _cost(eyes, card.hands, how)
                values = {"card": face, "stance": stance, "hands": how, "chips": [], "abilities": []}
                plans.append((gain, "AttemptMission", values))
    return plans


def robberies(eyes: Eyes, offer: Offer) -> list[Plan]:
    """Every robbery of every base."""
    plans: list[Plan] = []
    for face, fields in _arms(offer):
        card = eyes.rules.robberies[str(face)]
        for target in map(str, fields["target"]):
            base = eyes.view.bases[target]
            victim = eyes.view.seats.get(base.owner)
            dice = card.dice.fortified if base.fortified else card.dice.unfortified
            loot = min(3.5 * dice, victim.resources.credits) if victim else 3.5 * dice
            for how in map(str, fields["hands"]):
                chance = eyes.chance(_lowered(card.win_at, card.hands, how))
                gain = chance * loot * 1.3 - (1 - chance) - _cost(eyes, card.hands, how)
                values = {"card": face, "target": target, "hands": how, "chips": [], "abilities": []}
                plans.append((gain, "AttemptRobbery", values))
    return plans


def assaults(eyes: Eyes, offer: Offer) -> list[Plan]:
    """Every assault with every strength."""
    plans: list[Plan] = []
    for target, fields in _arms(offer):
        base = eyes.view.bases[str(target)]
        for sent in cast(tuple[int, ...], fields["reinforcements"]):
            needed = win_at(sent, fortified=base.protected)
            chance = 0.0 if needed is None else (7 - needed) / 6
            crew = Bundle(crew=10 if sent else 5)
            gain = chance * (eyes.income(str(target)) + 4) - eyes.worth(crew) - 1.5
            values = {"target": target, "reinforcements": sent, "chips": [], "abilities": []}
            plans.append((gain, "LaunchAssault", values))
    return plans


def purchases(eyes: Eyes, offer: Offer) -> list[Plan]:
    """Every base that can be bought; crew has to be there for it."""
    choice = cast(tuple[str, ...], _field(offer, "territory"))
    plans: list[Plan] = []
    for territory in choice:
        zone = eyes.rules.zone(territory)
        chip = 4.0 if territory in eyes.view.board_chips and eyes.left > 1 else 0.0
        crew = eyes.own.resources.crew + crew_income(eyes) + zone.income.crew
        starved = 6.0 if crew < 0 else 0.0
        gain = eyes.income(territory) + chip - eyes.worth(zone.buy) - starved
        plans.append((gain, "BuyBase", {"territory": territory}))
    return plans


def crew_income(eyes: Eyes) -> int:
    """Crew that the next collection brings or costs."""
    owned = [t for t, base in eyes.view.bases.items() if base.owner == eyes.seat]
    plain = eyes.rules.syndicates[eyes.own.syndicate].income.crew
    return plain + sum(eyes.rules.zone(t).income.crew for t in owned)


def _field(offer: Offer, name: str) -> tuple[object, ...]:
    part = offer.choice.fields[name]  # type: ignore[union-attr]  # a record, for this command
    return part.values if isinstance(part, OneOf) else ()


def exchanges(eyes: Eyes, offers: list[Offer]) -> list[Plan]:
    """Credits to influence, as far as a cheap base lacks it."""
    price = eyes.rules.zones["EXO"].buy
    purse = eyes.own.resources
    free = any(c.zone == "EXO" and c.id not in eyes.view.bases for c in eyes.rules.territories.values())
    lacks = price.influence - purse.influence
    if not free or eyes.left < 3 or lacks < 1:
        return []
    for offer in offers:
        give, get = _field(offer, "give")[0], _field(offer, "get")[0]
        rate = next(r for r in eyes.rules.content.exchange if (r.give, r.get) == (give, get))
        if get == "influence" and purse.of(str(give)) - lacks * rate.pay >= price.of(str(give)):
            return [(0.4, "Exchange", {"give": give, "get": get, "times": lacks})]
    return []


def card_worth(eyes: Eyes, face: str) -> float:
    """What an operation card is worth in the hand."""
    if face in eyes.rules.missions:
        card = eyes.rules.missions[face]
        too_late = card.min_round > eyes.view.round + eyes.left - 1
        return 0.0 if too_late else eyes.chance(card.win_at.vacant) * eyes.worth(card.reward)
    if face in eyes.rules.robberies:
        return 2.5
    return 1.5


def sales(eyes: Eyes, offer: Offer) -> list[Plan]:
    """The worst card for credits: at the very end, or when the hand is full."""
    hand = eyes.own.hand
    worst = min(hand, key=lambda face: card_worth(eyes, face))
    last = eyes.view.final_round == eyes.view.round
    if not last and len(hand) < 7:
        return []
    value = cast(Split, offer.choice.fields["gain"]).total  # type: ignore[union-attr]  # a record, for this command
    return [(0.1, "SellCard", {"card": worst, "gain": {"credits": value, "influence": 0, "crew": 0}})]


def threatened(eyes: Eyes) -> float:
    """What the Sovereign card on the table is likely to cost the seat."""
    card = eyes.rules.sovereign[eyes.view.sovereign_done[-1]]
    shade = ("yellow", "orange", "red").index(eyes.view.alert.colour)
    owned = {t: base for t, base in eyes.view.bases.items() if base.owner == eyes.seat}
    loss = 0.0
    for effect in card.effect:
        match effect:
            case f.Crackdown(zones=zones):
                for t, base in owned.items():
                    limit = f.at(effect.fortified if base.fortified else effect.unfortified, shade)
                    loss += eyes.income(t) * limit / 12 if eyes.rules.zone(t).id in zones else 0.0
            case f.Tax(flat=flat):
                loss += len(owned) * f.at(flat if flat is not None else (1, 2, 3), shade)
            case f.Lose(influence=influence, crew=crew):
                loss += eyes.worth(Bundle(0, f.at(influence, shade), f.at(crew, shade)))
            case f.LosePercent(percent=percent, cap=cap):
                loss += min(cap, eyes.own.resources.credits * f.at(percent, shade) // 100)
            case f.Discard(n=n):
                loss += f.at(n, shade)
            case _:
                continue
    return loss


def collected(eyes: Eyes, values: Values) -> float:
    """What a way to settle the collection brings."""
    mining = cast(dict[str, dict[str, int]], values["mining"])
    unpaid = cast(tuple[str, ...], values["unpaid"])
    gains = sum((Bundle(**picked) for t, picked in mining.items() if t not in unpaid), NOTHING)
    lost = sum(eyes.worth(eyes.rules.zone(t).income) for t in unpaid)
    return eyes.worth(gains) - lost - (0.1 if values["market_cube"] == "none" else 0.0)
