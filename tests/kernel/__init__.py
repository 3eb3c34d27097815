"""The kernel on its own, on the fixture game."""
