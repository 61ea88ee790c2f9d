// What the environment says about regions, and what CUDA can do.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "graph_exec.cuh"

namespace spawn {
namespace detail {

struct GraphSettings {
  bool graphs = true;  // SPAWN_GRAPHS
  Mode loop;           // SPAWN_LOOP
  bool has_loop = false;
  bool as_nodes = true, as_words = true;  // SPAWN_COND: how branches may be made
  size_t bytes = 0;                       // SPAWN_GRAPH_BYTES; 0: by the device's memory
  unsigned long long after = 8;           // SPAWN_GRAPH_AFTER
  bool declines = true;                   // without it: sequences that are not worth their graphs
  GraphAbilities abilities;
};

// "while:16", "block:64", "while", "host", "auto"
inline bool read_mode(const char* text, Mode* mode) {
  const char* const colon = std::strchr(text, ':');
  const size_t length = colon ? static_cast<size_t>(colon - text) : std::strlen(text);
  const auto is = [&](const char* word) {
    return std::strlen(word) == length && std::strncmp(text, word, length) == 0;
  };
  if (!colon && is("auto")) return *mode = {Mode::kAuto, 1}, true;
  if (!colon && is("host")) return *mode = {Mode::kPlain, 1}, true;
  if (!colon && is("while")) return *mode = {Mode::kWhile, 1}, true;
  if (!colon || (!is("while") && !is("block"))) return false;
  char* end = nullptr;
  const long steps = std::strtol(colon + 1, &end, 10);
  if (colon[1] < '0' || colon[1] > '9' || *end != '\0' || steps < 1 || steps > 1024) return false;
  return *mode = {is("while") ? Mode::kWhile : Mode::kBlock, static_cast<int>(steps)}, true;
}

inline void ignore_variable(const char* name, const char* value, const char* expected) {
  std::fprintf(stderr, "spawn: %s=%s ignored: expected %s\n", name, value, expected);
}

inline unsigned long long read_number(const char* name, unsigned long long otherwise) {
  const char* const value = std::getenv(name);
  if (!value) return otherwise;
  char* end = nullptr;
  const unsigned long long number = std::strtoull(value, &end, 10);
  if (*value >= '0' && *value <= '9' && *end == '\0') return number;
  ignore_variable(name, value, "a number");
  return otherwise;
}

inline void read_graph_settings(GraphSettings& settings) {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  settings.abilities.conditions = CUDART_VERSION >= 12040 && driver >= 12040;
  settings.abilities.otherwise = CUDART_VERSION >= 12080 && driver >= 12080;
  settings.graphs = read_number("SPAWN_GRAPHS", 1) != 0;
  settings.bytes = static_cast<size_t>(read_number("SPAWN_GRAPH_BYTES", 0));
  settings.after = read_number("SPAWN_GRAPH_AFTER", settings.after);
  settings.declines = std::getenv("SPAWN_GRAPH_AFTER") == nullptr;
  if (const char* value = std::getenv("SPAWN_LOOP")) {
    settings.has_loop = read_mode(value, &settings.loop);
    if (!settings.has_loop) ignore_variable("SPAWN_LOOP", value, "auto, host, block:K, while or while:K");
  }
  if (const char* value = std::getenv("SPAWN_COND")) {
    if (std::strcmp(value, "node") == 0)
      settings.as_words = false;
    else if (std::strcmp(value, "predicate") == 0)
      settings.as_nodes = false;
    else if (std::strcmp(value, "auto") != 0)
      ignore_variable("SPAWN_COND", value, "auto, node or predicate");
  }
  settings.as_nodes = settings.as_nodes && settings.abilities.conditions;
}

inline const char* mode_text(int kind, int steps, char* text, size_t size) {
  static const char* const names[] = {"auto", "plain", "graph", "block", "while"};
  if (kind == Mode::kBlock || (kind == Mode::kWhile && steps > 1))
    std::snprintf(text, size, "%s:%d", names[kind], steps);
  else
    std::snprintf(text, size, "%s", names[kind]);
  return text;
}

}  // namespace detail
}  // namespace spawn
