"""`python -m tests.verify --write` writes docs/example.ndjson anew; docs/verify.md then needs a look."""

import sys

from tests.verify.example import FILE, lines

if sys.argv[1:] != ["--write"]:
    sys.exit(__doc__)
FILE.write_bytes(lines())
