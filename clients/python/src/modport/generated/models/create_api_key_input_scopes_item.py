from typing import Literal

CreateApiKeyInputScopesItem = (
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

CREATE_API_KEY_INPUT_SCOPES_ITEM_VALUES: frozenset[str] = frozenset(
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


def check_create_api_key_input_scopes_item(
    value: object,
) -> CreateApiKeyInputScopesItem:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
