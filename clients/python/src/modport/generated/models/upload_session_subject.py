from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UploadSessionSubject")


@_attrs_define
class UploadSessionSubject:
    """
    Attributes:
        type_ (Literal['UploadSession']): The type of the entity.
        id (UUID): The id of the entity.
        mod_id (None | UUID): The mod of the entity, or the mod itself. Null for an entity that belongs to no mod.
    """

    type_: Literal["UploadSession"]
    id: UUID
    mod_id: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        id = str(self.id)

        mod_id: None | str
        if isinstance(self.mod_id, UUID):
            mod_id = str(self.mod_id)
        else:
            mod_id = self.mod_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "id": id,
                "mod_id": mod_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        type_ = cast(Literal["UploadSession"], d.pop("type"))
        if type_ != "UploadSession":
            raise ValueError(f"type must match const 'UploadSession', got '{type_}'")

        id = UUID(d.pop("id"))

        def _parse_mod_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                mod_id_type_0 = UUID(data)

                return mod_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        mod_id = _parse_mod_id(d.pop("mod_id"))

        upload_session_subject = cls(
            type_=type_,
            id=id,
            mod_id=mod_id,
        )

        upload_session_subject.additional_properties = d
        return upload_session_subject

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
