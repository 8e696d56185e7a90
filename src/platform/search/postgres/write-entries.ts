import { ADVISORY_LOCKS } from '../../../registry/locks.js';
import { createSemaphore, onceForEach } from '../../concurrency.js';
import type { Database, Tx } from '../../database/connect.js';
import { isTooLarge, isUnstorableValue } from '../../database/failures.js';
import { Prisma } from '../../database/generated/client.js';
import { compoundKeys } from '../plan/compound-keys.js';
import { deletionKeys } from '../plan/deletion-keys.js';
import { RefusedEntries, type SearchEntry } from '../search.port.js';
import {
  columnsOf,
  type EntryRow,
  type PreparedEntry,
  prepareEntries,
  TITLE,
  titleLabels,
} from './entry-rows.js';

/** Entries per transaction. Other writers wait for about a second. */
const BATCH = 100;

/** New terms per statement. Each has up to 38 keys. */
const TERM_BATCH = 2000;

/** The time limit of a transaction, which may wait for the writers before it. */
const TRANSACTION_MS = 60_000;

/**
 * Writes entries. A newer entry closes the older one of its mod. An entry is ignored if its mod
 * has a newer one, so it does not matter in which order jobs run. The same revision with the same
 * popularity updates the entry in place, and walks that read it keep it. Each batch is one
 * transaction (`asWriter`). Throws RefusedEntries after it has written all others, if PostgreSQL
 * cannot store some of them. Any other error ends it at once; earlier batches stay.
 */
export async function writeEntries(
  db: Database,
  entries: readonly SearchEntry[],
  { isRebuild = false } = {},
): Promise<void> {
  const refused: string[] = [];
  let cause: unknown;
  const write = async (some: readonly PreparedEntry[]): Promise<void> => {
    try {
      await asWriter(db, (tx) => writeBatch(tx, some, isRebuild));
    } catch (error) {
      if (!isUnstorableValue(error) && !isTooLarge(error)) throw error;
      if (some.length > 1) {
        for (const entry of some) await write([entry]);
        return;
      }
      cause = error;
      refused.push(...some.map(({ row }) => row.mod_id));
    }
  };
  for (let at = 0; at < entries.length; at += BATCH) {
    await write(await prepareEntries(entries.slice(at, at + BATCH)));
  }
  if (refused.length > 0) throw new RefusedEntries(refused, cause);
}

/** The turns of the writers in this process: a writer that waits for one holds no connection. */
const turnOf = onceForEach((_: Database) => createSemaphore(1));

/**
 * Runs work alone among the writers of entries of all processes, in one transaction. Waits for the
 * writers before it. An error of the work rolls the transaction back. Rejects if no connection is
 * free within a minute, or if the transaction takes longer, with its wait for other processes.
 */
export function asWriter<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return turnOf(db).run(() =>
    db.$transaction(
      async (tx) => {
        await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.searchEntries}::bigint)`;
        return work(tx);
      },
      { timeout: TRANSACTION_MS, maxWait: TRANSACTION_MS },
    ),
  );
}

/**
 * Closes the open entries that match the condition `which`. Searches that begin later do not find
 * them, and walks in progress still do. Their labels change, so that the index does not return them
 * to later searches.
 */
export async function closeEntries(db: Pick<Tx, '$executeRaw'>, which: Prisma.Sql): Promise<void> {
  await db.$executeRaw`
    update search_entries set closed_at = now(), closed_in = pg_current_xact_id(),
      labels = array(select ${CLOSED} || label from unnest(labels) label)
    where closed_in is null and ${which}`;
}

/**
 * Closes the entries of mods that are not published. Reads the states as a writer: a mod that was
 * restored since the caller read its state may already have its new entry, and keeps it.
 */
export async function removeEntries(db: Database, modIds: readonly string[]): Promise<void> {
  if (modIds.length === 0) return;
  const which = Prisma.sql`mod_id = any(${[...modIds]}::uuid[])
    and not exists (select from mods m where m.id = search_entries.mod_id and m.state = 'published')`;
  await asWriter(db, (tx) => closeEntries(tx, which));
}

/** The beginning of the labels of closed entries. */
export const CLOSED = 'closed ';

interface Stored {
  readonly modId: string;
  readonly newest: number;
  /** The revision and the popularity of the open entry. */
  readonly open: number | null;
  readonly popularity: number | null;
}

async function writeBatch(
  tx: Tx,
  prepared: readonly PreparedEntry[],
  isRebuild: boolean,
): Promise<void> {
  const stored = await storedRevisions(tx, prepared);
  const rows = prepared
    .map(({ row }) => row)
    .filter(({ mod_id, revision }) => revision >= (stored.get(mod_id)?.newest ?? revision));
  const isOpen = ({ mod_id, revision, popularity }: EntryRow) => {
    const entry = stored.get(mod_id);
    return entry?.open === revision && entry.popularity === popularity;
  };
  const added = rows.filter((row) => !isOpen(row));
  await update(tx, rows.filter(isOpen));
  if (added.length > 0) {
    const ids = added.map(({ mod_id }) => mod_id);
    await closeEntries(tx, Prisma.sql`mod_id = any(${ids}::uuid[])`);
    await tx.$executeRaw`
      insert into search_entries (mod_id, game_id, revision, titles, title_words, names, texts, body,
        labels, popularity, indexed_at)
      select *, now() from (${columnsOf(added)}) as columns`;
  }
  await addTerms(tx, prepared, isRebuild);
}

async function storedRevisions(
  tx: Tx,
  prepared: readonly PreparedEntry[],
): Promise<Map<string, Stored>> {
  const ids = prepared.map(({ row }) => row.mod_id);
  const stored = await tx.$queryRaw<Stored[]>`
    select mod_id as "modId", max(revision) as newest,
      max(revision) filter (where closed_in is null) as open,
      max(popularity) filter (where closed_in is null) as popularity
    from search_entries where mod_id = any(${ids}::uuid[]) group by mod_id`;
  return new Map(stored.map((row) => [row.modId, row]));
}

/**
 * The labels of the level stay: walks read them, and `refreshPopularity` replaces entries of
 * another level.
 */
async function update(tx: Tx, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    update search_entries e set game_id = c.game_id, titles = c.titles, title_words = c.title_words,
      names = c.names, texts = c.texts, body = c.body, indexed_at = now(),
      labels = array(select label from unnest(e.labels) label where not starts_with(label, ${TITLE}))
        || ${titleLabels(Prisma.sql`c.titles`)}
    from (${columnsOf(rows)}) as c where e.mod_id = c.mod_id and e.closed_in is null`;
}

/**
 * Adds the terms that the dictionary lacks, with keys if corrections may lead to them. A compound
 * that is also a word gets the keys of words, and keeps them. Of a term with keys of an earlier
 * release nothing says whether it is a word: only a rebuild, which writes all words, gives it the
 * keys of a compound.
 */
async function addTerms(
  tx: Tx,
  prepared: readonly PreparedEntry[],
  isRebuild: boolean,
): Promise<void> {
  const words = new Set(prepared.flatMap((entry) => entry.words));
  const compounds = new Set(prepared.flatMap((entry) => entry.compounds));
  const ids = prepared.map(({ row }) => row.mod_id);
  const missing = await tx.$queryRaw<{ term: string }[]>`
    select lexeme as term from search_entries e, unnest(e.body)
    where e.mod_id = any(${ids}::uuid[]) and e.closed_in is null
      and not exists (select from search_terms t where t.term = lexeme) group by 1
    union
    select term from search_terms
    where is_compound is distinct from false and term = any(${[...words]}::text[])
    union
    select term from search_terms where is_compound is null and (keys is null or ${isRebuild})
      and term = any(${[...compounds]}::text[])`;
  const keysOf = (term: string) => {
    if (words.has(term)) return { keys: deletionKeys(term), compound: false };
    return compounds.has(term) ? { keys: compoundKeys(term), compound: true } : {};
  };
  for (let at = 0; at < missing.length; at += TERM_BATCH) {
    const terms = missing.slice(at, at + TERM_BATCH).map(({ term }) => ({ term, ...keysOf(term) }));
    await tx.$executeRaw`
      insert into search_terms (term, keys, is_compound)
      select term, keys, compound from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
        as t(term text, keys int[], compound boolean)
      on conflict (term) do update set keys = excluded.keys, is_compound = excluded.is_compound
        where excluded.keys is not null`;
  }
}
