"""The commands of authors."""
