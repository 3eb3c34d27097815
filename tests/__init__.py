"""The tests; fixture games live in tests.games."""
