"""What a command costs: `python -m tests.bench [--quick | --peer DIR]`."""
