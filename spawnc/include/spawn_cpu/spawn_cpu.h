// CUDA on the CPU: everything that nvcc declares before the first line of a program, and <cuda_runtime.h>.
//
// The functions are defined in runtime/, which is compiled once and linked to every program.
#pragma once

#include <cassert>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "api.h"
#include "atomics.h"
#include "block.h"
#include "intrinsics.h"
#include "launch.h"
#include "math.h"
#include "qualifiers.h"
#include "vectors.h"
