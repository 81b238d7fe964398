"""A folder of a designer, shown in the browser and drawn again on every save."""
