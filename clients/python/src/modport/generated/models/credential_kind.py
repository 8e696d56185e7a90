from typing import Literal

CredentialKind = Literal["account_key", "api_key", "pat"] | str

CREDENTIAL_KIND_VALUES: frozenset[str] = frozenset(["account_key", "api_key", "pat"])


def check_credential_kind(value: object) -> CredentialKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
