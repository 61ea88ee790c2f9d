"""One launch of a loop's trip, and what it takes that another trip takes differently."""

from __future__ import annotations

from dataclasses import dataclass

from spawnc.diagnostics import Diagnostic
from spawnc.model import Launch
from spawnc.regions.arguments import Varying, varied_arguments
from spawnc.regions.configuration import configuration_problem, names_of, reads_managed, reads_memory
from spawnc.regions.facts import Flag, StepLaunch, TripGrid
from spawnc.regions.host import HostCode
from spawnc.regions.kernels import Kernels
from spawnc.regions.refusal import Refusal, refuse, require
from spawnc.regions.statements import Launched
from spawnc.regions.trip_grids import TripGrids
from spawnc.source import Span


@dataclass(frozen=True, slots=True)
class StepReader:
    """What is known of the loop where a launch stands. Its methods raise Refusal."""

    code: HostCode
    kernels: Kernels
    varying: Varying
    flag: Flag
    grids: TripGrids

    def read(self, work: Launched, *, gives_scalar: bool, is_nested: bool) -> StepLaunch:
        """`gives_scalar`: it may take the scalar that was copied back in the trip before. `is_nested`: it stands below
        an `if`, or in an inner loop."""
        code, launch = self.code, work.launch
        require(self.kernels.unfit_for_loops(code, launch) or configuration_problem(code, launch))
        grid, *others = launch.chevrons.configuration[:3]
        is_scaled = gives_scalar and self.grids.concerns(grid)
        for span in others if is_scaled else (grid, *others):
            if names_of(code, span) & self.varying.names:
                refuse(code, "SP113", span)
            if reads_memory(code, span) or reads_managed(code, span):
                refuse(code, "SP109", span)
        kernel = self.kernels.function(launch)
        assert kernel is not None
        varied, problem = varied_arguments(code, work, kernel, self.varying, self.flag, self.grids.is_scalar)
        require(problem)
        has_clone = self.kernels.uncloned(code.source.path, kernel) is None
        if varied and not has_clone:
            refuse(code, "SP113", work.node.children[1 + varied[0].index])
        trip_grid = self._trip_grid(launch, grid, has_clone=has_clone, is_nested=is_nested) if is_scaled else None
        in_turns = trip_grid is None and has_clone and self._has_turns(launch, grid)
        return StepLaunch(launch, kernel, varied, has_clone, trip_grid, in_turns)

    def _has_turns(self, launch: Launch, grid: Span) -> bool:
        """Whether blocks of a grid that stays may take turns, and there may be enough of them for that."""
        return self.code.text(grid).strip() != "1" and self.kernels.meets_between_turns(launch, in_rows=True) is False

    def _trip_grid(self, launch: Launch, span: Span, *, has_clone: bool, is_nested: bool) -> TripGrid:
        """A grid that depends on the scalar."""
        number = self.grids.take(span, is_nested=is_nested)
        if not has_clone:
            refuse(self.code, "SP113", span)
        in_rows = self.grids.is_number(launch.chevrons.configuration[1])
        meets = self.kernels.meets_between_turns(launch, in_rows=in_rows)
        if isinstance(meets, Diagnostic):
            raise Refusal(meets)
        return TripGrid(number, meets)
