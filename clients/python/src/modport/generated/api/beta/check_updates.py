from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.update_check_input import UpdateCheckInput
from ...models.update_check_response import UpdateCheckResponse


def _parse(response: Reply) -> UpdateCheckResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UpdateCheckResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def check_updates(
    *,
    body: UpdateCheckInput,
) -> Operation[UpdateCheckResponse]:
    """Check installed files for updates

    Checks up to 1,000 installed files, each given by its id or a hash, for something newer for this
    game version, loader and platform. The newer file is the one that an install plan for that mod alone
    would choose. Results come in the order of the items. A withdrawn file is recognised, and any file
    that fits replaces it. A file that is unsafe, hidden or of another game is `unknown`. A check that
    takes longer than two seconds returns 422 `validation_failed` with the field code `too_complex`;
    send fewer files then.

    Args:
        body (UpdateCheckInput):
    """
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": "checkUpdates",
        "method": "POST",
        "path": "/beta/updates:check",
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)
