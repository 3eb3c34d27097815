"""The content of the game as data: district cards and Bosses over a closed language of effects."""
