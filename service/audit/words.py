"""What a verification or an inspection found, for people to read."""

from collections.abc import AsyncIterator
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from domain.kernel.match.proof import Fault
from service.audit.inspecting import Health
from service.audit.verify import Report

SHOWN: Final = 20
"""So many faults are printed; of more, how many there are."""

FEW: Final = 40
"""So many sound matches are listed one by one; of more, only those that there is something to say of."""


def show(report: Report, console: Console) -> None:
    """Print a report."""
    console.print(escape(report.about), soft_wrap=True)
    _part(console, "Proved", "[green]✓[/]", report.proved)
    _part(console, "Not proved", "[yellow]–[/]", report.unproved)
    _part(console, "Faults", "[red]✗[/]", [line(fault) for fault in report.faults[:SHOWN]])
    if len(report.faults) > SHOWN:
        console.print(f"… {len(report.faults)} in all")


def _part(console: Console, heading: str, sign: str, sentences: list[str]) -> None:
    if sentences:
        console.print(f"\n[bold]{heading}[/]")
    for said in sentences:
        console.print(f"{sign} {escape(said)}", soft_wrap=True)


def line(fault: Fault) -> str:
    """A fault in a sentence that names its commit."""
    where = f"commit {fault.commit}" if fault.commit else "the archive"
    return f"{fault.kind}: {where}: {fault.said}"


async def table(found: AsyncIterator[Health], console: Console) -> bool:
    """Print how matches are stored; whether all are sound."""
    every = [health async for health in found]
    told = [health for health in every if len(every) <= FEW or health.faults or health.notes]
    if told:
        console.print(_rows(told))
    for health in told:
        for fault in health.faults:
            console.print(f"[red]✗[/] {health.match}: {escape(line(fault))}", soft_wrap=True)
        for note in health.notes:
            console.print(f"– {health.match}: {escape(note)}", soft_wrap=True)
    damaged = sum(bool(health.faults) for health in every)
    commits = sum(health.commits for health in every)
    console.print(f"{len(every)} matches, {commits} commits: {f'{damaged} damaged' if damaged else 'all sound'}")
    return damaged == 0


def _rows(told: list[Health]) -> Table:
    rows = Table("match", "game", "commits", "state", "found")
    for health in told:
        count = len(health.faults)
        found = f"[red]{count} {'fault' if count == 1 else 'faults'}[/]" if count else "sound"
        rows.add_row(health.match, health.game, str(health.commits), health.state, found)
    return rows
