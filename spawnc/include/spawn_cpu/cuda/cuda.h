#pragma once
#include <spawn_cpu/spawn_cpu.h>
