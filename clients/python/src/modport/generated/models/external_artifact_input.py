from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.file_kind_input import FileKindInput, check_file_kind_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.expected_hashes_input import ExpectedHashesInput
    from ..models.provider_locator_input import ProviderLocatorInput
    from ..models.reference_evidence_input import ReferenceEvidenceInput
    from ..models.reference_provenance_input import ReferenceProvenanceInput


T = TypeVar("T", bound="ExternalArtifactInput")


@_attrs_define
class ExternalArtifactInput:
    """
    Attributes:
        content_type (str):
        expected_hashes (ExpectedHashesInput):
        expected_size_bytes (int): The exact size of the file in bytes.
        filename (str):
        locator (ProviderLocatorInput):
        provenance (ReferenceProvenanceInput):
        evidence (None | ReferenceEvidenceInput | Unset):
        file_kind (FileKindInput | None | Unset): `main` if omitted.
        label (None | str | Unset): The name of the file for people; the filename if omitted.
    """

    content_type: str
    expected_hashes: ExpectedHashesInput
    expected_size_bytes: int
    filename: str
    locator: ProviderLocatorInput
    provenance: ReferenceProvenanceInput
    evidence: None | ReferenceEvidenceInput | Unset = UNSET
    file_kind: FileKindInput | None | Unset = UNSET
    label: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.reference_evidence_input import ReferenceEvidenceInput

        content_type = self.content_type

        expected_hashes = self.expected_hashes.to_dict()

        expected_size_bytes = self.expected_size_bytes

        filename = self.filename

        locator = self.locator.to_dict()

        provenance = self.provenance.to_dict()

        evidence: dict[str, Any] | None | Unset
        if isinstance(self.evidence, Unset):
            evidence = UNSET
        elif isinstance(self.evidence, ReferenceEvidenceInput):
            evidence = self.evidence.to_dict()
        else:
            evidence = self.evidence

        file_kind: None | str | Unset
        if isinstance(self.file_kind, Unset):
            file_kind = UNSET
        elif isinstance(self.file_kind, str):
            file_kind = self.file_kind
        else:
            file_kind = self.file_kind

        label: None | str | Unset
        if isinstance(self.label, Unset):
            label = UNSET
        else:
            label = self.label

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "content_type": content_type,
                "expected_hashes": expected_hashes,
                "expected_size_bytes": expected_size_bytes,
                "filename": filename,
                "locator": locator,
                "provenance": provenance,
            }
        )
        if evidence is not UNSET:
            field_dict["evidence"] = evidence
        if file_kind is not UNSET:
            field_dict["file_kind"] = file_kind
        if label is not UNSET:
            field_dict["label"] = label

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.expected_hashes_input import ExpectedHashesInput
        from ..models.provider_locator_input import ProviderLocatorInput
        from ..models.reference_evidence_input import ReferenceEvidenceInput
        from ..models.reference_provenance_input import ReferenceProvenanceInput

        d = dict(src_dict)
        content_type = d.pop("content_type")

        expected_hashes = ExpectedHashesInput.from_dict(d.pop("expected_hashes"))

        expected_size_bytes = d.pop("expected_size_bytes")

        filename = d.pop("filename")

        locator = ProviderLocatorInput.from_dict(d.pop("locator"))

        provenance = ReferenceProvenanceInput.from_dict(d.pop("provenance"))

        def _parse_evidence(data: object) -> None | ReferenceEvidenceInput | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                evidence_type_0 = ReferenceEvidenceInput.from_dict(data)

                return evidence_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReferenceEvidenceInput | Unset, data)

        evidence = _parse_evidence(d.pop("evidence", UNSET))

        def _parse_file_kind(data: object) -> FileKindInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                file_kind_type_0 = check_file_kind_input(data)

                return file_kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FileKindInput | None | Unset, data)

        file_kind = _parse_file_kind(d.pop("file_kind", UNSET))

        def _parse_label(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        label = _parse_label(d.pop("label", UNSET))

        external_artifact_input = cls(
            content_type=content_type,
            expected_hashes=expected_hashes,
            expected_size_bytes=expected_size_bytes,
            filename=filename,
            locator=locator,
            provenance=provenance,
            evidence=evidence,
            file_kind=file_kind,
            label=label,
        )

        return external_artifact_input
