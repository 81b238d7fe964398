"""Plugin."""
