"""The event store: bytes in, bytes out, in order and on disk. It knows no game."""
