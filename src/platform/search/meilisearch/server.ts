import { setTimeout as delay } from 'node:timers/promises';
import {
  type EnqueuedTaskPromise,
  type FederatedMultiSearchParams,
  type Hit,
  Meilisearch,
} from 'meilisearch';
import type { MeiliDocument } from './documents.js';
import { MeiliFailure, unlessMissing, withMeiliFailure } from './failure.js';
import { SEARCH_PATIENCE_MS, SETTINGS } from './settings.js';

/** The address of a Meilisearch server and a key for it. */
export interface MeiliAddress {
  readonly url: string;
  readonly apiKey: string;
}

/** The longest waits in milliseconds. */
export interface MeiliPatience {
  /** For a search. */
  readonly searchMs: number;
  /** For any other request. */
  readonly requestMs: number;
  /** For the end of a task. */
  readonly taskMs: number;
}

const PATIENCE: MeiliPatience = {
  searchMs: SEARCH_PATIENCE_MS,
  requestMs: 4_000,
  taskMs: 12_000,
};

/** The interval at which the state of a task is read. */
const TASK_INTERVAL_MS = 25;

/** Documents per request for their revisions. The URL has all their ids. */
const IDS_PER_REQUEST = 100;

/** A document's members that decide whether another one replaces it. */
export type StoredRevision = Pick<MeiliDocument, 'id' | 'revision' | 'popularity' | 'writtenIn'> & {
  /** Absent in documents of earlier releases. */
  readonly content?: string;
};

/**
 * The requests to Meilisearch. Each ends in bounded time, and throws MeiliFailure if it fails.
 * Writes resolve when their task has succeeded.
 */
export interface MeiliServer {
  /** The merged hits of a window, the best first. */
  search(request: FederatedMultiSearchParams): Promise<Hit<MeiliDocument>[]>;
  /** The time of creation of an index; null if the index does not exist. */
  createdAt(index: string): Promise<string | null>;
  /** Creates an index with the settings. */
  create(index: string): Promise<void>;
  /** Deletes an index if it exists. */
  drop(index: string): Promise<void>;
  /** Exchanges two indexes; if only the second one exists, it gets the name of the first one. */
  swap(index: string, other: string): Promise<void>;
  /** The stored revisions of some mods; null if the index does not exist. */
  revisions(index: string, ids: readonly string[]): Promise<StoredRevision[] | null>;
  /** The ids of documents from a place on, in an order that only writes change. */
  ids(index: string, offset: number, limit: number): Promise<string[]>;
  /** The number of documents in an index. */
  count(index: string): Promise<number>;
  /** Adds documents, and replaces those with the same ids. */
  write(index: string, documents: readonly MeiliDocument[]): Promise<void>;
  /** Removes documents. Ignores unknown ids. */
  remove(index: string, ids: readonly string[]): Promise<void>;
}

/** Creates the requests to a server. */
export function createMeiliServer(
  { url, apiKey }: MeiliAddress,
  patience: MeiliPatience = PATIENCE,
): MeiliServer {
  const searcher = new Meilisearch({ host: url, apiKey, timeout: patience.searchMs });
  const client = new Meilisearch({ host: url, apiKey, timeout: patience.requestMs });
  const done = (task: EnqueuedTaskPromise) => waitFor(task, patience.taskMs);
  return {
    async search(request) {
      const { hits } = await withMeiliFailure(() =>
        searcher.multiSearch<typeof request, MeiliDocument>(request),
      );
      if (Array.isArray(hits) && hits.every(isHit)) return hits;
      throw new MeiliFailure('Meilisearch returned hits in an unknown form', true);
    },
    ...requestsForIndexes(client, done, patience.taskMs),
    ...requestsForDocuments(client, done),
  };
}

/** Resolves when a task has succeeded. */
type Done = (task: EnqueuedTaskPromise) => Promise<void>;

function waitFor(task: EnqueuedTaskPromise, timeout: number): Promise<void> {
  return withMeiliFailure(async () => {
    const { status, type, error } = await task.waitTask({ timeout, interval: TASK_INTERVAL_MS });
    if (status === 'succeeded') return;
    const code = error?.code ?? null;
    if (type === 'indexDeletion' && code === 'index_not_found') return;
    throw new MeiliFailure(`${type} ${status}: ${error?.message ?? 'no reason'}`, true, code);
  });
}

function requestsForIndexes(
  client: Meilisearch,
  done: Done,
  taskMs: number,
): Pick<MeiliServer, 'createdAt' | 'create' | 'drop' | 'swap'> {
  const createdAt = (uid: string) =>
    unlessMissing(async () => String((await client.getRawIndex(uid)).createdAt));
  return {
    createdAt,
    async create(uid) {
      await done(client.createIndex(uid, { primaryKey: 'id' }));
      await done(client.index(uid).updateSettings(SETTINGS));
    },
    drop: (uid) => done(client.deleteIndex(uid)),
    async swap(live, next) {
      const former = await createdAt(live);
      const swapped = await createdAt(next);
      const rename = former === null;
      const indexes: [string, string] = rename ? [next, live] : [live, next];
      await withMeiliFailure(() => client.swapIndexes([{ indexes, rename }]));
      // A key for some indexes cannot read the task, which belongs to none. The time of creation
      // stays with the documents.
      const end = performance.now() + taskMs;
      while ((await createdAt(live)) !== swapped) {
        if (performance.now() > end) throw new MeiliFailure('indexSwap takes too long', true);
        await delay(TASK_INTERVAL_MS);
      }
    },
  };
}

function requestsForDocuments(
  client: Meilisearch,
  done: Done,
): Pick<MeiliServer, 'revisions' | 'ids' | 'count' | 'write' | 'remove'> {
  const index = (uid: string) => client.index<MeiliDocument>(uid);
  return {
    revisions: (uid, ids) => unlessMissing(() => revisionsOf(index(uid), ids)),
    ids: (uid, offset, limit) =>
      withMeiliFailure(async () => {
        const fields: ['id'] = ['id'];
        const { results } = await index(uid).getDocuments({ fields, offset, limit });
        return results.map(({ id }) => id);
      }),
    count: async (uid) => (await withMeiliFailure(() => index(uid).getStats())).numberOfDocuments,
    write: (uid, documents) => done(index(uid).addDocuments([...documents])),
    remove: (uid, ids) => done(index(uid).deleteDocuments([...ids])),
  };
}

const UUID = /^[0-9a-f-]{36}$/;

/** Whether the members that become values of an SQL statement have the right form. */
function isHit({ id, popularity, writtenIn }: Hit<MeiliDocument>): boolean {
  return UUID.test(id) && typeof popularity === 'number' && /^\d+$/.test(writtenIn);
}

type Index = ReturnType<typeof Meilisearch.prototype.index<MeiliDocument>>;

async function revisionsOf(index: Index, ids: readonly string[]): Promise<StoredRevision[]> {
  const found: StoredRevision[] = [];
  const fields: (keyof StoredRevision)[] = ['id', 'revision', 'content', 'popularity', 'writtenIn'];
  // Without ids, one request still tells whether there is an index.
  if (ids.length === 0) await index.getDocuments({ limit: 0 });
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const some = ids.slice(at, at + IDS_PER_REQUEST);
    const { results } = await index.getDocuments({ ids: some, fields, limit: some.length });
    found.push(...results);
  }
  return found;
}
