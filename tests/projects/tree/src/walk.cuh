#pragma once

// a level of the tree: launches a grid for the children of each node
void walk(int nodes, const int* offsets, const int* children, int* marks);
