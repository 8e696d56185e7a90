import type { SnapshotRow } from '../../../platform/database/snapshot.js';
import type { SearchHit, SearchQuery } from '../../../platform/search/search.port.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf } from '../../../request/loaders.js';
import { modsOf } from '../documents/cached-documents.js';
import type { ModHead } from '../documents/present-mod.js';
import { publishedHeads } from '../mods/catalog.resolver.js';
import type { Mod } from '../mods/mod.type.js';

/** A search hit and the current head of its mod. */
export interface Found extends SnapshotRow {
  readonly hit: SearchHit;
  /** Null if the mod is no longer published and the index does not know it yet. */
  readonly head: ModHead | null;
}

/** The hits of a search with the current heads of their mods. */
export async function findMods(ctx: RequestContext, query: SearchQuery): Promise<Found[]> {
  return withHeads(ctx, await ctx.platform.search.find(query));
}

/** Reads the current heads of the hits. One statement if the index does not return them. */
async function withHeads(ctx: RequestContext, hits: readonly SearchHit[]): Promise<Found[]> {
  const unknown = hits.filter(({ mod }) => !mod).map(({ modId }) => modId);
  const heads = unknown.length ? await publishedHeads(ctx, unknown) : [];
  const read = inOrderOf(
    hits.map(({ modId }) => modId),
    heads,
    ({ id }) => id,
  );
  return hits.map((hit, at) => ({
    hit,
    snapshot: hit.snapshot,
    head: hit.mod ? { id: hit.modId, ...hit.mod } : (read[at] ?? null),
  }));
}

/** The mods of the hits in their order. Those that are no longer published are omitted. */
export async function presentFound(ctx: RequestContext, found: readonly Found[]): Promise<Mod[]> {
  const heads = found.flatMap(({ head }) => head ?? []);
  const mods = new Map((await modsOf(ctx, heads)).map((mod) => [mod.id, mod]));
  return found.flatMap(({ hit: { modId, score, matched } }) => {
    const mod = mods.get(modId);
    return mod ? [{ ...mod, search: { score, matched } }] : [];
  });
}
