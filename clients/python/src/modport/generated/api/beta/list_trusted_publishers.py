from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.trusted_publisher_page import TrustedPublisherPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> TrustedPublisherPage:
    if 200 <= response.status_code <= 200:
        response_200 = TrustedPublisherPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_trusted_publishers(
    mod_id: UUID,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[TrustedPublisherPage]:
    """List the trusted publishers of a mod

    For owners. Lists the workflows that may publish versions of the mod without a stored secret, the
    oldest first. `active` is false while the owner who configured one does not own the mod, is blocked
    or leaves the service, while the mod is deleted, and while the service does not trust the issuer.

    Args:
        mod_id (UUID):
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
    """

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listTrustedPublishers",
        "method": "GET",
        "path": "/beta/mods/{mod_id}/trusted-publishers".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)
