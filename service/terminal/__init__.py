"""Clients for a terminal. They use the public API alone and know no game."""
