import datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_version_page import ModVersionPage
from ...models.release_channel_input import ReleaseChannelInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModVersionPage:
    if 200 <= response.status_code <= 200:
        response_200 = ModVersionPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_mod_versions(
    mod_id: UUID,
    *,
    release_channel: ReleaseChannelInput | Unset = UNSET,
    game_version: str | Unset = UNSET,
    loader: str | Unset = UNSET,
    published_after: datetime.datetime | Unset = UNSET,
    published_before: datetime.datetime | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    if_none_match: str | Unset = UNSET,
) -> Operation[ModVersionPage]:
    """List the versions of a mod

    Lists the published versions, newest first, with their files. Use the `id` to pin an exact version.

    Args:
        mod_id (UUID):
        release_channel (ReleaseChannelInput | Unset):
        game_version (str | Unset):
        loader (str | Unset):
        published_after (datetime.datetime | Unset):
        published_before (datetime.datetime | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    json_release_channel: str | Unset = UNSET
    if not isinstance(release_channel, Unset):
        json_release_channel = release_channel

    params["release_channel"] = json_release_channel

    params["game_version"] = game_version

    params["loader"] = loader

    json_published_after: str | Unset = UNSET
    if not isinstance(published_after, Unset):
        json_published_after = published_after.isoformat()
    params["published_after"] = json_published_after

    json_published_before: str | Unset = UNSET
    if not isinstance(published_before, Unset):
        json_published_before = published_before.isoformat()
    params["published_before"] = json_published_before

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listModVersions",
        "method": "GET",
        "path": "/mods/{mod_id}/versions".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)
