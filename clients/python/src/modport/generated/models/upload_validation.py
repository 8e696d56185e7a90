from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.upload_problem import UploadProblem


T = TypeVar("T", bound="UploadValidation")


@_attrs_define
class UploadValidation:
    """
    Attributes:
        valid (bool): True if `problems` is empty. Creating the upload may still be refused later, for example with
            `rate_limited`, because quotas are not checked and nothing is reserved.
        problems (list[UploadProblem]): The faults for which the creation of the upload would be refused now.
        strategy (str): Known values: `multipart`, `single`. Expect others.
        part_size_bytes (int | None): The size in bytes of each part except the last one, which has the rest. Null for
            `single`.
        total_parts (int): The number of parts; 1 for `single`.
    """

    valid: bool
    problems: list[UploadProblem]
    strategy: str
    part_size_bytes: int | None
    total_parts: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        valid = self.valid

        problems = []
        for problems_item_data in self.problems:
            problems_item = problems_item_data.to_dict()
            problems.append(problems_item)

        strategy = self.strategy

        part_size_bytes: int | None
        part_size_bytes = self.part_size_bytes

        total_parts = self.total_parts

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "valid": valid,
                "problems": problems,
                "strategy": strategy,
                "partSizeBytes": part_size_bytes,
                "totalParts": total_parts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.upload_problem import UploadProblem

        d = dict(src_dict)
        valid = d.pop("valid")

        problems = []
        _problems = d.pop("problems")
        for problems_item_data in _problems:
            problems_item = UploadProblem.from_dict(problems_item_data)

            problems.append(problems_item)

        strategy = d.pop("strategy")

        def _parse_part_size_bytes(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        part_size_bytes = _parse_part_size_bytes(d.pop("partSizeBytes"))

        total_parts = d.pop("totalParts")

        upload_validation = cls(
            valid=valid,
            problems=problems,
            strategy=strategy,
            part_size_bytes=part_size_bytes,
            total_parts=total_parts,
        )

        upload_validation.additional_properties = d
        return upload_validation

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
