"""The rules of the games: pure functions over plain data, importing the standard library and msgspec alone."""
