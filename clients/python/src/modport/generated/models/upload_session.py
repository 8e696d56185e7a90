from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.upload_failure import UploadFailure
    from ..models.upload_finding import UploadFinding
    from ..models.upload_job import UploadJob
    from ..models.upload_progress import UploadProgress
    from ..models.upload_retry import UploadRetry
    from ..models.upload_review import UploadReview


T = TypeVar("T", bound="UploadSession")


@_attrs_define
class UploadSession:
    """The upload of one file.

    Attributes:
        upload_id (UUID):
        session_id (UUID):
        lifecycle_status (str): Known values: `cancelled`, `draft`, `failed`, `published`, `quarantined`, `ready`,
            `scanning`, `uploaded`, `uploading`, `validating`. Expect others.
        status (str): The state in the terms of old clients. Read `lifecycleStatus`.
        strategy (str): Known values: `multipart`, `single`. Expect others.
        size_bytes (int): The declared size of the file in bytes.
        filename (str):
        mod_id (UUID):
        version_id (UUID):
        artifact_id (UUID): The file that the upload creates.
        progress (UploadProgress):
        job (None | UploadJob): The job that checks the file. Null before the completion.
        retry (UploadRetry):
        review (UploadReview):
        failure (None | UploadFailure): Why the upload failed or stopped, or why its file was found unsafe later. Null
            otherwise.
        findings (list[UploadFinding]): Findings of the scan: the entry, why it matters and how to fix it.
        superseded_by (None | UUID): The newer upload of the same file that replaced this one. Null if none did.
        expires_at (datetime.datetime): When the upload expires unless it is completed or new addresses are signed.
        support_correlation_id (str): An id for support requests. It is not a secret and grants no access.
    """

    upload_id: UUID
    session_id: UUID
    lifecycle_status: str
    status: str
    strategy: str
    size_bytes: int
    filename: str
    mod_id: UUID
    version_id: UUID
    artifact_id: UUID
    progress: UploadProgress
    job: None | UploadJob
    retry: UploadRetry
    review: UploadReview
    failure: None | UploadFailure
    findings: list[UploadFinding]
    superseded_by: None | UUID
    expires_at: datetime.datetime
    support_correlation_id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.upload_failure import UploadFailure
        from ..models.upload_job import UploadJob

        upload_id = str(self.upload_id)

        session_id = str(self.session_id)

        lifecycle_status = self.lifecycle_status

        status = self.status

        strategy = self.strategy

        size_bytes = self.size_bytes

        filename = self.filename

        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        artifact_id = str(self.artifact_id)

        progress = self.progress.to_dict()

        job: dict[str, Any] | None
        if isinstance(self.job, UploadJob):
            job = self.job.to_dict()
        else:
            job = self.job

        retry = self.retry.to_dict()

        review = self.review.to_dict()

        failure: dict[str, Any] | None
        if isinstance(self.failure, UploadFailure):
            failure = self.failure.to_dict()
        else:
            failure = self.failure

        findings = []
        for findings_item_data in self.findings:
            findings_item = findings_item_data.to_dict()
            findings.append(findings_item)

        superseded_by: None | str
        if isinstance(self.superseded_by, UUID):
            superseded_by = str(self.superseded_by)
        else:
            superseded_by = self.superseded_by

        expires_at = self.expires_at.isoformat()

        support_correlation_id = self.support_correlation_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "upload_id": upload_id,
                "sessionId": session_id,
                "lifecycleStatus": lifecycle_status,
                "status": status,
                "strategy": strategy,
                "sizeBytes": size_bytes,
                "filename": filename,
                "modId": mod_id,
                "versionId": version_id,
                "artifact_id": artifact_id,
                "progress": progress,
                "job": job,
                "retry": retry,
                "review": review,
                "failure": failure,
                "findings": findings,
                "supersededBy": superseded_by,
                "expiresAt": expires_at,
                "supportCorrelationId": support_correlation_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.upload_failure import UploadFailure
        from ..models.upload_finding import UploadFinding
        from ..models.upload_job import UploadJob
        from ..models.upload_progress import UploadProgress
        from ..models.upload_retry import UploadRetry
        from ..models.upload_review import UploadReview

        d = dict(src_dict)
        upload_id = UUID(d.pop("upload_id"))

        session_id = UUID(d.pop("sessionId"))

        lifecycle_status = d.pop("lifecycleStatus")

        status = d.pop("status")

        strategy = d.pop("strategy")

        size_bytes = d.pop("sizeBytes")

        filename = d.pop("filename")

        mod_id = UUID(d.pop("modId"))

        version_id = UUID(d.pop("versionId"))

        artifact_id = UUID(d.pop("artifact_id"))

        progress = UploadProgress.from_dict(d.pop("progress"))

        def _parse_job(data: object) -> None | UploadJob:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                job_type_0 = UploadJob.from_dict(data)

                return job_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UploadJob, data)

        job = _parse_job(d.pop("job"))

        retry = UploadRetry.from_dict(d.pop("retry"))

        review = UploadReview.from_dict(d.pop("review"))

        def _parse_failure(data: object) -> None | UploadFailure:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                failure_type_0 = UploadFailure.from_dict(data)

                return failure_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UploadFailure, data)

        failure = _parse_failure(d.pop("failure"))

        findings = []
        _findings = d.pop("findings")
        for findings_item_data in _findings:
            findings_item = UploadFinding.from_dict(findings_item_data)

            findings.append(findings_item)

        def _parse_superseded_by(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                superseded_by_type_0 = UUID(data)

                return superseded_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        superseded_by = _parse_superseded_by(d.pop("supersededBy"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        support_correlation_id = d.pop("supportCorrelationId")

        upload_session = cls(
            upload_id=upload_id,
            session_id=session_id,
            lifecycle_status=lifecycle_status,
            status=status,
            strategy=strategy,
            size_bytes=size_bytes,
            filename=filename,
            mod_id=mod_id,
            version_id=version_id,
            artifact_id=artifact_id,
            progress=progress,
            job=job,
            retry=retry,
            review=review,
            failure=failure,
            findings=findings,
            superseded_by=superseded_by,
            expires_at=expires_at,
            support_correlation_id=support_correlation_id,
        )

        upload_session.additional_properties = d
        return upload_session

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
