"""Install plans and updates of installed files (section 2.7 of the contract)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from . import _wire as wire
from ._calls import Settings, call
from ._effects import Flow
from .errors import ModportError
from .filenames import safe_filename
from .generated.api.beta import check_updates
from .generated.api.downloads import resolve_install_plan
from .generated.models import InstallPlanInput, UpdateCheckInput
from .operation import Reply, UnexpectedShape

_MOST_INSTALLED = 1000


@dataclass(frozen=True)
class PlannedFile:
    """A file to download."""

    artifact_id: str
    sha256: str
    size_bytes: int
    original_filename: str | None

    @property
    def filename(self) -> str:
        """A name that is safe on every system."""
        return safe_filename(self.original_filename, self.artifact_id)


@dataclass(frozen=True)
class PlanItem:
    """One mod of a plan."""

    item_id: str
    role: str
    """``selected``, ``required``, ``optional``, or a value of a later release."""
    mod_id: str
    slug: str
    version_id: str
    version: str
    embedded_in: str | None
    """The item whose file contains this one, so that it needs no download."""
    file: PlannedFile


@dataclass(frozen=True)
class Conflict:
    """Mods that cannot go together."""

    code: str
    mod_ids: tuple[str, ...]
    explanation: str


class UnsatisfiableError(ModportError):
    """No choice of versions fits the request."""

    def __init__(self, conflicts: tuple[Conflict, ...]) -> None:
        """``conflicts`` names the mods."""
        super().__init__("; ".join(it.explanation for it in conflicts) or "no choice fits")
        self.conflicts = conflicts


@dataclass(frozen=True)
class Plan:
    """What to install, in order."""

    plan_id: str
    status: str
    items: tuple[PlanItem, ...]
    conflicts: tuple[Conflict, ...]
    document: Mapping[str, Any] = field(repr=False)
    """Everything that the service sent, such as ``decision_reasons``."""

    @property
    def downloads(self) -> tuple[PlanItem, ...]:
        """The items with a file of their own. Raises UnsatisfiableError if there is no plan."""
        if self.status != "resolved":
            raise UnsatisfiableError(self.conflicts)
        return tuple(it for it in self.items if it.embedded_in is None)


@dataclass(frozen=True)
class Update:
    """The state of one installed file."""

    installed: str
    """The artifact id or the digest from the request."""
    status: str
    """``current``, ``update_available``, ``no_compatible_file``, ``unknown``, or a later value."""
    version: str | None
    """The newest version that fits."""
    file: PlannedFile | None
    """The file to download for it."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """The game and what runs it. Files of another setup do not fit."""

    game_slug: str
    game_version: str | None = None
    platform: str | None = None
    loader: str | None = None
    release_channel: str | None = None

    def body(self) -> dict[str, Any]:
        """Return the members that are set."""
        members = vars(self)
        return {name: value for name, value in members.items() if value is not None}


def plan(
    settings: Settings,
    setup: Setup,
    *,
    mods: Sequence[str | UUID] = (),
    versions: Mapping[str, str] | None = None,
    artifacts: Sequence[str | UUID] = (),
    include_optional: bool = False,
) -> Flow[Plan]:
    """Resolve a plan; see ``Client.plan``."""
    body = setup.body() | {"include_optional": include_optional}
    if mods:
        body["mod_ids"] = [str(it) for it in mods]
    if versions:
        pairs = versions.items()
        body["versions"] = [{"mod_id": mod, "version_id": version} for mod, version in pairs]
    if artifacts:
        body["artifacts"] = [str(it) for it in artifacts]
    operation = resolve_install_plan(body=InstallPlanInput.from_dict(body))
    return (yield from call(settings, operation.reading(_read_plan))).value


def updates(settings: Settings, setup: Setup, installed: Sequence[str]) -> Flow[list[Update]]:
    """Look for newer files; see ``Client.updates``."""
    found: list[Update] = []
    for start in range(0, len(installed), _MOST_INSTALLED):
        found += yield from _updates(settings, setup, installed[start : start + _MOST_INSTALLED])
    return found


def _updates(settings: Settings, setup: Setup, installed: Sequence[str]) -> Flow[list[Update]]:
    body = setup.body() | {"items": [_installed(it) for it in installed]}
    operation = check_updates(body=UpdateCheckInput.from_dict(body))

    def read(reply: Reply) -> list[Update]:
        items = wire.members(wire.data_of(reply), "items")
        if len(items) != len(installed):
            raise UnexpectedShape("the service returned another number of files")
        return [_read_update(key, it) for key, it in zip(installed, items, strict=True)]

    return (yield from call(settings, operation.reading(read))).value


def _installed(key: str) -> dict[str, str]:
    return {"artifact_id": str(UUID(key))} if "-" in key else {"hash": key}


def _read_plan(reply: Reply) -> Plan:
    data = wire.data_of(reply)
    return Plan(
        plan_id=wire.text(data, "plan_id"),
        status=wire.text(data, "status"),
        items=tuple(_read_item(it) for it in wire.members(data, "items")),
        conflicts=tuple(_read_conflict(it) for it in wire.members(data, "conflicts")),
        document=data,
    )


def _read_item(item: Mapping[str, Any]) -> PlanItem:
    file = _read_file(wire.member(item, "file"))
    if file.artifact_id != wire.text(item, "artifact_id"):
        raise UnexpectedShape("an item and its file differ")
    return PlanItem(
        item_id=wire.text(item, "item_id"),
        role=wire.text(item, "role"),
        mod_id=wire.text(item, "mod_id"),
        slug=wire.text(item, "slug"),
        version_id=wire.text(item, "version_id"),
        version=wire.text(item, "version"),
        embedded_in=wire.optional_text(item, "embedded_in"),
        file=file,
    )


def _read_file(file: Mapping[str, Any]) -> PlannedFile:
    return PlannedFile(
        artifact_id=str(UUID(wire.text(file, "artifact_id"))),
        sha256=wire.digest(file, "sha256"),
        size_bytes=wire.number(file, "size_bytes"),
        original_filename=wire.optional_text(file, "original_filename"),
    )


def _read_conflict(conflict: Mapping[str, Any]) -> Conflict:
    mod_ids = conflict.get("mod_ids")
    return Conflict(
        code=wire.text(conflict, "code"),
        mod_ids=tuple(it for it in mod_ids if isinstance(it, str))
        if isinstance(mod_ids, list)
        else (),
        explanation=wire.text(conflict, "explanation"),
    )


def _read_update(installed: str, item: Mapping[str, Any]) -> Update:
    latest = item.get("latest")
    if latest is None:
        return Update(installed, wire.text(item, "status"), None, None)
    newest = wire.mapping(latest, "latest")
    return Update(
        installed=installed,
        status=wire.text(item, "status"),
        version=wire.text(newest, "version"),
        file=_read_file(wire.member(newest, "file")),
    )
