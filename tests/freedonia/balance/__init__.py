"""Freedonia measured: seeded matches of computers by the thousand, without a store."""
