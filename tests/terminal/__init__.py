"""The clients for a terminal, against a service that really runs."""
