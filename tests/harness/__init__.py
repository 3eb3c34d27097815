"""One harness over all games: the laws that each of them must keep."""
