import { PAGE_ADDRESSES } from '../../registry/addresses.js';
import type { Locale } from '../../registry/error-texts.js';
import type { VersionFilters } from './data.js';

/** The paths of the pages of a mod, and of other pages to which they link. */
export const MOD_PATHS = {
  mod: PAGE_ADDRESSES.mod,
  versions: (modId: string, filters?: Partial<VersionFilters>, cursor?: string) =>
    `${PAGE_ADDRESSES.mod(modId)}/versions${queryOf({
      game_version: filters?.gameVersion,
      loader: filters?.loader,
      channel: filters?.releaseChannel,
      cursor,
    })}`,
  version: (modId: string, versionId: string, cursor?: string) =>
    `${PAGE_ADDRESSES.mod(modId)}/versions/${versionId}${queryOf({ cursor })}`,
  plan: (modId: string, versionId?: string) =>
    `${PAGE_ADDRESSES.mod(modId)}/plan${queryOf({ version: versionId })}`,
  /** A feed names its language: feed readers send no preferred one. */
  feed: (modId: string, locale: Locale) => `${PAGE_ADDRESSES.mod(modId)}/feed.atom?lang=${locale}`,
  game: (slug: string) => `/games/${encodeURIComponent(slug)}`,
  /** The mod in the dashboard of its team. */
  dashboard: (modId: string) => `/dashboard/mods/${modId}`,
  /** The list of mods with these filters, such as one category of a game. */
  catalog: (filters: Readonly<Record<string, string>>) => `/mods${queryOf(filters)}`,
} as const;

function queryOf(values: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
