"""The client of the modport mod registry.

``Client`` and ``AsyncClient`` call the API. ``modport.api`` has its operations and models.
"""

from . import api
from ._calls import idempotency_key
from ._effects import Timeouts
from ._version import __version__
from .async_client import AsyncClient
from .cancellation import CancelToken
from .client import Client
from .digests import is_genuine, sha256_of
from .downloads import Downloaded, DownloadProgress
from .errors import (
    BusyError,
    Cancelled,
    FieldProblem,
    FileChangedError,
    IntegrityError,
    ModportError,
    NotModified,
    ProblemError,
    ScanTimeoutError,
    SignInError,
    TransportError,
    UploadFailedError,
    UploadInvalidError,
)
from .filenames import safe_filename
from .handoff import HandoffError, build_handoff, parse_handoff
from .identity import Identity
from .operation import UNSET, File, Operation, Response, Unset
from .plans import Conflict, Plan, PlanItem, PlannedFile, Setup, UnsatisfiableError, Update
from .retries import RetryPolicy
from .sign_in import AsyncSignIn, SignIn
from .signin import DeviceCode, FileStore, MemoryStore, SignedIn, TokenStore
from .uploads import UploadProgress, UploadRequest, UploadSession
from .webhooks import Delivery, WebhookError, sign_webhook, verify_webhook

__all__ = [
    "UNSET",
    "AsyncClient",
    "AsyncSignIn",
    "BusyError",
    "CancelToken",
    "Cancelled",
    "Client",
    "Conflict",
    "Delivery",
    "DeviceCode",
    "DownloadProgress",
    "Downloaded",
    "FieldProblem",
    "File",
    "FileChangedError",
    "FileStore",
    "HandoffError",
    "Identity",
    "IntegrityError",
    "MemoryStore",
    "ModportError",
    "NotModified",
    "Operation",
    "Plan",
    "PlanItem",
    "PlannedFile",
    "ProblemError",
    "Response",
    "RetryPolicy",
    "ScanTimeoutError",
    "Setup",
    "SignIn",
    "SignInError",
    "SignedIn",
    "Timeouts",
    "TokenStore",
    "TransportError",
    "UnsatisfiableError",
    "Unset",
    "Update",
    "UploadFailedError",
    "UploadInvalidError",
    "UploadProgress",
    "UploadRequest",
    "UploadSession",
    "WebhookError",
    "__version__",
    "api",
    "build_handoff",
    "idempotency_key",
    "is_genuine",
    "parse_handoff",
    "safe_filename",
    "sha256_of",
    "sign_webhook",
    "verify_webhook",
]
