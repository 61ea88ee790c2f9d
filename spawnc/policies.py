"""Policies as text: what the command line, the configuration file and reports call them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spawnc.errors import UsageError

if TYPE_CHECKING:
    from spawnc.decisions import Policy

POLICIES = "spawn|always|never|threshold=N"
#: A place in reports and in `--site-policy`: `bfs.cu:41`, or with a column; folders before the name do not count.
SITE = r"(?:.*/)?([^/]+:\d+(?::\d+)?)"


def parse_policy(text: str) -> Policy:
    """`spawn`, `always`, `never` or `threshold=N`. Raises UsageError for anything else."""
    from spawnc.decisions import Policy, PolicyKind

    match = re.fullmatch(r"threshold=(\d{1,18})", text, re.ASCII)
    if match:
        return Policy(PolicyKind.THRESHOLD, int(match[1]))
    plain = {kind.value: Policy(kind) for kind in PolicyKind if kind is not PolicyKind.THRESHOLD}
    if text not in plain:
        raise UsageError(f"unknown policy '{text}'", hint=f"policies are {POLICIES}")
    return plain[text]


def parse_site_policies(texts: Sequence[str]) -> dict[str, str]:
    """Policies by site from texts like `bfs.cu:41=threshold=64`."""
    policies: dict[str, str] = {}
    for text in texts:
        match = re.fullmatch(rf"{SITE}=([a-z]+(?:=\d+)?)", text)
        if not match:
            raise UsageError(
                f"--site-policy '{text}' does not read as FILE:LINE=POLICY",
                hint='for example --site-policy "bfs.cu:41=threshold=64"',
            )
        if policies.setdefault(match[1], match[2]) != match[2]:
            raise UsageError(f"--site-policy: two policies for '{match[1]}'")
    return policies
