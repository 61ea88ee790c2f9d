"""Rewrites samples/bfs/bfs.cu the way spawnc does, by text replacement: `rewrite_by_hand.py IN OUT`."""

import re
import sys
from pathlib import Path

BEFORE_PARENT = """
static __device__ __forceinline__ void visit_neighbours__thread(const spawn::Thread& spawn_thread, {parameters}) {{
  SPAWN_BUILTINS(spawn_thread);
  {body}
}}

static __global__ void visit_neighbours__launched(spawn::Ticket spawn_ticket, {parameters}) {{
  const spawn::CtaScope spawn_scope(spawn_ticket);
  visit_neighbours__thread(spawn_scope.thread(), {names});
}}

static __device__ void visit_neighbours__spawn(const spawn::Launch& spawn_launch, {parameters}) {{
  if (const spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, degree)) {{
    visit_neighbours__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
                                 spawn_launch.stream>>>(spawn_ticket, {names});
    if (spawn::launched(spawn_launch, spawn_ticket)) return;
  }}
  spawn::run_serial(spawn_launch, degree, [&](const spawn::Thread& spawn_thread) {{
    visit_neighbours__thread(spawn_thread, {names});
  }});
}}
"""

TABLE = """#include <spawn/spawn.cuh>

static __device__ spawn::Site spawn_bfs[] = {{spawn::by_controller(){flag}}};
static const spawn::SiteTable spawn_bfs_table(spawn_bfs, {{{{"bfs.cu:{line}:5", "expand_level", "visit_neighbours"}}}});
"""


def rewrite(text: str, *, flag: str = "") -> str:
    child = re.search(r"__global__ void visit_neighbours\((.*?)\) (\{.*?\n\})\n", text, re.S)
    assert child
    parameters = " ".join(child[1].split())
    names = ", ".join(re.split(r"[ *&]+", parameter)[-1] for parameter in parameters.split(", "))
    guarded = BEFORE_PARENT.format(parameters=parameters, names=names, body=child[2])
    site = re.search(r"visit_neighbours<<<(.*?)>>>\(", text, re.S)
    assert site
    line = text[: site.start()].count("\n") + 1
    text = text[: site.start()] + f"visit_neighbours__spawn(spawn::launch(spawn_bfs[0], {site[1]}), " + text[site.end() :]
    text = text[: child.end()] + guarded + text[child.end() :]
    text = re.sub(r"(expand_level(?:_flat)?)<<<(.*?), kBlock>>>", r"\1<<<spawn::prepare(\2), kBlock>>>", text)
    return text.replace("#include <cuda_runtime.h>\n", "#include <cuda_runtime.h>\n\n" + TABLE.format(flag=flag, line=line), 1)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(rewrite(Path(sys.argv[1]).read_text(), flag=sys.argv[3] if len(sys.argv) > 3 else ""))
