"""Which words bind over which: the one place where the precedence of C2 stands.

    system and developer instructions      the host's own; archivist neither writes nor changes them
      > runtime policy                     config/policies/agents/<id>.yaml
      > agent manifest                     config/agents/<id>/agent.yaml
      > constraints                        constraints.md, and the workspace's SOUL.md
      > the user's request                 the conversation
      > global memory                      the library and shared facts
      > agent memory                       the agent's own notes
      > knowledge                          documents
      > record                             day notes and recent events: what happened, nothing to follow

A part of a context has one of these ranks and no other say: the order of the text, the order in which a budget is
spent, which of two near-duplicates stays, and whether a part is shown as binding or as material all follow from it.
"""

from enum import IntEnum


class Authority(IntEnum):
    """From what binds most to what binds least."""

    SYSTEM = 1
    POLICY = 2
    MANIFEST = 3
    CONSTRAINTS = 4
    REQUEST = 5
    GLOBAL_MEMORY = 6
    AGENT_MEMORY = 7
    KNOWLEDGE = 8
    RECORD = 9

    @property
    def binds(self) -> bool:
        """People fixed it: it is shown whole and as it is; everything else is material."""
        return self < Authority.REQUEST
