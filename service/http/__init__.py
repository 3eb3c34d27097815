"""What every request goes through: strict reading, tokens, problems, log lines, metrics."""
