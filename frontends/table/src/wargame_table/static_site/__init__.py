"""A folder of files that plays every installed game in a browser, without a server: see `build.write_site`."""
