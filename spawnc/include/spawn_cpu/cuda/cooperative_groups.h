#pragma once
#include <spawn_cpu/groups.h>
