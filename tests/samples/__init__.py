"""A stored sample of every event form: it must load for ever."""
