"""The handlers of the operations, by area."""
