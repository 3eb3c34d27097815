"""Golden matches: for each game one for each way to end, as readable JSON."""
