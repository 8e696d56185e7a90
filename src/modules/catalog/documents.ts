import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.js';
import type { RequestContext } from '../../request/context.js';
import type { Mod } from './mod.type.js';
import { documentOf, type ModDocument, type ModHead, presentMod } from './present-mod.js';
import type { ModSnapshot } from './snapshot.js';

/** Memory that all cached documents of one process may take, by the size of their JSON. */
const CACHE_BYTES = 64 * 1024 * 1024;

interface StoredDocument {
  readonly id: string;
  readonly snapshotRevision: number;
  readonly snapshot: ModSnapshot;
  readonly sizeBytes: number;
}

/** One cache a platform: keyed by id and revision, so that what it gives is never stale. */
const caches = new WeakMap<Platform, LRUCache<string, ModDocument>>();

function cacheOf(platform: Platform): LRUCache<string, ModDocument> {
  const known = caches.get(platform);
  if (known) return known;
  const made = new LRUCache<string, ModDocument>({ maxSize: CACHE_BYTES });
  caches.set(platform, made);
  return made;
}

/**
 * The mods of these heads, in their order. Documents that the cache lacks are read with one
 * statement; a page that was shown before costs none.
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
  for (const row of lacking.length ? await readDocuments(ctx, lacking) : []) {
    const document = documentOf(row.snapshot, ctx.platform.publicUrl);
    cache.set(keyOf(row), document, { size: row.sizeBytes });
    found.set(row.id, document);
  }
  return heads.flatMap((head) => {
    const document = found.get(head.id);
    return document ? [presentMod(document, head)] : [];
  });
}

function readDocuments(ctx: RequestContext, ids: string[]): Promise<StoredDocument[]> {
  return ctx.platform.db.$queryRaw<StoredDocument[]>`
    select id, snapshot_revision as "snapshotRevision", snapshot,
      octet_length(snapshot::text) as "sizeBytes"
    from mods where id = any(${ids}::uuid[])`;
}
