// Runtime of programs rewritten by spawnc: each device-side launch becomes a guarded branch, which sends the
// child out as a device launch or runs its work in the launching thread.
//
// What spawnc emits, and all that it relies on. Names outside this list, and `spawn::detail`, may change.
//
//     #include <spawn/spawn.cuh>
//
//     // The launch sites of the file, in source order, and what they are called. Policies: by_controller(),
//     // threshold(64), always(), never().
//     static __device__ spawn::Site spawn_bfs[] = {spawn::by_controller(), spawn::threshold(64)};
//     static const spawn::SiteTable spawn_bfs_table(spawn_bfs, {{"bfs.cu:41:5", "parent", "child"}, ...});
//
//     // One thread of the child. A site in its body: spawn_thread.launch(spawn_bfs[1], grid, block, ...).
//     static __device__ __forceinline__ void bfs_child__thread(const spawn::Thread& spawn_thread, int deg) {
//       SPAWN_BUILTINS(spawn_thread);
//       using spawn::plain::__ldg;  // with __ldg() in the body: its loads are plain here
//       { ...the body... }
//     }
//
//     // One block of a child with barriers, part by part. A site in it: spawn_block.launch(...).
//     static __device__ __forceinline__ void bfs_child__block(const spawn::Block& spawn_block, int deg) {
//       SPAWN_BLOCK_BUILTINS(spawn_block);
//       SPAWN_BLOCK_ATOMICS;  // with atomic functions in the body: its shared variables are locals here
//       { ...spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { ...a part... });... }
//     }
//
//     // The child as the guarded branch launches it. With barriers, it is spawn::BlockCtaScope and the user's own
//     // body, and a site in that is spawn_scope.launch(...).
//     static __global__ void bfs_child__launched(spawn::Ticket spawn_ticket, int deg) {
//       bfs_child__thread(spawn::CtaScope(spawn_ticket).thread(), deg);
//     }
//
//     // The guarded branch. `deg`: useful threads along x, or spawn::kAll. With barriers, the serial body is
//     // spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) { ... });
//     static __device__ void bfs_child__spawn(const spawn::Launch& spawn_launch, int deg) {
//       spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, deg);
//       while (spawn_ticket.goes_out())
//         if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
//           bfs_child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
//                                 spawn_launch.stream>>>(spawn_ticket, deg, ...);
//           spawn::launched(spawn_launch, spawn_ticket);
//         }
//       if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, deg, [&](const spawn::Thread& spawn_thread) {
//         bfs_child__thread(spawn_thread, deg);
//       });
//     }
//
//     // Of a child that launches itself, both are templates, with __noinline__ on the guarded branch:
//     //   template <int spawn_depth> ... void tree__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread, ...)
//     //   template <int spawn_depth> ... void tree__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, ...)
//
//     // In the place of a launch that is waited for (join.cuh, tail.cuh say more):
//     static __device__ void bfs_child__join(const spawn::Launch& spawn_launch, int deg) {
//       if (!spawn::is_valid(spawn_launch)) { bfs_child<<<...>>>(deg); return; }
//       spawn::run_serial(spawn_launch, deg, ...);
//     }
//     // and of the wait: spawn::joined(), spawn::joined_at_end().
//
//     // A site in a kernel: spawn::launch(spawn_bfs[0], grid, block, shared_bytes = 0, stream = 0), with
//     // .with_workload(items) where the source says what the workload is. Where order matters, the launching
//     // thread holds
//     //   spawn::StreamOrder spawn_order;                  in a kernel, or
//     //   spawn::StreamOrder spawn_order(spawn_thread);    in a __thread (or spawn_block, spawn_scope)
//     // and the site is spawn_order.launch(spawn_bfs[2], ...); see StreamOrder for what that promises.
//     bfs_child__spawn(spawn::launch(spawn_bfs[0], (deg + 127) / 128, 128), deg);
//
//     // A call of CUDA's device runtime, in any device code: with <spawn/in_turn.cuh>, at the beginning of the body,
//     using spawn::in_turn::cudaStreamDestroy;
//
//     // A host launch of a kernel that holds sites.
//     bfs_parent<<<spawn::prepare(grid), block>>>(...);
//
// In host code of CDP1: spawn::set_limit, spawn::get_limit.
//
// For the program's own use: spawn::set_policy, spawn::report, spawn::report_json, spawn::limits_changed.
// From the environment: SPAWN_POLICY, SPAWN_SITE_<id>, SPAWN_REPORT, SPAWN_PENDING_LAUNCHES (at most N).
//
// An invalid launch configuration is launched as written whatever the policy: the error is CUDA's to report.
// CUDA has its own trouble, seen in unmodified programs (CUDA 13.0, driver 580, one H200):
//  - Parents in eight host streams at once, with as many launches pending as fit, hang. Rewritten, the same
//    program runs.
//  - A parent in a graph: cudaDeviceSynchronize() returns before its children have run. SPAWN_POLICY=never
//    leaves no child to wait for.
// Needs nvcc -rdc=true (device launches do), C++17, compute capability 7.5 or higher.
#pragma once

#include "host.cuh"
#include "join.cuh"
#include "launch.cuh"
#include "limits.cuh"
#include "report.cuh"
#include "scope.cuh"
#include "serial.cuh"
#include "tail.cuh"
