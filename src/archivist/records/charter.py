"""What people fixed for an agent: its manifest, its constraints, its policy, and the workspace's rules of conduct.

Nothing retrieved changes it and no agent writes it; it takes effect by generation.
Source: requirement C2; source 004, section 3.5.
"""

from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0)]


class SearchLimits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How much an agent may look for by itself in one run. Source: requirement C6."""

    max_calls: Count = 5
    max_results: Count = 20
    max_tokens: Count = 2000


class AgentManifest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`agent.yaml`: what the agent is for. `id` must be the name of its folder."""

    id: str = ""
    name: str = ""
    description: str = ""
    duties: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    output: str = ""


class AgentPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`config/policies/agents/<id>.yaml`: what the agent may see; it narrows, and never widens anybody's sight.

    `read_scopes` are kinds (`project`) or single scopes (`project:atlas`); `sources` are document sources;
    None does not narrow. `rules` are sentences the agent is shown.
    """

    read_scopes: tuple[str, ...] | None = None
    sources: tuple[str, ...] | None = None
    budget_tokens: Annotated[int, Meta(ge=1)] | None = None
    search: SearchLimits = SearchLimits()
    rules: tuple[str, ...] = ()


class Charter(Struct, frozen=True, omit_defaults=True):
    """All of it for one agent. `conduct` is the workspace's SOUL.md."""

    agent: str
    manifest: AgentManifest = AgentManifest()
    constraints: str = ""
    policy: AgentPolicy = AgentPolicy()
    conduct: str = ""
