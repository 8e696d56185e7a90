from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.install_plan_input import InstallPlanInput
from ...models.install_plan_response import InstallPlanResponse


def _parse(response: Reply) -> InstallPlanResponse:
    if 200 <= response.status_code <= 200:
        response_200 = InstallPlanResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def resolve_install_plan(
    *,
    body: InstallPlanInput,
) -> Operation[InstallPlanResponse]:
    """Resolve an install plan

    Chooses one version of each selected mod and of everything that they need, in the order of
    installation. Equal requests on an equal catalog return equal plans. If no choice works, the
    response is still 200, `unsatisfiable`, and names the mods that conflict. `decision_reasons` has an
    entry for every item that is not the newest version that fits the request. A prerelease satisfies a
    range only if the range names a prerelease of the same version, or if `release_channel` is `beta` or
    `alpha`. If a request is refused, `detail` names the selector. A selector of a deleted mod, version
    or file returns 410. A plan takes at most two seconds. A plan that would take longer, or has too
    many candidates, returns 422 `validation_failed` with the field code `too_complex`. A retry does not
    help then; select fewer mods, or name exact versions.

    Args:
        body (InstallPlanInput):
    """
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": "resolveInstallPlan",
        "method": "POST",
        "path": "/install-plans:resolve",
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)
