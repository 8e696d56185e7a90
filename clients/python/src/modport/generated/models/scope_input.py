from typing import Literal

ScopeInput = (
    Literal[
        "account:read",
        "agent:downloads.resolve",
        "agent:install_plans.resolve",
        "agent:mods.get",
        "agent:mods.search",
        "agent:publisher.draft",
        "agent:publisher.validate",
        "agent:versions.compare",
        "builds:read",
        "builds:write",
        "credentials:manage",
        "files:download",
        "files:manage",
        "files:reference",
        "files:upload",
        "install_plans:resolve",
        "mods:read",
        "mods:write",
        "private_data:read",
        "profile:read",
        "profile:write",
        "teams:admin",
        "versions:archive",
        "versions:publish",
        "versions:write",
        "webhooks:read",
        "webhooks:write",
    ]
    | str
)

SCOPE_INPUT_VALUES: frozenset[str] = frozenset(
    [
        "account:read",
        "agent:downloads.resolve",
        "agent:install_plans.resolve",
        "agent:mods.get",
        "agent:mods.search",
        "agent:publisher.draft",
        "agent:publisher.validate",
        "agent:versions.compare",
        "builds:read",
        "builds:write",
        "credentials:manage",
        "files:download",
        "files:manage",
        "files:reference",
        "files:upload",
        "install_plans:resolve",
        "mods:read",
        "mods:write",
        "private_data:read",
        "profile:read",
        "profile:write",
        "teams:admin",
        "versions:archive",
        "versions:publish",
        "versions:write",
        "webhooks:read",
        "webhooks:write",
    ]
)


def check_scope_input(value: object) -> ScopeInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
