import type { Tx } from '../../../platform/database/connect.js';
import type { Texts } from '../../../request/scalars.js';
import type { ModStanding } from './notice.js';

/** A mod as messages to its team name it. */
export interface ModNames {
  readonly modId: string;
  /** The title in English, else in another language, else the id. */
  readonly modTitle: string;
  /** Whether the mod was ever published. */
  readonly standing: ModStanding;
}

/**
 * Returns the account ids of a mod's owners, who get the messages about it; empty for an unknown
 * mod. Blocked owners are included.
 */
export async function ownersOf(tx: Tx, modId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    select t.user_id as "userId" from team_members t join mods m on m.team_id = t.team_id
    where m.id = ${modId}::uuid and t.role = 'owner'`;
  return rows.map(({ userId }) => userId);
}

/** Reads the names of a mod for messages to its team. Throws Error for an unknown mod. */
export async function readModNames(tx: Tx, modId: string): Promise<ModNames> {
  const [row] = await tx.$queryRaw<NamedRow[]>`
    select title, published_at is not null as "isPublished" from mods where id = ${modId}::uuid`;
  if (!row) throw new Error(`mod ${modId} is gone`);
  return namesOf(modId, row);
}

/** A mod as messages to its team name it, and the owners who get them. */
export interface ModTeam {
  readonly names: ModNames;
  readonly ownerIds: readonly string[];
}

/** Reads the names and owners of mods by id, without deleted and unknown ones; one statement. */
export async function readModTeams(
  tx: Tx,
  modIds: readonly string[],
): Promise<ReadonlyMap<string, ModTeam>> {
  const rows = await tx.$queryRaw<(NamedRow & { id: string; ownerIds: string[] })[]>`
    select m.id, m.title, m.published_at is not null as "isPublished", array(
      select t.user_id from team_members t where t.team_id = m.team_id and t.role = 'owner'
    ) as "ownerIds"
    from mods m where m.id = any(${[...modIds]}::uuid[]) and m.state <> 'deleted'`;
  return new Map(
    rows.map(({ id, ownerIds, ...row }) => [id, { names: namesOf(id, row), ownerIds }]),
  );
}

interface NamedRow {
  readonly title: Texts;
  readonly isPublished: boolean;
}

function namesOf(modId: string, { title, isPublished }: NamedRow): ModNames {
  const standing = isPublished ? 'published' : 'unpublished';
  return { modId, modTitle: title['en'] ?? Object.values(title)[0] ?? modId, standing };
}
