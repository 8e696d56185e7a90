from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.me_credential import MeCredential
    from ..models.me_user import MeUser


T = TypeVar("T", bound="Me")


@_attrs_define
class Me:
    """
    Attributes:
        user (MeUser):
        credential (MeCredential):
        access_revision (int): Increases each time the access rights of the account change.
    """

    user: MeUser
    credential: MeCredential
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
        from ..models.me_credential import MeCredential
        from ..models.me_user import MeUser

        d = dict(src_dict)
        user = MeUser.from_dict(d.pop("user"))

        credential = MeCredential.from_dict(d.pop("credential"))

        access_revision = d.pop("access_revision")

        me = cls(
            user=user,
            credential=credential,
            access_revision=access_revision,
        )

        me.additional_properties = d
        return me

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
