"""Looking into what is stored: archives of matches, their verification, and the health of a store."""
