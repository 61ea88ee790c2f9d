// What the regions did, for the report at exit.
#pragma once

#include "graph_host.cuh"
#include "report_parts.cuh"

namespace spawn {
namespace detail {

inline void write_regions_table(FILE* out) {
  std::fprintf(out, "%-24s %-14s %10s %10s %12s %8s %10s %8s %8s %12s\n", "region", "mode", "launches",
               "plain", "trips", "built", "patched", "rebuilt", "evicted", "bytes");
  const Mutex::Guard lock(graph_host().mutex);
  for (const RegionCounters* c = graph_host().counters; c; c = c->next) {
    char mode[32];
    std::fprintf(out, "%-24s %-14s %10llu %10llu %12llu %8llu %10llu %8llu %8llu %12lld\n", c->where,
                 mode_text(c->mode(), mode, sizeof mode), c->launches.load(), c->plain.load(),
                 c->trips.load(), c->built.load(), c->patched.load(), c->rebuilt.load(), c->evicted.load(),
                 c->most_bytes.load());
  }
}

inline void write_regions_members(FILE* out) {
  std::fprintf(out, "\"regions\": [");
  const Mutex::Guard lock(graph_host().mutex);
  const char* separator = "\n";
  for (const RegionCounters* c = graph_host().counters; c; c = c->next, separator = ",\n") {
    char mode[32];
    std::fprintf(out, "%s  {\"id\": ", separator);
    print_json_string(out, c->where);
    std::fprintf(
        out,
        ", \"mode\": \"%s\", \"launches\": %llu, \"plain\": %llu, \"trips\": %llu,\n"
        "   \"built\": %llu, \"patched\": %llu, \"rebuilt\": %llu, \"evicted\": %llu, \"bytes\": %lld}",
        mode_text(c->mode(), mode, sizeof mode), c->launches.load(), c->plain.load(), c->trips.load(),
        c->built.load(), c->patched.load(), c->rebuilt.load(), c->evicted.load(), c->most_bytes.load());
  }
  std::fprintf(out, "\n ]");
}

inline void register_regions() {
  add_report_part(&ReportParts::regions, {write_regions_table, write_regions_members});
}

}  // namespace detail
}  // namespace spawn
