#pragma once
#include <spawn_cpu/thrust.h>
