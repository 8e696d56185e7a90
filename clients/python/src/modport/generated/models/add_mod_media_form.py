from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from .. import types
from ..types import File

if TYPE_CHECKING:
    from ..models.add_media_input import AddMediaInput


T = TypeVar("T", bound="AddModMediaForm")


@_attrs_define
class AddModMediaForm:
    """
    Attributes:
        metadata (AddMediaInput):
        file (File):
    """

    metadata: AddMediaInput
    file: File

    def to_dict(self) -> dict[str, Any]:
        metadata = self.metadata.to_dict()

        file = self.file.to_tuple()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "metadata": metadata,
                "file": file,
            }
        )

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(
            (
                "metadata",
                (
                    None,
                    json.dumps(self.metadata.to_dict()).encode(),
                    "application/json",
                ),
            )
        )

        files.append(("file", self.file.to_tuple()))

        return files

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.add_media_input import AddMediaInput

        d = dict(src_dict)
        metadata = AddMediaInput.from_dict(d.pop("metadata"))

        file = File(payload=BytesIO(d.pop("file")))

        add_mod_media_form = cls(
            metadata=metadata,
            file=file,
        )

        return add_mod_media_form
