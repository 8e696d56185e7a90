import { onceForEach } from '../../../platform/concurrency.js';
import { createGather } from '../../../platform/database/gather.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModState } from '../../../platform/database/generated/enums.js';
import { PREPARED } from '../../../platform/database/queries.js';
import { JSON_PER_TURN, nextJsonTurn } from '../../../platform/json.js';
import type { Platform } from '../../../platform/platform.js';
import { createSecondUseCache } from '../../../platform/second-use-cache.js';
import type { RequestContext } from '../../../request/context.js';
import type { Mod } from '../mods/mod.type.js';
import type { StoredModDocument } from './mod-document.js';
import {
  documentOf,
  type ModDocument,
  type ModHead,
  presentMod,
  versionOf,
} from './present-mod.js';

/** Memory limit of the document cache of one process, by the size of the JSON. */
const CACHE_BYTES = 64 * 1024 * 1024;

interface DocumentRow {
  readonly id: string;
  readonly state: ModState;
  readonly documentRevision: number;
  /** The document as JSON. */
  readonly json: string;
}

const documentsWhere = (condition: Prisma.Sql) =>
  createGather<DocumentRow>(
    (ids) => Prisma.sql`${PREPARED}
      select id, state::text, snapshot_revision as "documentRevision", snapshot::text as json
      from mods where id = any(${ids}::uuid[]) ${condition}`,
  );

const documentById = documentsWhere(Prisma.empty);

/** A promoted replica returns nothing: its revisions may have other content. */
const documentOnReplica = documentsWhere(Prisma.sql`and pg_is_in_recovery()`);

/**
 * One cache per platform. The key is id and `documentRevision`, so an entry is never stale, unless
 * a failover loses commits: then processes must start again. A dry run has a platform of its own,
 * because its revisions are rolled back.
 */
const cacheOf = onceForEach((_: Platform) => createSecondUseCache<ModDocument>(CACHE_BYTES));

/**
 * Returns the mods of these heads, in the same order. One statement reads the documents that are
 * not cached, together with those of other requests. With a replica, a second statement reads from
 * the primary what the replica lacks. A fully cached page needs no statement.
 *
 * A mod that was rewritten after its head was read comes with the newer document. If its state
 * changed too, it is omitted like a mod whose row is gone: the document may be hidden by now.
 */
export async function modsOf(ctx: RequestContext, heads: readonly ModHead[]): Promise<Mod[]> {
  const cache = cacheOf(ctx.platform);
  const found = new Map<string, ModDocument>();
  for (const head of heads) {
    const document = cache.get(versionOf(head));
    if (document) found.set(head.id, document);
  }
  const lacking = heads.filter(({ id }) => !found.has(id));
  const { publicUrl } = ctx.platform;
  const rows = await readDocuments(ctx.platform, lacking);
  let parsed = 0;
  for (const [at, row] of rows.entries()) {
    if (!row) continue;
    parsed += row.json.length;
    if (parsed > JSON_PER_TURN) {
      await nextJsonTurn();
      parsed = row.json.length;
    }
    const version = versionOf(row);
    // The column has documents only.
    const document = documentOf(JSON.parse(row.json) as StoredModDocument, version, publicUrl);
    if (cache.admits(version)) cache.set(version, document, row.json.length);
    const head = lacking[at];
    const isOfHead = head && (version === versionOf(head) || row.state === head.state);
    if (isOfHead) found.set(row.id, document);
  }
  return heads.flatMap((head) => {
    const document = found.get(head.id);
    return document ? [presentMod(document, head)] : [];
  });
}

/**
 * Reads the stored documents of heads that the primary returned, in their order; null for a mod
 * whose row is gone. A document comes from the replica if that has the revision of the head, else
 * from the primary.
 */
async function readDocuments(
  { db, replica }: Platform,
  heads: readonly ModHead[],
): Promise<(DocumentRow | null)[]> {
  const fromPrimary = ({ id }: ModHead) => documentById(db, id);
  if (replica === null || heads.length === 0) return Promise.all(heads.map(fromPrimary));
  const copies = await replica.read('documents', (copy) =>
    Promise.all(heads.map(({ id }) => documentOnReplica(copy, id))),
  );
  return Promise.all(
    heads.map((head, at) => {
      const row = copies?.[at];
      return row && versionOf(row) === versionOf(head) ? row : fromPrimary(head);
    }),
  );
}
