"""What the compiler launcher does, from a look at the bytes of a source to the compile of its rewritten copy."""
