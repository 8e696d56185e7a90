from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.get_me_response_200_data_credential import (
        GetMeResponse200DataCredential,
    )
    from ..models.get_me_response_200_data_user import GetMeResponse200DataUser


T = TypeVar("T", bound="GetMeResponse200Data")


@_attrs_define
class GetMeResponse200Data:
    """
    Attributes:
        user (GetMeResponse200DataUser):
        credential (GetMeResponse200DataCredential):
        access_revision (int): Increases each time the access rights of the account change.
    """

    user: GetMeResponse200DataUser
    credential: GetMeResponse200DataCredential
    access_revision: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        user = self.user.to_dict()

        credential = self.credential.to_dict()

        access_revision = self.access_revision

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "user": user,
                "credential": credential,
                "access_revision": access_revision,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.get_me_response_200_data_credential import (
            GetMeResponse200DataCredential,
        )
        from ..models.get_me_response_200_data_user import GetMeResponse200DataUser

        d = dict(src_dict)
        user = GetMeResponse200DataUser.from_dict(d.pop("user"))

        credential = GetMeResponse200DataCredential.from_dict(d.pop("credential"))

        access_revision = d.pop("access_revision")

        get_me_response_200_data = cls(
            user=user,
            credential=credential,
            access_revision=access_revision,
        )

        get_me_response_200_data.additional_properties = d
        return get_me_response_200_data

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
