"""Nothing leaks over HTTP: not to a host, not to a spectator, not through any endpoint, log line or metric."""
