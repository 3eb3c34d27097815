"""`python -m tests.golden --write` makes the golden matches anew; the diff is the review."""

import sys

from tests.golden.record import write_all

if sys.argv[1:] != ["--write"]:
    sys.exit(__doc__)
write_all()
