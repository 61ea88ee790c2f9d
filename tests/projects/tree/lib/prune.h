#pragma once

// the static library: marks the children of the nodes that are marked to be cut
void prune(int nodes, const int* cut, const int* offsets, const int* children, int* marks);
