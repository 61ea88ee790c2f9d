"""`spawnc bench`: the samples, built in every way that they can be run, timed in one run on one GPU."""
