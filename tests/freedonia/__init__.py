"""Freedonia's own tests."""
