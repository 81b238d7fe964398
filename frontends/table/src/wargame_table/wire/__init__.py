"""JSON Schema and TypeScript declarations of what front ends send and get, made from the types."""
