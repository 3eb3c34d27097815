"""The same work beside another project's server: `python -m tests.bench --peer DIR [--rounds N]`.

DIR is a copy of the peer lab with its server installed; this adds our adapter to it, lets the lab run both in
turn, server and store on one core and the driver on the other, and prints medians of the ratios of each round.
"""

import json
import shutil
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
PEER: Final = "bgio-memory"
OURS: Final = "conclave"
THINK_MS: Final = 533  # 64 matches at 120 moves a second
STEPS: Final[dict[str, list[str]]] = {
    "16 matches": ["play", "--matches", "16"],
    "64 matches": ["play", "--matches", "64"],
    "64 at 120 moves/s": ["play", "--matches", "64", "--commands", "20", "--think", str(THINK_MS)],
    "joining after 0": ["load", "--commands", "0"],
    "joining after 1,000": ["load", "--commands", "1000"],
}


def _contenders(lab: Path) -> Path:
    known = json.loads((lab / "drive/contenders.json").read_text())
    served = [sys.executable, "-m", "tests.bench.served", "{scratch}", "{port}"]
    ours = {"adapter": OURS, "cwd": str(ROOT), "cmd": served, "env": {"PYTHONPATH": str(ROOT)}}
    path = lab / "results/contenders.json"
    path.write_text(json.dumps({PEER: known[PEER], OURS: ours}))
    return path


def _plan(lab: Path, contenders: Path) -> Path:
    steps = [
        {"contender": who, "label": f"{who}|{what}", "args": [*args, "--contenders", str(contenders)]}
        for what, args in STEPS.items()
        for who in (PEER, OURS)
    ]
    path = lab / "results/plan.json"
    path.write_text(json.dumps(steps))
    return path


def _runs(results: Path) -> dict[str, list[dict[str, dict[str, Any]]]]:
    """By step: the rounds in which both finished."""
    rounds: dict[tuple[str, int], dict[str, dict[str, Any]]] = defaultdict(dict)
    for line in results.read_text().splitlines():
        run = json.loads(line)
        who, _, what = run["label"].partition("|")
        if "error" in run:
            print(f"  {run['label']} failed: {run['error'][:200]}")
        else:
            rounds[what, run["round"]][who] = run
    found: dict[str, list[dict[str, dict[str, Any]]]] = defaultdict(list)
    for (what, _), both in rounds.items():
        if len(both) == 2:
            found[what].append(both)
    return found


def _field(run: dict[str, Any], path: str) -> float:
    for name in path.split("."):
        run = run[name]
    return float(run)  # type: ignore[arg-type]  # a leaf


def _print(what: str, rounds: list[dict[str, dict[str, Any]]], *paths: str) -> None:
    for path in paths:
        theirs, ours = ([_field(both[who], path) for both in rounds] for who in (PEER, OURS))
        ratio = statistics.median(our / their for our, their in zip(ours, theirs, strict=True))
        said = f"{statistics.median(ours):>10,.2f} {statistics.median(theirs):>10,.2f} {ratio:>8.2f}"
        print(f"  {what:<22}{path:<22}{said}")


def beside(lab: Path, rounds: int) -> None:
    """Run the rounds and print what came of them: ours, theirs, ours / theirs."""
    shutil.copy(HERE / "conclave.mjs", lab / "drive/adapters/conclave.mjs")
    (lab / "results").mkdir(exist_ok=True)
    results = lab / "results/beside.jsonl"
    results.unlink(missing_ok=True)
    plan = _plan(lab, _contenders(lab))
    options = ["--rounds", str(rounds), "--tries", "1", "--wait", "4"]
    subprocess.run(["node", "drive/bench.mjs", str(plan), str(results), *options], cwd=lab, check=True)
    print(f"bazaar, {rounds} rounds beside {PEER}: ours, theirs, ours / theirs")
    for what, found in _runs(results).items():
        if what.startswith("joining"):
            _print(what, found, "bytes")
        else:
            _print(what, found, "moves_per_s", "server_cpu_ms_per_move", "all_ms.p50", "all_ms.p99")
