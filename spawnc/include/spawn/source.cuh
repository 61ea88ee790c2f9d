// What tells the translation units of a program apart.
#pragma once

namespace spawn {

// Another type in each translation unit. The structs that hold a child's arguments, or the condition of a region, have it as
// argument, as two sources may have such of one name: what templates of these headers make of them would be one function
// to the linker, host code included. (Unnamed namespaces beside them would do, but nvcc 13 does not tell those of nested
// ones apart.)
namespace {
struct ThisSource;
}

}  // namespace spawn
