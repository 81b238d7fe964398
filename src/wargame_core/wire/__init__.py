"""What front ends send and get, described: JSON Schema and TypeScript declarations, from the types themselves."""
