"""`python -m tests.harness FILE` plays a match from tests/found again, tells it, and goes on from there."""

import sys
from pathlib import Path

import msgspec

from domain.kernel.match.past import Commit, tell
from domain.kernel.viewers import SPECTATOR
from tests.harness.lab import Found, again

if len(sys.argv) != 2:
    sys.exit(__doc__)
lab = again(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Found))
for commit in tell(lab.match.codec, lab.entries, Commit):
    for seen in lab.match.see(commit.events, commit.at, SPECTATOR, 0):
        print(f"{commit.number:5} {seen.text}")
print("open:", *lab.choices(), sep="\n  ")
lab.play()
