"""The CUDA text that spawnc writes, one Jinja file a construct; `spawnc.emit.render` gives each its context."""
