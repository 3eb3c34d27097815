"""What many matches come to: shares with their intervals, lengths, endings, cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import sqrt

from domain.freedonia.meta import LEADER, SEATS
from tests.freedonia.balance.playing import Played

Z = 1.96  # 95 %
BANDS = {"story": (60, 78), "normal": (42, 58), "hard": (15, 35), "crisis": (12, 28)}  # per cell, percent
MEANS = {"story": (70, 80), "normal": (45, 55), "hard": (25, 35), "crisis": (15, 25)}


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    share, slack = wins / games, Z * Z / games
    middle = (share + slack / 2) / (1 + slack)
    half = Z * sqrt(share * (1 - share) / games + slack / (4 * games)) / (1 + slack)
    return 100 * (middle - half), 100 * (middle + half)


def share(wins: int, games: int) -> str:
    """A share in percent, with its interval."""
    low, high = interval(wins, games)
    return f"{100 * wins / games:.0f} ({low:.0f}-{high:.0f})"


def row(cells: Iterable[object]) -> str:
    """One line of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A table in the form that documents use."""
    yield row(head)
    yield row("---" for _ in head)
    yield from map(row, rows)


def wins(played: Iterable[Played], seat: str = LEADER) -> int:
    """How many of them a seat won."""
    return sum(each.winner == seat for each in played)


def balance(played: Sequence[Played]) -> Iterator[str]:
    """The Leader's wins for each difficulty and deck, in percent, against the bands."""
    decks = list(dict.fromkeys(each.setting.deck for each in played))
    lines = []
    for difficulty in dict.fromkeys(each.setting.difficulty for each in played):
        here = [each for each in played if each.setting.difficulty == difficulty]
        cells = [[each for each in here if each.setting.deck == deck] for deck in decks]
        shares = [share(wins(cell), len(cell)) for cell in (*cells, here)]
        lines.append([difficulty, *shares, _within(difficulty, here, cells)])
    yield from table(["Leader wins, %", *decks, "all", "in the bands"], lines)


def _within(difficulty: str, here: Sequence[Played], cells: Sequence[Sequence[Played]]) -> str:
    low, high = MEANS[difficulty]
    mean = low <= 100 * wins(here) / len(here) <= high
    least, most = BANDS[difficulty]
    each = all(least <= 100 * wins(cell) / len(cell) <= most for cell in cells)
    return f"mean {'yes' if mean else 'NO'}, cells {'yes' if each else 'NO'}"


def endings(played: Sequence[Played]) -> Iterator[str]:
    """How matches of each difficulty end, in percent, and how long they are, in years."""
    reasons = [reason for reason, _ in Counter(each.reason for each in played).most_common()]
    lines = []
    for difficulty in dict.fromkeys(each.setting.difficulty for each in played):
        here = [each for each in played if each.setting.difficulty == difficulty]
        years, found = sorted(each.year for each in here), Counter(each.reason for each in here)
        length = " / ".join(str(years[len(years) * part // 10]) for part in (1, 5, 9)) + f" / {years[-1]}"
        lines.append([difficulty, length, *(f"{100 * found[reason] / len(here):.0f}" for reason in reasons)])
    yield from table(["endings, %", "years (10 % / median / 90 % / longest)", *reasons], lines)


def cards(played: Sequence[Played]) -> Iterator[str]:
    """For each deck and card: in how many percent of the matches it was laid when drawn; how often a laid one stood
    and backfired, in percent; and the gap between its owner's wins when it was laid and in all matches."""
    lines = []
    for seat in SEATS:
        for deck in dict.fromkeys(each.setting.deck for each in played) if seat == LEADER else ["opposition"]:
            here = [each for each in played if seat != LEADER or each.setting.deck == deck]
            names = dict.fromkeys(card for each in here for card in sorted(each.drawn[seat]))
            lines += sorted([deck, card, *_card(here, seat, card)] for card in names)
    yield from table(["deck", "card", "laid of drawn", "stood", "backfired", "win gap"], lines)


def _card(here: Sequence[Played], seat: str, card: str) -> list[str]:
    drawn = [each for each in here if card in each.drawn[seat]]
    users = [each for each in drawn if (seat, card) in each.laid]
    laid = sum((seat, card) == lay for lay in chain(*(each.laid for each in here)))
    stood = sum(each.stood.count(card) for each in here)
    red = sum(each.backfired.count(card) for each in here)
    rate = wins(here, seat) / len(here)
    gap = f"{100 * (wins(users, seat) / len(users) - rate):+.0f}" if users else "-"
    return [
        f"{100 * len(users) / len(drawn):.0f}",
        f"{100 * stood / laid:.0f}" if laid else "-",
        f"{100 * red / laid:.0f}" if laid else "-",
        gap,
    ]


def strength(played: Sequence[Played], policy: str) -> Iterator[str]:
    """How often a policy beats another one, from each seat, in percent; and its CPU per decision."""
    as_seat = [[each for each in played if each.setting.policies[number] == policy] for number in range(2)]
    won = [wins(each, seat) for each, seat in zip(as_seat, SEATS, strict=True)]
    other = next(each for each in played[0].setting.policies if each != policy)
    cells = [share(count, len(each)) for count, each in zip(won, as_seat, strict=True)]
    costs = sorted(chain(*(each.cost_ms.get(policy, []) for each in played)))
    cpu = [f"{costs[int(len(costs) * part)]:.1f}" for part in (0.5, 0.99)]
    yield from table(
        [f"{policy} against {other}, %", "as Leader", "as Opposition", "both", "CPU ms median", "p99"],
        [["wins", *cells, share(sum(won), len(played)), *cpu]],
    )
