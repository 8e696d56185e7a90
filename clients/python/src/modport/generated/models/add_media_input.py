from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.added_media_kind_input import (
    AddedMediaKindInput,
    check_added_media_kind_input,
)
from ..models.added_media_manager_input import (
    AddedMediaManagerInput,
    check_added_media_manager_input,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.alt_texts import AltTexts


T = TypeVar("T", bound="AddMediaInput")


@_attrs_define
class AddMediaInput:
    """
    Attributes:
        kind (AddedMediaKindInput):
        alt (AltTexts | None | str | Unset): Alternative text for people who cannot see the picture. Empty if omitted.
        managed_by (AddedMediaManagerInput | None | Unset): `importer` if a program imports the picture and may delete
            it again. `uploader` (a person) if omitted.
        position (int | None | Unset): The position in the gallery; the last one if omitted. The picture at this
            position and those directly after it move back by one. A cover has no position.
    """

    kind: AddedMediaKindInput
    alt: AltTexts | None | str | Unset = UNSET
    managed_by: AddedMediaManagerInput | None | Unset = UNSET
    position: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.alt_texts import AltTexts

        kind: str = self.kind

        alt: dict[str, Any] | None | str | Unset
        if isinstance(self.alt, Unset):
            alt = UNSET
        elif isinstance(self.alt, AltTexts):
            alt = self.alt.to_dict()
        else:
            alt = self.alt

        managed_by: None | str | Unset
        if isinstance(self.managed_by, Unset):
            managed_by = UNSET
        elif isinstance(self.managed_by, str):
            managed_by = self.managed_by
        else:
            managed_by = self.managed_by

        position: int | None | Unset
        if isinstance(self.position, Unset):
            position = UNSET
        else:
            position = self.position

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
            }
        )
        if alt is not UNSET:
            field_dict["alt"] = alt
        if managed_by is not UNSET:
            field_dict["managed_by"] = managed_by
        if position is not UNSET:
            field_dict["position"] = position

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.alt_texts import AltTexts

        d = dict(src_dict)
        kind = check_added_media_kind_input(d.pop("kind"))

        def _parse_alt(data: object) -> AltTexts | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_alt_text_type_1 = AltTexts.from_dict(data)

                return componentsschemas_alt_text_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AltTexts | None | str | Unset, data)

        alt = _parse_alt(d.pop("alt", UNSET))

        def _parse_managed_by(data: object) -> AddedMediaManagerInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                managed_by_type_0 = check_added_media_manager_input(data)

                return managed_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AddedMediaManagerInput | None | Unset, data)

        managed_by = _parse_managed_by(d.pop("managed_by", UNSET))

        def _parse_position(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        position = _parse_position(d.pop("position", UNSET))

        add_media_input = cls(
            kind=kind,
            alt=alt,
            managed_by=managed_by,
            position=position,
        )

        return add_media_input
