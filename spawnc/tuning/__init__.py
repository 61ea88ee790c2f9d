"""`spawnc tune`: policies by site, found by running the user's own program."""
