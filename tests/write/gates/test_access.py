"""Gate 3: every cell of the matrix, asked through the write road."""

import pytest

from archivist.policy.access import Act, Actor, Right, cells
from archivist.records.candidate import Origin
from tests.policy.principals import HOLDINGS, PRINCIPALS
from tests.write.road import Road, step

CELLS = [(cell.actor, cell.holding, cell.rights[Act.WRITE]) for cell in cells()]


@pytest.mark.parametrize(("actor", "holding", "expected"), CELLS)
def test_each_cell_of_the_matrix_answers_as_it_is_written(
    road: Road, actor: Actor, holding: object, expected: Right
) -> None:
    who, scope = PRINCIPALS[actor], HOLDINGS[holding]
    origin = Origin.HUMAN if who.is_person else Origin.TOOL if who.agent else Origin.CONSOLIDATION
    written = road.send("The office is in Hangzhou", who=who, scope=scope, origin=origin)
    answer = step(written.decision, "access")
    match expected:
        case Right.ALLOW:
            assert answer.verdict == "pass"
        case Right.PROPOSE:
            assert (answer.verdict, answer.reason) == ("hold", "needs_review")
            assert written.memory is None
        case Right.DENY:
            assert (answer.verdict, answer.reason) == ("reject", "not_permitted")
            assert written.proposal is None
