"""Archives, their forgeries, and the store looked through for damage."""
