from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

T = TypeVar("T", bound="PlanVersionInput")


@_attrs_define
class PlanVersionInput:
    """
    Attributes:
        mod_id (UUID):
        version_id (UUID):
    """

    mod_id: UUID
    version_id: UUID

    def to_dict(self) -> dict[str, Any]:
        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "mod_id": mod_id,
                "version_id": version_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        plan_version_input = cls(
            mod_id=mod_id,
            version_id=version_id,
        )

        return plan_version_input
