"""Kernels that another source of the run defines.

A guarded branch needs the child's body in the unit that launches it: calling a function of another unit from a kernel
with launch bounds fails at the link where it needs more registers. So the definition is borrowed: for the analysis it
stands at the end of the launching unit's text, as if it had been written there, and what is made of it (serial body,
counted kernel, guarded branch) goes before the first launch. The definition itself is not in the output.

That is only right where the text means the same in both units, which `borrow` has to show."""
