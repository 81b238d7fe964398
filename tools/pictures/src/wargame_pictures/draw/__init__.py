"""Pictures of maps and charts, as SVG."""
