"""What is true of every match: its table, its own commands and events, and the aggregate of it all."""
