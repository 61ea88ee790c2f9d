// Enough of CUDA's C++ interface for name lookup where there is no toolkit, or no need of one (a parse with
// this prelude takes 20 ms, one with the toolkit's headers 200 ms and more). Parsed by libclang only, never
// compiled.
#pragma once
#pragma GCC system_header
#include "qualifiers.h"
// libstdc++'s special functions of C++17 (Bessel, elliptic integrals...) are half of the time of a parse
#define _GLIBCXX_BITS_SPECFUN_H 1
#if __has_include(<stdlib.h>)
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif
#if __has_include(<new>)
#include <initializer_list>
#include <new>
#include <utility>
#endif
#include "cuda_api.h"
