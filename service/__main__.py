"""`python -m service` is the `conclave` command."""

from service.cli import main

main()
