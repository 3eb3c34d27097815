"""`python -m tests.freedonia.balance [--games 400] [--policy hard]` plays every deck at every difficulty; with
`--against random` two policies meet, sides swapped. It prints the tables that stand in docs/games/freedonia.md."""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from domain.freedonia import GAME
from domain.freedonia.cards import LEADER_DECKS
from domain.freedonia.meta import DIFFICULTIES
from tests.freedonia.balance import tables
from tests.freedonia.balance.playing import Played, Setting, play


def run(setting: Setting, seeds: range) -> list[Played]:
    """All matches of a setting."""
    return [play(setting, seed) for seed in seeds]


def settings(options: argparse.Namespace) -> list[Setting]:
    """What is to be played."""
    if options.against is None:
        pair = (options.policy, options.policy)
        return [Setting(deck, each, pair) for each in options.difficulty for deck in options.deck]
    pairs = [(options.policy, options.against), (options.against, options.policy)]
    return [Setting(deck, each, pair) for each in options.difficulty for deck in options.deck for pair in pairs]


def tell(options: argparse.Namespace, played: list[Played]) -> Iterator[str]:
    """All tables."""
    if options.against is not None:
        yield from tables.strength(played, options.policy)
        return
    yield from tables.balance(played)
    yield ""
    yield from tables.endings(played)
    if options.cards:
        yield ""
        yield from tables.cards([each for each in played if each.setting.difficulty == "normal"])


def parser() -> argparse.ArgumentParser:
    """The words of the command."""
    found = argparse.ArgumentParser(prog="python -m tests.freedonia.balance", description=__doc__)
    found.add_argument("--games", type=int, default=400, help="for each deck and difficulty")
    found.add_argument("--first", type=int, default=0, help="the first seed")
    found.add_argument("--policy", choices=sorted(GAME.bots), default="hard")
    found.add_argument("--against", choices=sorted(GAME.bots), help="another policy, sides swapped")
    found.add_argument("--difficulty", nargs="+", choices=DIFFICULTIES, default=list(DIFFICULTIES))
    found.add_argument("--deck", nargs="+", choices=LEADER_DECKS, default=list(LEADER_DECKS))
    found.add_argument("--cards", action="store_true", help="also the table of cards, on Normal")
    found.add_argument("--jobs", type=int, default=os.cpu_count())
    return found


def main() -> None:
    """Play and print."""
    options = parser().parse_args()
    wanted = settings(options)
    games = options.games if options.against is None else options.games // len(wanted)
    seeds = range(options.first, options.first + games)
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(partial(run, seeds=seeds), wanted))
    for line in tell(options, [played for cell in found for played in cell]):
        print(line)


if __name__ == "__main__":
    main()
