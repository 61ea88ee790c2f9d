"""Kernels with guarded launches that make no device launch: those may be in a graph."""

from __future__ import annotations

from collections.abc import Iterable

from spawnc.analyze.launch_graph import LaunchGraph, place_of
from spawnc.decisions import Carrier, Child, Decision, Guarded, HostLaunch, QueuedParent, ThreadBody


def free_launches(
    decisions: Iterable[Decision],
    parents: Iterable[QueuedParent],
    children: Iterable[Child],
    graph: LaunchGraph,
    *,
    launch_free: bool,
) -> frozenset[tuple[str, int]]:
    """Places of the host launches whose kernels hold guarded launches, none of which ever becomes a device launch.

    With `launch_free`, that holds of all. Otherwise a child may only wait in the queue or run in the thread: one that
    is run by whole blocks, or launches itself, is launched where it finds no room."""
    decisions = tuple(decisions)
    guarded = {place_of(each.launch): each for each in decisions if isinstance(each, Guarded)}
    plain = {child.function.key for child in children if isinstance(child.body, ThreadBody) and not child.launches}
    free = {
        parent.function.key
        for parent in parents
        if all(_is_free(guarded.get(place_of(launch)), plain) for launch in graph.held_launches(parent.function.key))
    }
    return frozenset(
        place_of(each.launch)
        for each in decisions
        if isinstance(each, HostLaunch) and each.prepares
        if launch_free or (each.queued and all(target.key in free for target in each.launch.targets))
    )


def _is_free(guarded: Guarded | None, plain: set[str]) -> bool:
    return (
        guarded is not None
        and guarded.carrier is Carrier.QUEUE
        and guarded.join is None
        and all(child.key in plain for child in guarded.children)
    )
