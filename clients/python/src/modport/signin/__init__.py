"""Sign-in by OAuth, with protected storage of the tokens."""

from .device import DeviceCode
from .session import SignedIn
from .store import FileStore, MemoryStore, TokenStore
from .tokens import Tokens

__all__ = ["DeviceCode", "FileStore", "MemoryStore", "SignedIn", "TokenStore", "Tokens"]
