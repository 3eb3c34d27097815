"""The NGATA campaign for one seat (rulebook: NGATA)."""
