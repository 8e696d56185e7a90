from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.digest_algorithm_input import (
    DigestAlgorithmInput,
    check_digest_algorithm_input,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="ArtifactLookupInput")


@_attrs_define
class ArtifactLookupInput:
    """
    Attributes:
        hashes (list[str]): SHA-256, SHA-512 or SHA-1 of the whole file, in upper-case or lower-case hex. A repeated
            hash gets a repeated result.
        algorithm (DigestAlgorithmInput | None | Unset): The algorithm of all hashes. If omitted, the length of each
            hash decides.
    """

    hashes: list[str]
    algorithm: DigestAlgorithmInput | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        hashes = self.hashes

        algorithm: None | str | Unset
        if isinstance(self.algorithm, Unset):
            algorithm = UNSET
        elif isinstance(self.algorithm, str):
            algorithm = self.algorithm
        else:
            algorithm = self.algorithm

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "hashes": hashes,
            }
        )
        if algorithm is not UNSET:
            field_dict["algorithm"] = algorithm

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        hashes = cast(list[str], d.pop("hashes"))

        def _parse_algorithm(data: object) -> DigestAlgorithmInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                algorithm_type_0 = check_digest_algorithm_input(data)

                return algorithm_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DigestAlgorithmInput | None | Unset, data)

        algorithm = _parse_algorithm(d.pop("algorithm", UNSET))

        artifact_lookup_input = cls(
            hashes=hashes,
            algorithm=algorithm,
        )

        return artifact_lookup_input
