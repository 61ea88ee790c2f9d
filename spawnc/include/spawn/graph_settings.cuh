// What the environment says about regions, and what CUDA can do.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

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

// "while:16", "block:64", "while", "while:16+turns", "host", "auto"
inline bool read_mode(const char* text, Mode* mode) {
  const char* const plus = std::strchr(text, '+');
  if (plus && std::strcmp(plus, "+turns") != 0) return false;
  const std::string_view whole = plus ? std::string_view(text, static_cast<size_t>(plus - text)) : text;
  const bool in_turns = plus != nullptr;
  if (whole == "auto" && !in_turns) return *mode = {Mode::kAuto}, true;
  if (whole == "host" && !in_turns) return *mode = {Mode::kPlain}, true;
  if (whole == "while") return *mode = {Mode::kWhile, 1, in_turns}, true;
  const size_t colon = whole.find(':');
  const std::string_view word = whole.substr(0, colon);
  if (colon == std::string_view::npos || (word != "while" && word != "block")) return false;
  char* end = nullptr;
  const char* const number = whole.data() + colon + 1;
  const long steps = std::strtol(number, &end, 10);
  if (*number < '0' || *number > '9' || end != whole.data() + whole.size() || steps < 1 || steps > 1024)
    return false;
  return *mode = {word == "while" ? Mode::kWhile : Mode::kBlock, static_cast<int>(steps), in_turns}, true;
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
    if (!settings.has_loop)
      ignore_variable("SPAWN_LOOP", value, "auto, host, block:K, while or while:K, or the like with +turns");
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

inline const char* mode_text(Mode mode, char* text, size_t size) {
  static const char* const names[] = {"auto", "plain", "graph", "block", "while"};
  const char* const turns = mode.in_turns ? "+turns" : "";
  if (mode.kind == Mode::kBlock || (mode.kind == Mode::kWhile && mode.steps > 1))
    std::snprintf(text, size, "%s:%d%s", names[mode.kind], mode.steps, turns);
  else
    std::snprintf(text, size, "%s%s", names[mode.kind], turns);
  return text;
}

}  // namespace detail
}  // namespace spawn
