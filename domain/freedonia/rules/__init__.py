"""The rules of Freedonia, a module for each chapter."""
