import { LRUCache } from 'lru-cache';
import { createGather } from '../../../platform/database/gather.js';
import type { Platform } from '../../../platform/platform.js';
import type { RequestContext } from '../../../request/context.js';
import type { Mod } from '../mods/mod.type.js';
import type { StoredModDocument } from './mod-document.js';
import { documentOf, type ModDocument, type ModHead, presentMod } from './present-mod.js';

/** Memory limit of the document cache of one process, by the size of the JSON. */
const CACHE_BYTES = 64 * 1024 * 1024;

interface DocumentRow {
  readonly id: string;
  readonly snapshotRevision: number;
  /** The document as JSON. */
  readonly json: string;
}

const documentById = createGather<DocumentRow>({
  name: 'document-by-id',
  text: `select id, snapshot_revision as "snapshotRevision", snapshot::text as json
    from mods where id = any($1::uuid[])`,
});

/** One cache per platform. The key is id and revision, so an entry is never stale. */
const caches = new WeakMap<Platform, LRUCache<string, ModDocument>>();

function cacheOf(platform: Platform): LRUCache<string, ModDocument> {
  const known = caches.get(platform);
  if (known) return known;
  const made = new LRUCache<string, ModDocument>({ maxSize: CACHE_BYTES });
  caches.set(platform, made);
  return made;
}

/**
 * Returns the mods of these heads, in the same order. One statement reads the documents that are
 * not cached, together with those of other requests; a fully cached page needs none. Omits a mod whose row is gone. A mod that was
 * rewritten after its head was read may come with the newer document.
 */
export async function modsOf(ctx: RequestContext, heads: readonly ModHead[]): Promise<Mod[]> {
  const cache = cacheOf(ctx.platform);
  const keyOf = (head: { id: string; snapshotRevision: number }) =>
    `${head.id}.${head.snapshotRevision}`;
  const found = new Map<string, ModDocument>();
  for (const head of heads) {
    const document = cache.get(keyOf(head));
    if (document) found.set(head.id, document);
  }
  const lacking = heads.filter((head) => !found.has(head.id)).map((head) => head.id);
  const { db, publicUrl } = ctx.platform;
  for (const row of await Promise.all(lacking.map((id) => documentById(db, id)))) {
    if (!row) continue;
    // The column has documents only.
    const document = documentOf(JSON.parse(row.json) as StoredModDocument, publicUrl);
    cache.set(keyOf(row), document, { size: row.json.length });
    found.set(row.id, document);
  }
  return heads.flatMap((head) => {
    const document = found.get(head.id);
    return document ? [presentMod(document, head)] : [];
  });
}
