import type { Tx } from '../../../platform/database/connect.js';
import type { Texts } from '../../../request/scalars.js';
import type { ModStanding } from '../../identity/index.js';

/** A mod as messages to its team name it. */
export interface ModNames {
  readonly modId: string;
  /** The title in English, else in another language. */
  readonly modTitle: string;
  /** Whether the mod was ever published. */
  readonly standing: ModStanding;
}

/**
 * Returns the account ids of a mod's owners, who get the messages about it. Blocked owners are
 * included.
 */
export async function ownersOf(tx: Tx, modId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    select t.user_id as "userId" from team_members t join mods m on m.team_id = t.team_id
    where m.id = ${modId}::uuid and t.role = 'owner'`;
  return rows.map(({ userId }) => userId);
}

/** Reads the names of a mod for messages to its team. Throws Error for an unknown mod. */
export async function readModNames(tx: Tx, modId: string): Promise<ModNames> {
  const [row] = await tx.$queryRaw<{ title: Texts; isPublished: boolean }[]>`
    select title, published_at is not null as "isPublished" from mods where id = ${modId}::uuid`;
  if (!row) throw new Error(`mod ${modId} is gone`);
  const { title, isPublished } = row;
  const standing = isPublished ? 'published' : 'unpublished';
  return { modId, modTitle: title['en'] ?? Object.values(title)[0] ?? modId, standing };
}
