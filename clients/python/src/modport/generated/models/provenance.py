from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Provenance")


@_attrs_define
class Provenance:
    """The run of a workflow that uploaded and published all files of a version, as the issuer of its token states it.

    Attributes:
        provider (str): The form of the tokens. Known values: `github`, `gitlab`. Expect others.
        issuer (str): The issuer of the token.
        repository (str): `owner/name` at GitHub, the path of the project at GitLab.
        repository_id (str): The stable id of the repository.
        commit (str): The commit that was built.
        ref (str): The branch or tag, such as `refs/tags/v1.0.0`.
        workflow (str): The file of the workflow.
        run_id (str): The run at GitHub, the pipeline at GitLab.
        run_url (str): The page of the run.
        environment (str | Unset): The environment of the job. Not set if it ran in none.
    """

    provider: str
    issuer: str
    repository: str
    repository_id: str
    commit: str
    ref: str
    workflow: str
    run_id: str
    run_url: str
    environment: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        provider = self.provider

        issuer = self.issuer

        repository = self.repository

        repository_id = self.repository_id

        commit = self.commit

        ref = self.ref

        workflow = self.workflow

        run_id = self.run_id

        run_url = self.run_url

        environment = self.environment

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "provider": provider,
                "issuer": issuer,
                "repository": repository,
                "repository_id": repository_id,
                "commit": commit,
                "ref": ref,
                "workflow": workflow,
                "run_id": run_id,
                "run_url": run_url,
            }
        )
        if environment is not UNSET:
            field_dict["environment"] = environment

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        provider = d.pop("provider")

        issuer = d.pop("issuer")

        repository = d.pop("repository")

        repository_id = d.pop("repository_id")

        commit = d.pop("commit")

        ref = d.pop("ref")

        workflow = d.pop("workflow")

        run_id = d.pop("run_id")

        run_url = d.pop("run_url")

        environment = d.pop("environment", UNSET)

        provenance = cls(
            provider=provider,
            issuer=issuer,
            repository=repository,
            repository_id=repository_id,
            commit=commit,
            ref=ref,
            workflow=workflow,
            run_id=run_id,
            run_url=run_url,
            environment=environment,
        )

        provenance.additional_properties = d
        return provenance

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
