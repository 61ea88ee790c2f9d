"""Source files and compile arguments in, `spawnc.model.Unit` out. The only package that knows libclang.

How a CUDA file is parsed without a CUDA front end: every `<<<...>>>` is made blank, so that a launch reads as a
call, and the CUDA keywords become annotations by a prelude of our own. `spawnc.lexer` finds the launches in the raw
text, and the two are joined by the place of the closing parenthesis."""

from spawnc.frontend.parse import HeaderMode, parse_views

__all__ = ["HeaderMode", "parse_views"]
