"""The laws every game obeys, as pytest tests."""
