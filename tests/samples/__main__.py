"""`python -m tests.samples --write` makes the samples anew; from v0.1.0 on nothing may be taken away."""

import sys

from tests.samples.samples import write_all

if sys.argv[1:] != ["--write"]:
    sys.exit(__doc__)
write_all()
