from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.ci_provider_input import CiProviderInput, check_ci_provider_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="TrustedPublisherInput")


@_attrs_define
class TrustedPublisherInput:
    """
    Attributes:
        issuer (str): One of the issuers that the service trusts.
        repository (str): `owner/name` at GitHub, the path of the project at GitLab.
        workflow (str): The file of the workflow: `release.yml` for `.github/workflows/release.yml` at GitHub, the path
            such as `.gitlab-ci.yml` at GitLab.
        environment (None | str | Unset): The environment that the job has to run in.
        provider (CiProviderInput | None | Unset): The form of the tokens. Default: `github` for an issuer of GitHub,
            `gitlab` for any other.
        ref (None | str | Unset): The branch or tag, such as `refs/heads/main`. A `*` at the end allows any
            continuation: `refs/tags/v*`.
        repository_id (None | str | Unset): The stable id of the repository. By default, the first run sets it.
        repository_owner_id (None | str | Unset): The stable id of the user, organization or group that owns the
            repository. By default, the first run sets it.
    """

    issuer: str
    repository: str
    workflow: str
    environment: None | str | Unset = UNSET
    provider: CiProviderInput | None | Unset = UNSET
    ref: None | str | Unset = UNSET
    repository_id: None | str | Unset = UNSET
    repository_owner_id: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        repository = self.repository

        workflow = self.workflow

        environment: None | str | Unset
        if isinstance(self.environment, Unset):
            environment = UNSET
        else:
            environment = self.environment

        provider: None | str | Unset
        if isinstance(self.provider, Unset):
            provider = UNSET
        elif isinstance(self.provider, str):
            provider = self.provider
        else:
            provider = self.provider

        ref: None | str | Unset
        if isinstance(self.ref, Unset):
            ref = UNSET
        else:
            ref = self.ref

        repository_id: None | str | Unset
        if isinstance(self.repository_id, Unset):
            repository_id = UNSET
        else:
            repository_id = self.repository_id

        repository_owner_id: None | str | Unset
        if isinstance(self.repository_owner_id, Unset):
            repository_owner_id = UNSET
        else:
            repository_owner_id = self.repository_owner_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "issuer": issuer,
                "repository": repository,
                "workflow": workflow,
            }
        )
        if environment is not UNSET:
            field_dict["environment"] = environment
        if provider is not UNSET:
            field_dict["provider"] = provider
        if ref is not UNSET:
            field_dict["ref"] = ref
        if repository_id is not UNSET:
            field_dict["repository_id"] = repository_id
        if repository_owner_id is not UNSET:
            field_dict["repository_owner_id"] = repository_owner_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        repository = d.pop("repository")

        workflow = d.pop("workflow")

        def _parse_environment(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        environment = _parse_environment(d.pop("environment", UNSET))

        def _parse_provider(data: object) -> CiProviderInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                provider_type_0 = check_ci_provider_input(data)

                return provider_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CiProviderInput | None | Unset, data)

        provider = _parse_provider(d.pop("provider", UNSET))

        def _parse_ref(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        ref = _parse_ref(d.pop("ref", UNSET))

        def _parse_repository_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        repository_id = _parse_repository_id(d.pop("repository_id", UNSET))

        def _parse_repository_owner_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        repository_owner_id = _parse_repository_owner_id(d.pop("repository_owner_id", UNSET))

        trusted_publisher_input = cls(
            issuer=issuer,
            repository=repository,
            workflow=workflow,
            environment=environment,
            provider=provider,
            ref=ref,
            repository_id=repository_id,
            repository_owner_id=repository_owner_id,
        )

        return trusted_publisher_input
