"""The ids of every rule, ruling and vector of each game."""
