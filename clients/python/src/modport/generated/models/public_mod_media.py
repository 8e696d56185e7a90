from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.media_kind import MediaKind, check_media_kind
from ..models.media_manager import MediaManager, check_media_manager

if TYPE_CHECKING:
    from ..models.public_media_variant import PublicMediaVariant
    from ..models.public_mod_media_alt import PublicModMediaAlt


T = TypeVar("T", bound="PublicModMedia")


@_attrs_define
class PublicModMedia:
    """A picture of a mod.

    Attributes:
        id (UUID):
        kind (MediaKind):
        url (str): A permanent URL. Its content never changes.
        content_type (str):
        width (int):
        height (int):
        size_bytes (int):
        sha256 (str):
        variants (list[PublicMediaVariant]): Smaller copies, the narrowest first. Each is narrower than the picture.
        alt (PublicModMediaAlt):
        position (int): The gallery is in ascending order of positions, which may have gaps. No two gallery pictures of
            a mod share one. A cover has the position 0.
        managed_by (MediaManager):
    """

    id: UUID
    kind: MediaKind
    url: str
    content_type: str
    width: int
    height: int
    size_bytes: int
    sha256: str
    variants: list[PublicMediaVariant]
    alt: PublicModMediaAlt
    position: int
    managed_by: MediaManager
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind: str = self.kind

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

        managed_by: str = self.managed_by

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
        from ..models.public_media_variant import PublicMediaVariant
        from ..models.public_mod_media_alt import PublicModMediaAlt

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = check_media_kind(d.pop("kind"))

        url = d.pop("url")

        content_type = d.pop("content_type")

        width = d.pop("width")

        height = d.pop("height")

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        variants = []
        _variants = d.pop("variants")
        for variants_item_data in _variants:
            variants_item = PublicMediaVariant.from_dict(variants_item_data)

            variants.append(variants_item)

        alt = PublicModMediaAlt.from_dict(d.pop("alt"))

        position = d.pop("position")

        managed_by = check_media_manager(d.pop("managed_by"))

        public_mod_media = cls(
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

        public_mod_media.additional_properties = d
        return public_mod_media

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
