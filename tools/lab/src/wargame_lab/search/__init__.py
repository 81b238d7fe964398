"""Players that look ahead."""
