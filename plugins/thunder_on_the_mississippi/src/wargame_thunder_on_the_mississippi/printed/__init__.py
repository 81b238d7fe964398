"""What the document prints: the data files and the values they become."""
