"""Write agents for Parley: receive signed deliveries by webhook or relay, answer with typed blocks."""

from . import blocks
from ._asgi import AsgiApp
from ._door import Retry
from ._handler_error import HandlerError
from ._handling import Overlap
from ._http_server import WebhookServer
from ._tables import EVENT_TYPES, EventType
from ._tools import ModelTool
from .agent import Agent
from .blocks import *  # noqa: F403
from .client import AgentClient, TaskStatus
from .composer import Composer, Middleware, Next, Trigger
from .content import Content, check_blocks, to_blocks
from .context import Context
from .errors import NetworkError, ParleyError, RefusedError, StoppedError, StopReason
from .relay import Relay
from .results import (
    Approved,
    Decision,
    Denied,
    InvocationResult,
    KnownResult,
    PendingResult,
    ResultsInFile,
    ResultsInMemory,
    ResultStore,
)
from .seen import SeenDeliveries, SeenInMemory, SeenInSqlite
from .sent import SentMessage
from .signing import sign, verify
from .stopping import Stopped
from .store import (
    ConversationStore,
    RedisClient,
    StateStore,
    Store,
    StoreInFile,
    StoreInMemory,
    StoreInRedis,
    StoreInSql,
    StoreInSqlite,
)
from .streaming import StreamPiece
from .webhook import WebhookAnswer

__version__ = "0.3.0"

__all__ = [
    "__version__",
    "blocks",
    "Agent",
    "AgentClient",
    "Approved",
    "AsgiApp",
    "Composer",
    "Content",
    "Context",
    "ConversationStore",
    "Decision",
    "Denied",
    "EVENT_TYPES",
    "EventType",
    "HandlerError",
    "InvocationResult",
    "KnownResult",
    "Middleware",
    "ModelTool",
    "NetworkError",
    "Next",
    "Overlap",
    "ParleyError",
    "PendingResult",
    "RedisClient",
    "RefusedError",
    "Relay",
    "ResultStore",
    "ResultsInFile",
    "ResultsInMemory",
    "Retry",
    "SeenDeliveries",
    "SeenInMemory",
    "SeenInSqlite",
    "SentMessage",
    "StateStore",
    "StopReason",
    "Stopped",
    "StoppedError",
    "Store",
    "StoreInFile",
    "StoreInMemory",
    "StoreInRedis",
    "StoreInSql",
    "StoreInSqlite",
    "StreamPiece",
    "TaskStatus",
    "Trigger",
    "WebhookAnswer",
    "WebhookServer",
    "check_blocks",
    "sign",
    "to_blocks",
    "verify",
]
__all__ += blocks.__all__
