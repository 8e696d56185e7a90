from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.category_ref import CategoryRef
    from ..models.game_ref import GameRef
    from ..models.language_map import LanguageMap
    from ..models.latest_release import LatestRelease
    from ..models.mod_author import ModAuthor
    from ..models.mod_links import ModLinks
    from ..models.mod_media import ModMedia
    from ..models.search_match import SearchMatch


T = TypeVar("T", bound="FoundMod")


@_attrs_define
class FoundMod:
    """A mod as the catalog shows it.

    Attributes:
        id (UUID):
        slug (str): An alias that may change. Use the id to identify the object.
        localized_slugs (LanguageMap): A text by language code.
        game (GameRef): The game of a mod.
        title (LanguageMap): A text by language code.
        summary (LanguageMap): A text by language code.
        description (LanguageMap): A text by language code.
        description_format (str): Always `markdown`.
        author (ModAuthor):
        categories (list[CategoryRef]):
        loaders (list[str]): The loaders of all published versions.
        game_versions (list[str]): The game versions of all published versions.
        access_tier (str): Known values: `authenticated`, `paid`, `public`, `restricted`. Expect others.
        license_ (None | str): An SPDX identifier or the name of a license. Null if the author gave none.
        latest_version (None | str): The version string of the latest release. Null without a published version. Read
            the version of the latest release itself.
        latest_release (LatestRelease | None): Null without a published version.
        links (ModLinks):
        homepage_url (None | str): A page about the mod. Null if the author gave none.
        source_url (None | str): The upstream page, as the author gave it. Null if the author gave none.
        cover (ModMedia | None): Null only for a draft without a cover.
        gallery (list[ModMedia]):
        downloads_count (int): The number of downloads of all files.
        state (str): Known values: `archived`, `deleted`, `draft`, `hidden`, `published`. Expect others.
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        published_at (datetime.datetime | None): First publication; null for a draft.
        search (None | SearchMatch): Set only in search results.
    """

    id: UUID
    slug: str
    localized_slugs: LanguageMap
    game: GameRef
    title: LanguageMap
    summary: LanguageMap
    description: LanguageMap
    description_format: str
    author: ModAuthor
    categories: list[CategoryRef]
    loaders: list[str]
    game_versions: list[str]
    access_tier: str
    license_: None | str
    latest_version: None | str
    latest_release: LatestRelease | None
    links: ModLinks
    homepage_url: None | str
    source_url: None | str
    cover: ModMedia | None
    gallery: list[ModMedia]
    downloads_count: int
    state: str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    published_at: datetime.datetime | None
    search: None | SearchMatch
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.latest_release import LatestRelease
        from ..models.mod_media import ModMedia
        from ..models.search_match import SearchMatch

        id = str(self.id)

        slug = self.slug

        localized_slugs = self.localized_slugs.to_dict()

        game = self.game.to_dict()

        title = self.title.to_dict()

        summary = self.summary.to_dict()

        description = self.description.to_dict()

        description_format = self.description_format

        author = self.author.to_dict()

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        loaders = self.loaders

        game_versions = self.game_versions

        access_tier = self.access_tier

        license_: None | str
        license_ = self.license_

        latest_version: None | str
        latest_version = self.latest_version

        latest_release: dict[str, Any] | None
        if isinstance(self.latest_release, LatestRelease):
            latest_release = self.latest_release.to_dict()
        else:
            latest_release = self.latest_release

        links = self.links.to_dict()

        homepage_url: None | str
        homepage_url = self.homepage_url

        source_url: None | str
        source_url = self.source_url

        cover: dict[str, Any] | None
        if isinstance(self.cover, ModMedia):
            cover = self.cover.to_dict()
        else:
            cover = self.cover

        gallery = []
        for gallery_item_data in self.gallery:
            gallery_item = gallery_item_data.to_dict()
            gallery.append(gallery_item)

        downloads_count = self.downloads_count

        state = self.state

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        published_at: None | str
        if isinstance(self.published_at, datetime.datetime):
            published_at = self.published_at.isoformat()
        else:
            published_at = self.published_at

        search: dict[str, Any] | None
        if isinstance(self.search, SearchMatch):
            search = self.search.to_dict()
        else:
            search = self.search

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "localized_slugs": localized_slugs,
                "game": game,
                "title": title,
                "summary": summary,
                "description": description,
                "description_format": description_format,
                "author": author,
                "categories": categories,
                "loaders": loaders,
                "game_versions": game_versions,
                "access_tier": access_tier,
                "license": license_,
                "latest_version": latest_version,
                "latest_release": latest_release,
                "links": links,
                "homepage_url": homepage_url,
                "source_url": source_url,
                "cover": cover,
                "gallery": gallery,
                "downloads_count": downloads_count,
                "state": state,
                "created_at": created_at,
                "updated_at": updated_at,
                "published_at": published_at,
                "search": search,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.category_ref import CategoryRef
        from ..models.game_ref import GameRef
        from ..models.language_map import LanguageMap
        from ..models.latest_release import LatestRelease
        from ..models.mod_author import ModAuthor
        from ..models.mod_links import ModLinks
        from ..models.mod_media import ModMedia
        from ..models.search_match import SearchMatch

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        localized_slugs = LanguageMap.from_dict(d.pop("localized_slugs"))

        game = GameRef.from_dict(d.pop("game"))

        title = LanguageMap.from_dict(d.pop("title"))

        summary = LanguageMap.from_dict(d.pop("summary"))

        description = LanguageMap.from_dict(d.pop("description"))

        description_format = d.pop("description_format")

        author = ModAuthor.from_dict(d.pop("author"))

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = CategoryRef.from_dict(categories_item_data)

            categories.append(categories_item)

        loaders = cast(list[str], d.pop("loaders"))

        game_versions = cast(list[str], d.pop("game_versions"))

        access_tier = d.pop("access_tier")

        def _parse_license_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        license_ = _parse_license_(d.pop("license"))

        def _parse_latest_version(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        latest_version = _parse_latest_version(d.pop("latest_version"))

        def _parse_latest_release(data: object) -> LatestRelease | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                latest_release_type_0 = LatestRelease.from_dict(data)

                return latest_release_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LatestRelease | None, data)

        latest_release = _parse_latest_release(d.pop("latest_release"))

        links = ModLinks.from_dict(d.pop("links"))

        def _parse_homepage_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        homepage_url = _parse_homepage_url(d.pop("homepage_url"))

        def _parse_source_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        source_url = _parse_source_url(d.pop("source_url"))

        def _parse_cover(data: object) -> ModMedia | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                cover_type_0 = ModMedia.from_dict(data)

                return cover_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ModMedia | None, data)

        cover = _parse_cover(d.pop("cover"))

        gallery = []
        _gallery = d.pop("gallery")
        for gallery_item_data in _gallery:
            gallery_item = ModMedia.from_dict(gallery_item_data)

            gallery.append(gallery_item)

        downloads_count = d.pop("downloads_count")

        state = d.pop("state")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        def _parse_published_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                published_at_type_0 = datetime.datetime.fromisoformat(data)

                return published_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        published_at = _parse_published_at(d.pop("published_at"))

        def _parse_search(data: object) -> None | SearchMatch:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                search_type_0 = SearchMatch.from_dict(data)

                return search_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SearchMatch, data)

        search = _parse_search(d.pop("search"))

        found_mod = cls(
            id=id,
            slug=slug,
            localized_slugs=localized_slugs,
            game=game,
            title=title,
            summary=summary,
            description=description,
            description_format=description_format,
            author=author,
            categories=categories,
            loaders=loaders,
            game_versions=game_versions,
            access_tier=access_tier,
            license_=license_,
            latest_version=latest_version,
            latest_release=latest_release,
            links=links,
            homepage_url=homepage_url,
            source_url=source_url,
            cover=cover,
            gallery=gallery,
            downloads_count=downloads_count,
            state=state,
            created_at=created_at,
            updated_at=updated_at,
            published_at=published_at,
            search=search,
        )

        found_mod.additional_properties = d
        return found_mod

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
