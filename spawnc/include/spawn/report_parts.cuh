// The report at exit: SPAWN_REPORT=1 prints tables to stderr, SPAWN_REPORT=path.json writes JSON. Guarded sites, regions and
// phases have a part each; a part registers itself when it has something to say.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "mutex.cuh"

namespace spawn {
namespace detail {

struct ReportPart {
  void (*write_table)(FILE* out);
  void (*write_members)(FILE* out);  // of the JSON object, without its braces
};

struct ReportParts {
  Mutex mutex;
  bool is_registered = false;
  ReportPart sites{}, regions{}, phases{};
};

inline ReportParts& report_parts() {
  static ReportParts parts;  // of constants: it is there before anything runs, and nothing is destroyed
  return parts;
}

inline void print_json_string(FILE* out, const char* text) {
  std::fputc('"', out);
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\') std::fputc('\\', out);
    if (static_cast<unsigned char>(*text) < 0x20)
      std::fprintf(out, "\\u%04x", *text);
    else
      std::fputc(*text, out);
  }
  std::fputc('"', out);
}

}  // namespace detail

// What was counted so far. Waits for the devices' work.
inline void report(FILE* out) {
  const detail::ReportParts& parts = detail::report_parts();
  if (parts.sites.write_table) parts.sites.write_table(out);
  for (const detail::ReportPart& part : {parts.regions, parts.phases})
    if (part.write_table) part.write_table(out);
}

// The same as JSON. False: the file can't be written.
inline bool report_json(const char* path) {
  FILE* out = std::fopen(path, "w");
  if (!out) {
    std::fprintf(stderr, "spawn: cannot write the report to %s\n", path);
    return false;
  }
  const detail::ReportParts& parts = detail::report_parts();
  std::fprintf(out, "{\"version\": 1, ");
  if (parts.sites.write_members)
    parts.sites.write_members(out);
  else
    std::fprintf(out,
                 "\"devices\": 0, \"pending_limit\": 0, \"slots\": 0,\n"
                 " \"launch_overhead_us\": 0, \"launch_issue_us\": 0,\n \"sites\": []");
  for (const detail::ReportPart& part : {parts.regions, parts.phases}) {
    if (!part.write_members) continue;
    std::fprintf(out, ",\n ");
    part.write_members(out);
  }
  std::fprintf(out, "}\n");
  const bool is_complete = !std::ferror(out);
  if (std::fclose(out) == 0 && is_complete) return true;
  std::fprintf(stderr, "spawn: cannot write the report to %s\n", path);
  return false;
}

namespace detail {

inline void report_at_exit() {
  const char* where = std::getenv("SPAWN_REPORT");
  const size_t length = where ? std::strlen(where) : 0;
  if (length > 5 && std::strcmp(where + length - 5, ".json") == 0)
    report_json(where);
  else
    report(stderr);
}

// The CUDA runtime has started when this is called, so the handler runs before the runtime's own.
inline void add_report_part(ReportPart ReportParts::* which, ReportPart part) {
  ReportParts& parts = report_parts();
  const Mutex::Guard lock(parts.mutex);
  parts.*which = part;
  if (parts.is_registered) return;
  parts.is_registered = true;
  const char* where = std::getenv("SPAWN_REPORT");
  if (where && *where && std::strcmp(where, "0") != 0) std::atexit(report_at_exit);
}

}  // namespace detail
}  // namespace spawn
