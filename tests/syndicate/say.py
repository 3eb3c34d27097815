"""Commands in the players' words, with what they mostly leave out left out."""

from typing import Any

from domain.syndicate import commands as c


def mission(card: str, **more: Any) -> c.AttemptMission:
    return c.AttemptMission(card=card, **({"stance": None, "hands": "none", "chips": (), "abilities": ()} | more))


def robbery(card: str, target: str, **more: Any) -> c.AttemptRobbery:
    return c.AttemptRobbery(card=card, target=target, **({"hands": "none", "chips": (), "abilities": ()} | more))


def assault(target: str, reinforcements: int, **more: Any) -> c.LaunchAssault:
    return c.LaunchAssault(target=target, reinforcements=reinforcements, **({"chips": (), "abilities": ()} | more))


def chip(face: str, choice: str | None = None) -> c.PlayChip:
    return c.PlayChip(chip=face, choice=choice)


def sleeper(choice: str | None = None) -> c.PlaySleeper:
    return c.PlaySleeper(choice=choice)


def trade(to: str, give: dict[str, Any], want: dict[str, Any]) -> c.ProposeTrade:
    empty: dict[str, Any] = {"credits": 0, "influence": 0, "crew": 0, "bases": ()}
    return c.ProposeTrade(
        to=to,
        give=c.Give(**({"cards": (), "chips": ()} | empty | give)),
        want=c.Want(**({"cards": 0, "chips": 0} | empty | want)),
    )


def accept(number: int, cards: tuple[str, ...] = (), chips: tuple[str, ...] = ()) -> c.AcceptTrade:
    return c.AcceptTrade(trade=number, cards=cards, chips=chips)


def submit(
    mining: dict[str, Any] | None = None, unpaid: tuple[str, ...] = (), cube: str = "none"
) -> c.SubmitCollection:
    picks = {t: c.Amounts(**({"credits": 0, "influence": 0, "crew": 0} | pick)) for t, pick in (mining or {}).items()}
    return c.SubmitCollection(mining=picks, unpaid=unpaid, market_cube=cube)
