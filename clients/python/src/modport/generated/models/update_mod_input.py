from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_tier_input import AccessTierInput, check_access_tier_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.description_texts import DescriptionTexts
    from ..models.localized_slugs_texts import LocalizedSlugsTexts
    from ..models.summary_texts import SummaryTexts
    from ..models.title_texts import TitleTexts


T = TypeVar("T", bound="UpdateModInput")


@_attrs_define
class UpdateModInput:
    """
    Attributes:
        access_tier (AccessTierInput | Unset):
        categories (list[str] | None | Unset): Slugs of categories of the game.
        description (DescriptionTexts | str | Unset): One text, which is English, or texts by language code.
        homepage_url (None | str | Unset): A page about the mod.
        license_ (None | str | Unset): An SPDX identifier or the name of a license.
        localized_slugs (LocalizedSlugsTexts | None | str | Unset):
        slug (str | Unset): Unique within the game. For a new mod, derived from the title if omitted.
        source_url (None | str | Unset): The upstream page, stored unchanged.
        summary (None | str | SummaryTexts | Unset): For omitted languages, the catalog shows an excerpt of the
            description.
        title (str | TitleTexts | Unset): One text, which is English, or texts by language code.
    """

    access_tier: AccessTierInput | Unset = UNSET
    categories: list[str] | None | Unset = UNSET
    description: DescriptionTexts | str | Unset = UNSET
    homepage_url: None | str | Unset = UNSET
    license_: None | str | Unset = UNSET
    localized_slugs: LocalizedSlugsTexts | None | str | Unset = UNSET
    slug: str | Unset = UNSET
    source_url: None | str | Unset = UNSET
    summary: None | str | SummaryTexts | Unset = UNSET
    title: str | TitleTexts | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.description_texts import DescriptionTexts
        from ..models.localized_slugs_texts import LocalizedSlugsTexts
        from ..models.summary_texts import SummaryTexts
        from ..models.title_texts import TitleTexts

        access_tier: str | Unset = UNSET
        if not isinstance(self.access_tier, Unset):
            access_tier = self.access_tier

        categories: list[str] | None | Unset
        if isinstance(self.categories, Unset):
            categories = UNSET
        elif isinstance(self.categories, list):
            categories = self.categories

        else:
            categories = self.categories

        description: dict[str, Any] | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        elif isinstance(self.description, DescriptionTexts):
            description = self.description.to_dict()
        else:
            description = self.description

        homepage_url: None | str | Unset
        if isinstance(self.homepage_url, Unset):
            homepage_url = UNSET
        else:
            homepage_url = self.homepage_url

        license_: None | str | Unset
        if isinstance(self.license_, Unset):
            license_ = UNSET
        else:
            license_ = self.license_

        localized_slugs: dict[str, Any] | None | str | Unset
        if isinstance(self.localized_slugs, Unset):
            localized_slugs = UNSET
        elif isinstance(self.localized_slugs, LocalizedSlugsTexts):
            localized_slugs = self.localized_slugs.to_dict()
        else:
            localized_slugs = self.localized_slugs

        slug = self.slug

        source_url: None | str | Unset
        if isinstance(self.source_url, Unset):
            source_url = UNSET
        else:
            source_url = self.source_url

        summary: dict[str, Any] | None | str | Unset
        if isinstance(self.summary, Unset):
            summary = UNSET
        elif isinstance(self.summary, SummaryTexts):
            summary = self.summary.to_dict()
        else:
            summary = self.summary

        title: dict[str, Any] | str | Unset
        if isinstance(self.title, Unset):
            title = UNSET
        elif isinstance(self.title, TitleTexts):
            title = self.title.to_dict()
        else:
            title = self.title

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if access_tier is not UNSET:
            field_dict["access_tier"] = access_tier
        if categories is not UNSET:
            field_dict["categories"] = categories
        if description is not UNSET:
            field_dict["description"] = description
        if homepage_url is not UNSET:
            field_dict["homepage_url"] = homepage_url
        if license_ is not UNSET:
            field_dict["license"] = license_
        if localized_slugs is not UNSET:
            field_dict["localized_slugs"] = localized_slugs
        if slug is not UNSET:
            field_dict["slug"] = slug
        if source_url is not UNSET:
            field_dict["source_url"] = source_url
        if summary is not UNSET:
            field_dict["summary"] = summary
        if title is not UNSET:
            field_dict["title"] = title

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.description_texts import DescriptionTexts
        from ..models.localized_slugs_texts import LocalizedSlugsTexts
        from ..models.summary_texts import SummaryTexts
        from ..models.title_texts import TitleTexts

        d = dict(src_dict)
        _access_tier = d.pop("access_tier", UNSET)
        access_tier: AccessTierInput | Unset
        if isinstance(_access_tier, Unset):
            access_tier = UNSET
        else:
            access_tier = check_access_tier_input(_access_tier)

        def _parse_categories(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                categories_type_0 = cast(list[str], data)

                return categories_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        categories = _parse_categories(d.pop("categories", UNSET))

        def _parse_description(data: object) -> DescriptionTexts | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_description_text_type_1 = DescriptionTexts.from_dict(data)

                return componentsschemas_description_text_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DescriptionTexts | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_homepage_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        homepage_url = _parse_homepage_url(d.pop("homepage_url", UNSET))

        def _parse_license_(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        license_ = _parse_license_(d.pop("license", UNSET))

        def _parse_localized_slugs(
            data: object,
        ) -> LocalizedSlugsTexts | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_localized_slugs_text_type_1 = LocalizedSlugsTexts.from_dict(data)

                return componentsschemas_localized_slugs_text_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LocalizedSlugsTexts | None | str | Unset, data)

        localized_slugs = _parse_localized_slugs(d.pop("localized_slugs", UNSET))

        slug = d.pop("slug", UNSET)

        def _parse_source_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        source_url = _parse_source_url(d.pop("source_url", UNSET))

        def _parse_summary(data: object) -> None | str | SummaryTexts | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_summary_text_type_1 = SummaryTexts.from_dict(data)

                return componentsschemas_summary_text_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | SummaryTexts | Unset, data)

        summary = _parse_summary(d.pop("summary", UNSET))

        def _parse_title(data: object) -> str | TitleTexts | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_title_text_type_1 = TitleTexts.from_dict(data)

                return componentsschemas_title_text_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | TitleTexts | Unset, data)

        title = _parse_title(d.pop("title", UNSET))

        update_mod_input = cls(
            access_tier=access_tier,
            categories=categories,
            description=description,
            homepage_url=homepage_url,
            license_=license_,
            localized_slugs=localized_slugs,
            slug=slug,
            source_url=source_url,
            summary=summary,
            title=title,
        )

        return update_mod_input
