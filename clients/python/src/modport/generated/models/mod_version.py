from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.dependency import Dependency
    from ..models.json_object import JsonObject
    from ..models.language_map import LanguageMap
    from ..models.mod_artifact import ModArtifact
    from ..models.provenance import Provenance


T = TypeVar("T", bound="ModVersion")


@_attrs_define
class ModVersion:
    """A version of a mod.

    Attributes:
        id (UUID):
        mod_id (UUID):
        version (str): The version string.
        changelog (LanguageMap): A text by language code.
        release_channel (str): Known values: `alpha`, `beta`, `release`. Expect others.
        file_category (str): A free label of the files, by default `main`.
        game_versions (list[str]): The game versions that the version supports.
        loader_platforms (list[str]): The mod loaders that the version supports.
        dependencies (list[Dependency]):
        requirements (JsonObject): An object with any members.
        build_metadata (JsonObject): An object with any members.
        status (str): Known values: `archived`, `deleted`, `draft`, `failed`, `published`, `ready`, `scanning`,
            `validating`, `withdrawn`. Expect others.
        artifact_ids (list[UUID]): All files of the version.
        published_at (datetime.datetime | None): The first publication. Null before it.
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        artifacts (list[ModArtifact] | Unset): The primary file. Set only if the version is published and this service
            stores the file.
        provenance (Provenance | Unset): The run of a workflow that uploaded and published all files of a version, as
            the issuer of its token states it.
    """

    id: UUID
    mod_id: UUID
    version: str
    changelog: LanguageMap
    release_channel: str
    file_category: str
    game_versions: list[str]
    loader_platforms: list[str]
    dependencies: list[Dependency]
    requirements: JsonObject
    build_metadata: JsonObject
    status: str
    artifact_ids: list[UUID]
    published_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    artifacts: list[ModArtifact] | Unset = UNSET
    provenance: Provenance | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        mod_id = str(self.mod_id)

        version = self.version

        changelog = self.changelog.to_dict()

        release_channel = self.release_channel

        file_category = self.file_category

        game_versions = self.game_versions

        loader_platforms = self.loader_platforms

        dependencies = []
        for dependencies_item_data in self.dependencies:
            dependencies_item = dependencies_item_data.to_dict()
            dependencies.append(dependencies_item)

        requirements = self.requirements.to_dict()

        build_metadata = self.build_metadata.to_dict()

        status = self.status

        artifact_ids = []
        for artifact_ids_item_data in self.artifact_ids:
            artifact_ids_item = str(artifact_ids_item_data)
            artifact_ids.append(artifact_ids_item)

        published_at: None | str
        if isinstance(self.published_at, datetime.datetime):
            published_at = self.published_at.isoformat()
        else:
            published_at = self.published_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        artifacts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.artifacts, Unset):
            artifacts = []
            for artifacts_item_data in self.artifacts:
                artifacts_item = artifacts_item_data.to_dict()
                artifacts.append(artifacts_item)

        provenance: dict[str, Any] | Unset = UNSET
        if not isinstance(self.provenance, Unset):
            provenance = self.provenance.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "mod_id": mod_id,
                "version": version,
                "changelog": changelog,
                "release_channel": release_channel,
                "file_category": file_category,
                "game_versions": game_versions,
                "loader_platforms": loader_platforms,
                "dependencies": dependencies,
                "requirements": requirements,
                "build_metadata": build_metadata,
                "status": status,
                "artifact_ids": artifact_ids,
                "published_at": published_at,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )
        if artifacts is not UNSET:
            field_dict["artifacts"] = artifacts
        if provenance is not UNSET:
            field_dict["provenance"] = provenance

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.dependency import Dependency
        from ..models.json_object import JsonObject
        from ..models.language_map import LanguageMap
        from ..models.mod_artifact import ModArtifact
        from ..models.provenance import Provenance

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        mod_id = UUID(d.pop("mod_id"))

        version = d.pop("version")

        changelog = LanguageMap.from_dict(d.pop("changelog"))

        release_channel = d.pop("release_channel")

        file_category = d.pop("file_category")

        game_versions = cast(list[str], d.pop("game_versions"))

        loader_platforms = cast(list[str], d.pop("loader_platforms"))

        dependencies = []
        _dependencies = d.pop("dependencies")
        for dependencies_item_data in _dependencies:
            dependencies_item = Dependency.from_dict(dependencies_item_data)

            dependencies.append(dependencies_item)

        requirements = JsonObject.from_dict(d.pop("requirements"))

        build_metadata = JsonObject.from_dict(d.pop("build_metadata"))

        status = d.pop("status")

        artifact_ids = []
        _artifact_ids = d.pop("artifact_ids")
        for artifact_ids_item_data in _artifact_ids:
            artifact_ids_item = UUID(artifact_ids_item_data)

            artifact_ids.append(artifact_ids_item)

        def _parse_published_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                published_at_type_0 = datetime.datetime.fromisoformat(data)

                return published_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        published_at = _parse_published_at(d.pop("published_at"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        _artifacts = d.pop("artifacts", UNSET)
        artifacts: list[ModArtifact] | Unset = UNSET
        if _artifacts is not UNSET:
            artifacts = []
            for artifacts_item_data in _artifacts:
                artifacts_item = ModArtifact.from_dict(artifacts_item_data)

                artifacts.append(artifacts_item)

        _provenance = d.pop("provenance", UNSET)
        provenance: Provenance | Unset
        if isinstance(_provenance, Unset):
            provenance = UNSET
        else:
            provenance = Provenance.from_dict(_provenance)

        mod_version = cls(
            id=id,
            mod_id=mod_id,
            version=version,
            changelog=changelog,
            release_channel=release_channel,
            file_category=file_category,
            game_versions=game_versions,
            loader_platforms=loader_platforms,
            dependencies=dependencies,
            requirements=requirements,
            build_metadata=build_metadata,
            status=status,
            artifact_ids=artifact_ids,
            published_at=published_at,
            created_at=created_at,
            updated_at=updated_at,
            artifacts=artifacts,
            provenance=provenance,
        )

        mod_version.additional_properties = d
        return mod_version

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
