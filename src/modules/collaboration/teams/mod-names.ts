import type { Tx } from '../../../platform/database/connect.js';
import type { Texts } from '../../../request/scalars.js';
import type { ModStanding } from '../../identity/index.js';

/** A mod as messages to its team name it. */
export interface ModNames {
  readonly modId: string;
  /** The title in English, if it has one. */
  readonly modTitle: string;
  readonly standing: ModStanding;
}

/** Reads the names of a mod for messages to its team. */
export async function readModNames(tx: Tx, modId: string): Promise<ModNames> {
  const [row] = await tx.$queryRaw<{ title: Texts; isPublished: boolean }[]>`
    select title, published_at is not null as "isPublished" from mods where id = ${modId}::uuid`;
  if (!row) throw new Error(`mod ${modId} is gone`);
  const { title, isPublished } = row;
  const standing = isPublished ? 'published' : 'unpublished';
  return { modId, modTitle: title['en'] ?? Object.values(title)[0] ?? modId, standing };
}
