// What the sites did, for the report at exit.
#pragma once

#include "host.cuh"
#include "mutex.cuh"
#include "report_parts.cuh"

namespace spawn {
namespace detail {

// Estimates are those of the device with the most work; counters are sums over devices.
struct SiteTotals {
  Counters counters{};
  SmCounters sm_counters{};  // all in one
  Ratio item = kItemPrior, cta = kCtaPrior;
  unsigned long long weight = 0;
};

struct LaunchTotals {
  int devices = 0, limit = 0, capacity = 0;
  float overhead_us = 0, issue_us = 0, cycles_per_ns = 1;
};

inline void add(SiteTotals& totals, const Site& site) {
  const Counters& from = site.counters;
  Counters& to = totals.counters;
  to.launched += from.launched;
  to.launched_items += from.launched_items;
  to.refused += from.refused;
  to.failed += from.failed;
  to.dropped += from.dropped;
  to.delay_ns += from.delay_ns;
  to.delays += from.delays;
  unsigned long long weight = from.launched;
  for (const SmCounters& each : site.sm_counters) {
    totals.sm_counters.serial += each.serial;
    totals.sm_counters.serial_items += each.serial_items;
    totals.sm_counters.queued += each.queued;
    totals.sm_counters.queued_items += each.queued_items;
    weight += each.serial + each.queued;
  }
  if (weight <= totals.weight) return;
  totals.weight = weight;
  totals.item = site.item;
  totals.cta = site.cta;
}

// Waits for the devices' work: a counter read earlier would be short.
inline cudaError_t read_site(HostState& state, const Table& table, int index, SiteTotals* totals) {
  for (int device = 0; device < kMaxDevices; ++device) {
    if (!(state.used >> device & 1)) continue;
    HostScope scope(device);
    scope.check(cudaDeviceSynchronize());
    Site* sites = scope.sites_of(table);
    Site site;
    if (sites) scope.copy(&site, &sites[index], sizeof site);
    if (scope.error() != cudaSuccess) return scope.error();
    add(*totals, site);
  }
  return cudaSuccess;
}

inline cudaError_t read_pool(HostState& state, LaunchTotals* totals) {
  for (int device = 0; device < kMaxDevices; ++device) {
    if (!(state.used >> device & 1)) continue;
    HostScope scope(device);
    void* address = nullptr;
    Pool copy;
    scope.check(cudaDeviceSynchronize());
    if (scope.check(cudaGetSymbolAddress(&address, pool))) scope.copy(&copy, address, sizeof copy);
    if (scope.error() != cudaSuccess) return scope.error();
    if (totals->devices++ > 0) continue;
    totals->limit = copy.limit;
    totals->capacity = copy.capacity;
    totals->cycles_per_ns = copy.cycles_per_ns;
    totals->overhead_us = copy.overhead_cycles / copy.cycles_per_ns * 1e-3f;
    totals->issue_us = copy.issue_cycles / copy.cycles_per_ns * 1e-3f;
  }
  return cudaSuccess;
}

inline unsigned long long offered(const SiteTotals& totals) {
  const Counters& c = totals.counters;
  const SmCounters& s = totals.sm_counters;
  return c.launched + s.queued + s.serial + c.failed + c.dropped;
}

inline double ratio_ns(Ratio ratio, float cycles_per_ns) { return ratio.cycles() / cycles_per_ns; }

inline double mean_delay_us(const Counters& c) {
  return c.delays ? static_cast<double>(c.delay_ns) / static_cast<double>(c.delays) * 1e-3 : 0;
}

inline bool report_failed(cudaError_t error) {
  if (error == cudaSuccess) return false;
  std::fprintf(stderr, "spawn: no report, the counters cannot be read: %s\n", cudaGetErrorString(error));
  return true;
}

inline void write_table(HostState& state, FILE* out) {
  LaunchTotals launch;
  if (report_failed(read_pool(state, &launch))) return;
  std::fprintf(
      out, "spawn: %d device%s, %d of %d pending launches used; launch %.1f us + %.2f us each ahead of it\n",
      launch.devices, launch.devices == 1 ? "" : "s", launch.capacity, launch.limit, launch.overhead_us,
      launch.issue_us);
  std::fprintf(out, "%-24s %10s %10s %10s %10s %9s %7s %7s %13s %9s %9s %9s  %s\n", "site", "offered",
               "launched", "queued", "serial", "refused", "failed", "dropped", "items", "ns/item", "ns/cta",
               "delay us", "child");
  for (const Table* table = state.tables; table; table = table->next)
    for (int i = 0; i < table->count; ++i) {
      SiteTotals totals;
      if (report_failed(read_site(state, *table, i, &totals))) return;
      const Counters& c = totals.counters;
      const SmCounters& s = totals.sm_counters;
      std::fprintf(out, "%-24s %10llu %10llu %10llu %10llu %9llu %7llu %7llu %13llu %9.1f %9.1f %9.1f  %s\n",
                   table->entries[i].name.id, offered(totals), c.launched, s.queued, s.serial, c.refused,
                   c.failed, c.dropped, c.launched_items + s.queued_items + s.serial_items,
                   ratio_ns(totals.item, launch.cycles_per_ns), ratio_ns(totals.cta, launch.cycles_per_ns),
                   mean_delay_us(c), table->entries[i].name.child);
    }
}

inline void write_members(HostState& state, FILE* out) {
  LaunchTotals launch;
  if (report_failed(read_pool(state, &launch))) return;
  std::fprintf(out,
               "\"devices\": %d, \"pending_limit\": %d, \"slots\": %d,\n"
               " \"launch_overhead_us\": %.3f, \"launch_issue_us\": %.3f,\n \"sites\": [",
               launch.devices, launch.limit, launch.capacity, launch.overhead_us, launch.issue_us);
  const char* separator = "\n";
  for (const Table* table = state.tables; table; table = table->next)
    for (int i = 0; i < table->count; ++i) {
      SiteTotals totals;
      if (report_failed(read_site(state, *table, i, &totals))) return;
      const Counters& c = totals.counters;
      const SmCounters& s = totals.sm_counters;
      const SiteName& name = table->entries[i].name;
      std::fprintf(out, "%s  {\"id\": ", separator);
      print_json_string(out, name.id);
      std::fprintf(out, ", \"parent\": ");
      print_json_string(out, name.parent);
      std::fprintf(out, ", \"child\": ");
      print_json_string(out, name.child);
      std::fprintf(out,
                   ",\n   \"offered\": %llu, \"launched\": %llu, \"queued\": %llu, \"serial\": %llu, "
                   "\"refused\": %llu, \"failed\": "
                   "%llu, "
                   "\"dropped\": %llu,\n   \"launched_items\": %llu, \"queued_items\": %llu, "
                   "\"serial_items\": %llu, \"item_ns\": %.2f, "
                   "\"cta_ns\": %.2f, \"delay_us\": %.3f}",
                   offered(totals), c.launched, s.queued, s.serial, c.refused, c.failed, c.dropped,
                   c.launched_items, s.queued_items, s.serial_items,
                   ratio_ns(totals.item, launch.cycles_per_ns), ratio_ns(totals.cta, launch.cycles_per_ns),
                   mean_delay_us(c));
      separator = ",\n";
    }
  std::fprintf(out, "\n ]");
}

// Of the report: see report_parts.cuh.
inline void write_sites_table(FILE* out) {
  HostState& state = host_state();
  const Mutex::Guard lock(state.mutex);
  write_table(state, out);
}

inline void write_sites_members(FILE* out) {
  HostState& state = host_state();
  const Mutex::Guard lock(state.mutex);
  write_members(state, out);
}

inline void register_report() {
  add_report_part(&ReportParts::sites, {write_sites_table, write_sites_members});
}

}  // namespace detail
}  // namespace spawn
