import { Prisma } from '../../../platform/database/generated/client.js';
import type { AccessTier } from '../../../platform/database/generated/enums.js';
import type { Platform } from '../../../platform/platform.js';
import type { RequestContext } from '../../../request/context.js';
import type { Texts } from '../../../request/scalars.js';
import { FILE_FACTS, FILE_TABLES, type FileRow, obtainable } from '../../publishing/index.js';

/** A file of a version, with the columns that a plan needs. */
export interface Candidate extends Omit<FileRow, 'platform' | 'trusted'> {
  /** Whether the bytes can be downloaded now (see `obtainable`). */
  readonly isObtainable: boolean;
  readonly version: string;
  readonly releaseChannel: 'release' | 'beta' | 'alpha';
  readonly publishedAt: Date;
  readonly versionState: string;
  readonly modState: string;
  readonly modTitle: Texts;
  readonly modSlug: string;
  readonly accessTier: AccessTier;
  readonly gameSlug: string;
}

const columns = (platform: Platform) => Prisma.sql`
  ${FILE_FACTS}, ${obtainable(platform)} as "isObtainable", v.version,
  v.release_channel::text as "releaseChannel", v.published_at as "publishedAt",
  v.state::text as "versionState", m.state::text as "modState", m.title as "modTitle", m.slug as "modSlug",
  m.access_tier::text as "accessTier", g.slug as "gameSlug"`;

const TABLES = Prisma.sql`${FILE_TABLES} join mods m on m.id = a.mod_id join games g on g.id = m.game_id`;

/**
 * The optional files of some versions in any state, oldest first. `isObtainable` says which can be
 * downloaded now.
 */
export function optionalFilesOf(
  ctx: RequestContext,
  versionIds: readonly string[],
): Promise<Candidate[]> {
  return ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES}
    where a.version_id = any(${[...versionIds]}::uuid[]) and a.file_kind = 'optional'
    order by a.created_at, a.id`;
}

/** Reads files by id, in any state. Unknown ids are missing from the map. */
export async function filesById(
  ctx: RequestContext,
  artifactIds: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> {
  if (artifactIds.length === 0) return new Map();
  const rows = await ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES} where a.id = any(${[...artifactIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reads files by id, and all optional files of their versions that can be downloaded now, at most
 * `limit` rows. Sorted by id.
 */
export async function filesWithOptional(
  ctx: RequestContext,
  artifactIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, Candidate>> {
  if (artifactIds.length === 0) return new Map();
  const ids = [...artifactIds];
  const rows = await ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES}
    where a.id in (select unnest(${ids}::uuid[]) union
        select o.id from artifacts c join artifacts o on o.version_id = c.version_id
        where c.id = any(${ids}::uuid[]) and o.file_kind = 'optional')
      and (a.id = any(${ids}::uuid[]) or ${obtainable(ctx.platform)})
    order by a.id limit ${limit}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reads the main files of some versions, and some files by id, in any state. `isObtainable` says
 * which can be downloaded now.
 */
export function pinnedOf(
  ctx: RequestContext,
  ids: { versionIds: readonly string[]; artifactIds: readonly string[] },
): Promise<Candidate[]> {
  return ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES}
    where a.id = any(${[...ids.artifactIds]}::uuid[])
      or (v.id = any(${[...ids.versionIds]}::uuid[]) and a.id = v.primary_artifact_id)
    order by a.id`;
}
