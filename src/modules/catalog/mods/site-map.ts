import type { RequestContext } from '../../../request/context.js';

/** A published mod in a part of the site map. */
export interface MappedMod {
  readonly id: string;
  readonly updatedAt: Date;
}

/**
 * The first id of each part of the site map. A part has `size` published mods in the order of their
 * ids; the last part may have fewer. One statement reads the ids of all published mods, so callers
 * keep the result for a while.
 */
export async function siteMapParts(
  { platform: { db } }: RequestContext,
  size: number,
): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id) as place from mods where state = 'published') m
    where (place - 1) % ${size} = 0 order by id`;
  return rows.map(({ id }) => id);
}

/** Up to `size` published mods from an id on, in the order of their ids. One statement. */
export function siteMapMods(
  { platform: { db } }: RequestContext,
  first: string,
  size: number,
): Promise<MappedMod[]> {
  return db.$queryRaw<MappedMod[]>`
    select id, updated_at as "updatedAt" from mods
    where state = 'published' and id >= ${first}::uuid order by id limit ${size}`;
}
