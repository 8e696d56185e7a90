from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.language_map import LanguageMap
    from ..models.plan_file import PlanFile


T = TypeVar("T", bound="PlanItem")


@_attrs_define
class PlanItem:
    """
    Attributes:
        item_id (UUID): Stable: the same file has the same item id in every plan.
        role (str): Known values: `optional`, `required`, `selected`. Expect others.
        mod_id (UUID):
        title (LanguageMap): A text by language code.
        slug (str): The slug of the mod.
        access_tier (str): Known values: `authenticated`, `paid`, `public`, `restricted`. Expect others.
        version_id (UUID):
        version (str): The version string.
        artifact_id (UUID):
        artifact_source (str): Known values: `external_provider_reference`, `rehosted_blob`. Expect others.
        embedded_in (None | UUID): The item whose file contains this version of the mod. Such an item needs no download
            and no step. Null for an item with a file of its own.
        file (PlanFile):
    """

    item_id: UUID
    role: str
    mod_id: UUID
    title: LanguageMap
    slug: str
    access_tier: str
    version_id: UUID
    version: str
    artifact_id: UUID
    artifact_source: str
    embedded_in: None | UUID
    file: PlanFile
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        item_id = str(self.item_id)

        role = self.role

        mod_id = str(self.mod_id)

        title = self.title.to_dict()

        slug = self.slug

        access_tier = self.access_tier

        version_id = str(self.version_id)

        version = self.version

        artifact_id = str(self.artifact_id)

        artifact_source = self.artifact_source

        embedded_in: None | str
        if isinstance(self.embedded_in, UUID):
            embedded_in = str(self.embedded_in)
        else:
            embedded_in = self.embedded_in

        file = self.file.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "item_id": item_id,
                "role": role,
                "mod_id": mod_id,
                "title": title,
                "slug": slug,
                "access_tier": access_tier,
                "version_id": version_id,
                "version": version,
                "artifact_id": artifact_id,
                "artifact_source": artifact_source,
                "embedded_in": embedded_in,
                "file": file,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.language_map import LanguageMap
        from ..models.plan_file import PlanFile

        d = dict(src_dict)
        item_id = UUID(d.pop("item_id"))

        role = d.pop("role")

        mod_id = UUID(d.pop("mod_id"))

        title = LanguageMap.from_dict(d.pop("title"))

        slug = d.pop("slug")

        access_tier = d.pop("access_tier")

        version_id = UUID(d.pop("version_id"))

        version = d.pop("version")

        artifact_id = UUID(d.pop("artifact_id"))

        artifact_source = d.pop("artifact_source")

        def _parse_embedded_in(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                embedded_in_type_0 = UUID(data)

                return embedded_in_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        embedded_in = _parse_embedded_in(d.pop("embedded_in"))

        file = PlanFile.from_dict(d.pop("file"))

        plan_item = cls(
            item_id=item_id,
            role=role,
            mod_id=mod_id,
            title=title,
            slug=slug,
            access_tier=access_tier,
            version_id=version_id,
            version=version,
            artifact_id=artifact_id,
            artifact_source=artifact_source,
            embedded_in=embedded_in,
            file=file,
        )

        plan_item.additional_properties = d
        return plan_item

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
