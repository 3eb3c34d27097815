"""Fixture games: what the easy games lack, for the harness and the API."""
