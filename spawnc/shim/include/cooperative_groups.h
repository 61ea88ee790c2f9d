#pragma once

namespace cooperative_groups {
struct thread_group {
  SPAWNC_D void sync() const;
  SPAWNC_D unsigned size() const;
  SPAWNC_D unsigned num_threads() const;
  SPAWNC_D unsigned thread_rank() const;
};
struct thread_block : thread_group {
  SPAWNC_D static void sync();
  SPAWNC_D static dim3 group_index();
  SPAWNC_D static dim3 thread_index();
  SPAWNC_D static dim3 dim_threads();
  SPAWNC_D static dim3 group_dim();
};
struct grid_group : thread_group {
  SPAWNC_D bool is_valid() const;
  SPAWNC_D static dim3 group_dim();
  SPAWNC_D unsigned block_rank() const;
};
struct coalesced_group : thread_group {
  template <class T>
  SPAWNC_D T shfl(T, int) const;
  template <class T>
  SPAWNC_D T shfl_down(T, unsigned) const;
  template <class T>
  SPAWNC_D T shfl_up(T, unsigned) const;
  SPAWNC_D unsigned ballot(int) const;
  SPAWNC_D int any(int) const;
  SPAWNC_D int all(int) const;
};
template <unsigned N, class P = void>
struct thread_block_tile : coalesced_group {
  template <class T>
  SPAWNC_D T shfl_xor(T, int) const;
  SPAWNC_D unsigned meta_group_rank() const;
  SPAWNC_D unsigned meta_group_size() const;
};
SPAWNC_D thread_block this_thread_block();
SPAWNC_D grid_group this_grid();
SPAWNC_D coalesced_group coalesced_threads();
template <unsigned N, class P>
SPAWNC_D thread_block_tile<N, P> tiled_partition(const P&);
template <class G>
SPAWNC_D thread_group tiled_partition(const G&, unsigned);
template <class G>
SPAWNC_D void sync(const G&);
}  // namespace cooperative_groups
