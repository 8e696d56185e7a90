import type { Database, Tx } from './database/connect.js';
import { Prisma } from './database/generated/client.js';
import type { RootKeys } from './root-keys.js';
import { SealedElsewhere, type Vault } from './vault.js';

/** A column that holds sealed values. */
export interface SealedColumn {
  /** The name that operators read. */
  readonly name: string;
  readonly table: string;
  /**
   * The column that identifies a row. Its value is part of the context that a secret is sealed for.
   */
  readonly id: string;
  readonly column: string;
  /** The context that the value of a row is sealed for, by the id of the row. */
  placeOf(id: string): string;
}

/** The number of values that the present key does not seal. */
export interface OtherKeyCounts {
  /** Values under a former key. */
  readonly former: number;
  /** Values under a key that this process does not have. */
  readonly unknown: number;
}

interface Row {
  readonly id: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

interface Parts {
  readonly db: Database;
  readonly roots: RootKeys;
  readonly vault: Vault;
}

const BATCH_ROWS = 500;

/** The outcome for the values under a former key. */
export interface Resealed {
  readonly resealed: number;
  /** Altered values that cannot be opened. They stay unchanged. */
  readonly broken: number;
}

/**
 * Reseals the values of a column from former keys to the present one. A value that changes
 * meanwhile is skipped, because its writer already used the present key.
 */
export async function reseal(parts: Parts, column: SealedColumn): Promise<Resealed> {
  const total = { resealed: 0, broken: 0 };
  let after = '';
  for (;;) {
    const rows = await readBatch(parts, column, after);
    for (const row of rows) {
      const newValue = resealed(parts.vault, column.placeOf(row.id), row.sealed);
      if (newValue) total.resealed += await replace(parts.db, column, row, newValue);
      else total.broken += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return total;
    after = last.id;
  }
}

/** Counts only the values of a column that are not sealed with the present key. */
export async function countUnderOtherKeys(
  { db, roots }: Parts,
  column: SealedColumn,
): Promise<OtherKeyCounts> {
  const groups = await countByKey(db, column);
  const former = new Set(roots.former().map(({ id }) => id));
  const sum = (isCounted: (key: string) => boolean) =>
    groups.reduce((total, { key, count }) => total + (isCounted(key) ? Number(count) : 0), 0);
  return {
    former: sum((key) => former.has(key)),
    unknown: sum((key) => !former.has(key) && key !== roots.present().id),
  };
}

/** The ids of the keys that seal values of a column. */
export async function keysThatSeal(db: Tx, column: SealedColumn): Promise<string[]> {
  return (await countByKey(db, column)).map(({ key }) => key);
}

function countByKey(db: Tx, column: SealedColumn): Promise<{ key: string; count: bigint }[]> {
  const { table, sealed } = identifiersOf(column);
  return db.$queryRaw`
    select encode(substr(${sealed}, 1, 4), 'hex') as key, count(*) as count
    from ${table} where ${sealed} is not null group by 1`;
}

function readBatch({ db, roots }: Parts, column: SealedColumn, after: string): Promise<Row[]> {
  const { table, id, sealed } = identifiersOf(column);
  const former = roots.former().map((key) => key.id);
  return db.$queryRaw<Row[]>`
    select ${id}::text as id, ${sealed} as sealed from ${table}
    where encode(substr(${sealed}, 1, 4), 'hex') = any(${former}::text[]) and ${id}::text > ${after}
    order by ${id}::text limit ${BATCH_ROWS}`;
}

function replace(
  db: Database,
  column: SealedColumn,
  row: Row,
  newValue: Uint8Array,
): Promise<number> {
  const { table, id, sealed } = identifiersOf(column);
  return db.$executeRaw`
    update ${table} set ${sealed} = ${newValue}
    where ${id}::text = ${row.id} and ${sealed} = ${row.sealed}`;
}

function resealed(vault: Vault, place: string, sealed: Uint8Array): Uint8Array | null {
  try {
    return vault.seal(place, vault.open(place, sealed));
  } catch (error) {
    if (error instanceof SealedElsewhere) return null;
    throw error;
  }
}

/** The names come from the code, never from a request. */
function identifiersOf({ table, id, column }: SealedColumn) {
  return { table: Prisma.raw(table), id: Prisma.raw(id), sealed: Prisma.raw(column) };
}
