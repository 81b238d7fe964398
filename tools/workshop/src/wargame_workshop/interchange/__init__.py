"""Maps and lists that other programs draw and keep: imports that merge, and exports."""
