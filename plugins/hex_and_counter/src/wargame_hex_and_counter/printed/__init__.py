"""What is printed: the counters, and the terrain effects chart."""
