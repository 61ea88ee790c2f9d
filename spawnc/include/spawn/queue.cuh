// The deferred queue: child grids become entries of a queue in device memory, and one kernel, launched by the host after
// the parent and in its stream, runs them all. No device launch.
//
// What spawnc emits, besides what spawn.cuh lists:
//
//     // One child that waits: its arguments, and its body for one thread.
//     template <typename spawn_source> struct bfs_child__entry {
//       int* col; int deg; ...
//       __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
//         bfs_child__thread(spawn_thread, col, deg, ...);
//       }
//     };
//
//     // The guarded branch of a parent with a queue. `deg` as in should_launch().
//     template <typename spawn_kinds>
//     static __device__ void bfs_child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* col,
//                                             int deg, ...) {
//       const bfs_child__entry<spawn::ThisSource> spawn_child{col, deg, ...};
//       if (!spawn::push(spawn_launch, deg, spawn_child)) spawn::run_serial(spawn_launch, deg, spawn_child);
//     }
//
//     // The parent, whose sites are spawn_queue.launch(spawn_bfs[0], grid, block, ...).
//     static __global__ void bfs_parent__queued(
//         const spawn::Queue<bfs_child__entry<spawn::ThisSource>> spawn_queue, ...) {
//       ...the body...
//     }
//
//     // Its host launch: the temporary launches the drain when the statement ends.
//     bfs_parent__queued<<<spawn::prepare(grid, stream), block, 0, stream>>>(spawn::queued(stream), ...);
//
// A child that launches is given threads whose launches may become entries of the same queue, a child with barriers is
// run by whole blocks of the size that a queue of the parent's is for. What finds no room goes to the guard without a
// queue:
//
//     template <typename spawn_source> struct fold__entry {
//       int* data; ...
//       static constexpr bool spawn_by_block = true;  // push_blocks()
//       static constexpr bool spawn_leaves = true;    // it launches, or has no serial body
//       template <typename spawn_type>
//       __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
//         fold__together(spawn_thread, data, ...);
//       }
//     };
//     ...
//       if (spawn::push_blocks(spawn_launch, fold__entry<spawn::ThisSource>{data, ...})) return;
//       fold__spawn(spawn_launch.unqueued(), data, ...);
//     ...
//     static __global__ void parent__queued(
//         const spawn::GrowingQueue<spawn::Blocks<16, 16>, fold__entry<spawn::ThisSource>> spawn_queue, ...)
//
// With blocks of several sizes, a queue and a drain for each, and what it lists is drained in that order:
//
//         const spawn::QueuesInTurn<
//             spawn::GrowingQueue<spawn::Blocks<16, 16>, fold__entry<spawn::ThisSource>>,
//             spawn::GrowingQueue<spawn::Blocks<128>, sum__entry<spawn::ThisSource>>> spawn_queue, ...)
//
// A child that is a template has a type for each instantiation. Where the parent is one too, the list may be made of its
// parameters, and nothing is to be deduced from it:
//
//     template <typename spawn_source, class T> struct fill__entry { ... };
//     template <class T> static __global__ void parent__queued(
//         const spawn::NotDeduced<spawn::Queue<fill__entry<spawn::ThisSource, T>>> spawn_queue, T* data)
//
// For the program's own use: spawn::set_queue_slots. From the environment: SPAWN_QUEUE_SLOTS; when compiling, a macro of
// that name. A slot has 128 bytes; an entry with more than 64 bytes of arguments takes several.
#pragma once

#include "queue_drain.cuh"
#include "queue_grow.cuh"
#include "queue_host.cuh"
#include "queue_push.cuh"
#include "spawn.cuh"
