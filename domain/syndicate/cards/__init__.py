"""The content of the game: the form of its packs, and the house pack."""
