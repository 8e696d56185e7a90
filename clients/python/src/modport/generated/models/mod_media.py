from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.language_map import LanguageMap
    from ..models.media_variant import MediaVariant


T = TypeVar("T", bound="ModMedia")


@_attrs_define
class ModMedia:
    """A picture of a mod.

    Attributes:
        id (UUID):
        kind (str): Known values: `cover`, `fallback_cover`, `gallery`. Expect others.
        url (str): A permanent URL. Its content never changes.
        content_type (str):
        width (int): In pixels.
        height (int): In pixels.
        size_bytes (int): The size in bytes.
        sha256 (str): Of the picture at `url`, in lower-case hex.
        variants (list[MediaVariant]): Smaller copies, the narrowest first. Each is narrower than the picture.
        alt (LanguageMap): A text by language code.
        position (int): The gallery is in ascending order of positions, which may have gaps. No two gallery pictures of
            a mod share one. A cover has the position 0.
        managed_by (str): Known values: `importer`, `service`, `uploader`. Expect others.
    """

    id: UUID
    kind: str
    url: str
    content_type: str
    width: int
    height: int
    size_bytes: int
    sha256: str
    variants: list[MediaVariant]
    alt: LanguageMap
    position: int
    managed_by: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind = self.kind

        url = self.url

        content_type = self.content_type

        width = self.width

        height = self.height

        size_bytes = self.size_bytes

        sha256 = self.sha256

        variants = []
        for variants_item_data in self.variants:
            variants_item = variants_item_data.to_dict()
            variants.append(variants_item)

        alt = self.alt.to_dict()

        position = self.position

        managed_by = self.managed_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "url": url,
                "content_type": content_type,
                "width": width,
                "height": height,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "variants": variants,
                "alt": alt,
                "position": position,
                "managed_by": managed_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.language_map import LanguageMap
        from ..models.media_variant import MediaVariant

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = d.pop("kind")

        url = d.pop("url")

        content_type = d.pop("content_type")

        width = d.pop("width")

        height = d.pop("height")

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        variants = []
        _variants = d.pop("variants")
        for variants_item_data in _variants:
            variants_item = MediaVariant.from_dict(variants_item_data)

            variants.append(variants_item)

        alt = LanguageMap.from_dict(d.pop("alt"))

        position = d.pop("position")

        managed_by = d.pop("managed_by")

        mod_media = cls(
            id=id,
            kind=kind,
            url=url,
            content_type=content_type,
            width=width,
            height=height,
            size_bytes=size_bytes,
            sha256=sha256,
            variants=variants,
            alt=alt,
            position=position,
            managed_by=managed_by,
        )

        mod_media.additional_properties = d
        return mod_media

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
