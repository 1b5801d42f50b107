"""The gates, in the order they are asked. A new gate is one file and one line here."""

from archivist.write.gate import Gate
from archivist.write.gates.access import Access
from archivist.write.gates.conflict import ConflictGate, ConflictOutside
from archivist.write.gates.dismissed import DismissedBefore
from archivist.write.gates.duplicate import Duplicate
from archivist.write.gates.evidence import EvidenceGate
from archivist.write.gates.kept_out import KeptOut
from archivist.write.gates.policy import Policy
from archivist.write.gates.provenance import Provenance
from archivist.write.gates.quota import Quota
from archivist.write.gates.salience import Salience
from archivist.write.gates.same_entry import SameEntry
from archivist.write.gates.secrets import Secrets
from archivist.write.gates.shape import Shape
from archivist.write.gates.switch import Switch

MEMORY_GATES: tuple[Gate, ...] = (
    Switch(),
    Shape(),
    Access(),
    Secrets(),
    EvidenceGate(),
    KeptOut(),
    Salience(),
    DismissedBefore(),
    Duplicate(),
    ConflictGate(),
    Provenance(),
    Quota(),
    Policy(),
)
"""What every candidate passes."""

APPLY_GATES: tuple[Gate, ...] = (Switch(), Shape(), Access(), Secrets(), Duplicate(), ConflictGate(), Provenance())
"""What a proposal passes once more when a person applies it: the person has looked at the rest."""

PREFERENCE_GATES: tuple[Gate, ...] = (Shape(), Access(), Secrets(), SameEntry(), ConflictOutside(), Provenance())
"""What first-run preferences pass: they are kept even while memory is off. Source: seeds/001, 15.3.1."""

LIBRARY_GATES: tuple[Gate, ...] = (Switch(), *PREFERENCE_GATES)
"""What an entry of a library document passes when a person saves it."""
