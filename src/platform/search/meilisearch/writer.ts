import { setImmediate } from 'node:timers/promises';
import { ADVISORY_LOCKS } from '../../../registry/locks.js';
import { createSemaphore, onceForEach } from '../../concurrency.js';
import type { Database, Tx } from '../../database/connect.js';
import type { SearchEntry } from '../search.port.js';
import { documentOf, type MeiliDocument } from './documents.js';
import { noteFailure } from './engine-state.js';
import type { MeiliServer, StoredRevision } from './server.js';
import { createWriteQueue } from './write-queue.js';

/** Longer than all waits for Meilisearch in one transaction. */
const TRANSACTION_MS = 60_000;

/** A new entry of a mod, or null to remove it if it is not published. */
interface Write {
  readonly modId: string;
  readonly entry: SearchEntry | null;
}

/** The two indexes: the one that serves searches, and during a rebuild the one that follows it. */
export interface IndexNames {
  readonly live: string;
  readonly next: string;
}

/** The parts of the Meilisearch engine that need each other. */
export interface MeiliParts {
  readonly db: Database;
  readonly server: MeiliServer;
  readonly names: IndexNames;
}

/**
 * Writes entries to Meilisearch. Each call ends when Meilisearch has the documents, and rejects if
 * it does not get them.
 */
export interface MeiliWriter {
  /**
   * Writes to the live index, and to the next one during a rebuild. An older revision than the
   * stored one is left out.
   */
  index(entries: readonly SearchEntry[]): Promise<void>;
  /** Removes these mods, except those that are published when the write runs. */
  remove(modIds: readonly string[]): Promise<void>;
}

/**
 * Creates the writer. It notes failures in the database, so that no process searches an index that
 * lacks a write. If the queue is full, a call rejects with `MeiliFailure`, and no failure is noted:
 * its job tries again.
 */
export function createMeiliWriter(parts: MeiliParts): MeiliWriter {
  const { db, names } = parts;
  const write = createWriteQueue<Write>(async (writes) => {
    try {
      await exclusively(db, (tx) => writeTo(parts, tx, [names.live, names.next], writes));
    } catch (error) {
      await noteFailure(db, names.live);
      throw error;
    }
  });
  return {
    index: (entries) => write(entries.map((entry) => ({ modId: entry.modId, entry }))),
    remove: (modIds) => write(modIds.map((modId) => ({ modId, entry: null }))),
  };
}

/** The turns of the writers in this process: a writer that waits for one holds no connection. */
const turnOf = onceForEach((_: Database) => createSemaphore(1));

/**
 * Runs work while no other process writes. The transaction stays open until Meilisearch has the
 * documents. So the snapshot of a walk that began before does not show the transaction, and the
 * walk omits its documents.
 */
export function exclusively<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return turnOf(db).run(() =>
    db.$transaction(
      async (tx) => {
        await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.meilisearch}::bigint)`;
        return work(tx);
      },
      { timeout: TRANSACTION_MS },
    ),
  );
}

/**
 * Writes and removes entries in each of the `targets` that exists. Of several writes of one mod,
 * the last one counts. An older revision never replaces a newer one, and a removal never takes away
 * a published mod. Call it in `exclusively`.
 */
export async function writeTo(
  { server, names }: MeiliParts,
  tx: Tx,
  targets: readonly string[],
  writes: readonly Write[],
): Promise<void> {
  const due = await withoutLateRemovals(tx, writes);
  const last = [...new Map(due.map((write) => [write.modId, write])).values()];
  const entries = last.flatMap(({ entry }) => entry ?? []);
  const removed = last.flatMap(({ modId, entry }) => (entry ? [] : [modId]));
  const ids = entries.map(({ modId }) => modId);
  const stored = await Promise.all(
    [...new Set([names.live, ...targets])].map(async (index) => {
      return { index, revisions: await server.revisions(index, ids) };
    }),
  );
  const known = stored.flatMap(({ revisions }) => revisions ?? []);
  const documents = await documentsOf(tx, entries, known);
  for (const { index, revisions } of stored) {
    if (!revisions || !targets.includes(index)) continue;
    const newer = withoutOlder(documents, revisions);
    if (newer.length > 0) await server.write(index, newer);
    if (removed.length > 0) await server.remove(index, removed);
  }
}

/**
 * The writes without removals of published mods: those were restored after the writer had read
 * their state, and may have a new entry.
 */
async function withoutLateRemovals(tx: Tx, writes: readonly Write[]): Promise<readonly Write[]> {
  const removed = writes.flatMap(({ modId, entry }) => (entry ? [] : [modId]));
  if (removed.length === 0) return writes;
  const where = { id: { in: removed }, state: 'published' } as const;
  const published = await tx.mod.findMany({ where, select: { id: true } });
  const kept = new Set(published.map(({ id }) => id));
  return writes.filter(({ modId, entry }) => entry !== null || !kept.has(modId));
}

/**
 * Returns the documents of entries. If the index has a document with the same texts and rank, the
 * new one keeps its transaction (`writtenIn`), so that walks that began before this write still
 * show it. Other work gets its turn after each document, as in `prepareEntries`.
 */
async function documentsOf(
  tx: Tx,
  entries: readonly SearchEntry[],
  known: readonly StoredRevision[],
): Promise<MeiliDocument[]> {
  const ids = entries.map(({ modId }) => modId);
  const [now] = await tx.$queryRaw<{ writtenIn: string }[]>`
    select pg_current_xact_id()::text as "writtenIn"`;
  const authors = await tx.$queryRaw<{ id: string; authorId: string }[]>`
    select id, author_id as "authorId" from mods where id = any(${ids}::uuid[])`;
  const authorIds = new Map(authors.map(({ id, authorId }) => [id, authorId]));
  const current = now?.writtenIn ?? '0';
  const documents: MeiliDocument[] = [];
  for (const entry of entries) {
    const authorId = authorIds.get(entry.modId) ?? null;
    const document = documentOf(entry, { authorId, writtenIn: current });
    const same = known.find((it) => isSameContent(it, document));
    documents.push(same ? { ...document, writtenIn: same.writtenIn } : document);
    await setImmediate();
  }
  return documents;
}

/**
 * Returns whether a stored document has the texts and the rank of a new one. Documents of earlier
 * releases have no hash of their texts, so their revision decides. After a restore of the database
 * into another cluster, transaction ids may be lower than before. So a document with an id above
 * the current one counts as changed.
 */
function isSameContent(stored: StoredRevision, document: MeiliDocument): boolean {
  const hasSameTexts =
    stored.content === undefined
      ? stored.revision === document.revision
      : stored.content === document.content;
  return (
    stored.id === document.id &&
    hasSameTexts &&
    stored.popularity === document.popularity &&
    BigInt(stored.writtenIn) <= BigInt(document.writtenIn)
  );
}

/** The documents that replace none of a later revision. */
function withoutOlder(
  documents: readonly MeiliDocument[],
  stored: readonly StoredRevision[],
): MeiliDocument[] {
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
  return documents.filter(({ id, revision }) => revision >= (revisions.get(id) ?? 0));
}
