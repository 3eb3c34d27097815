"""The running service: HTTP, the event store, clocks, bots and live streams; it wires api_schema to domain."""
