import type { ModRevision, PublishedMods } from '../search.port.js';
import { noteComparison, readEngineState } from './engine-state.js';
import { type IndexLease, tryLease } from './lease.js';
import { beginRebuild } from './rebuild.js';
import type { MeiliParts, MeiliWriter } from './writer.js';

/** Ids per request when all documents of the index are listed. */
const PAGE = 1_000;

/**
 * The growth of the downloads, as a natural logarithm, from which a mod gets its new rank: the same
 * as in PostgreSQL (`refreshPopularity`). Its new document leaves the walks in progress, so a few
 * more downloads are no reason for one.
 */
const POPULARITY_GROWTH = 0.25;

/**
 * Brings the index in line with the published mods, and returns the number of written and removed
 * mods. It does nothing while another process fills, compares or rebuilds the index. Else:
 * - It fills an index that does not exist.
 * - It compares the index with the mods after a failed write, after `noteDue`, and if the last
 *   comparison is too old (`readEngineState`).
 */
export async function catchUpMeilisearch(
  parts: MeiliParts,
  writer: MeiliWriter,
  published: PublishedMods,
): Promise<number> {
  const { db, server, names } = parts;
  const lease = await tryLease(db, names.live);
  if (lease === null) return 0;
  try {
    if ((await server.createdAt(names.live)) === null) return await fill(parts, lease, published);
    const state = await readEngineState(db, names.live);
    if (state.failedAt === null && state.isCompared) return 0;
    const repaired = await compare(parts, lease, writer, published);
    await noteComparison(db, names.live, state);
    return repaired;
  } finally {
    await lease.release();
  }
}

/**
 * Writes the mods that the index lacks or ranks by outdated downloads, and removes those that are
 * not published any more.
 */
async function compare(
  parts: MeiliParts,
  lease: IndexLease,
  writer: MeiliWriter,
  published: PublishedMods,
): Promise<number> {
  let seen = 0;
  let repaired = 0;
  for await (const mods of published.revisions()) {
    await lease.renew();
    seen += mods.length;
    const outdated = await outdatedOf(parts, mods);
    if (outdated.length > 0) await writer.index(await published.entries(outdated));
    repaired += outdated.length;
  }
  const extra = (await parts.server.count(parts.names.live)) - seen;
  if (extra > 0) repaired += await removeExtra(parts, writer, published);
  return repaired;
}

async function fill(
  parts: MeiliParts,
  lease: IndexLease,
  published: PublishedMods,
): Promise<number> {
  const rebuild = await beginRebuild(parts, lease);
  let filled = 0;
  for await (const mods of published.revisions()) {
    const entries = await published.entries(mods.map(({ modId }) => modId));
    await rebuild.write(entries);
    filled += entries.length;
  }
  await rebuild.finish();
  return filled;
}

/** The mods that the index lacks, or has with an older revision or with outdated downloads. */
async function outdatedOf(
  { server, names }: MeiliParts,
  mods: readonly ModRevision[],
): Promise<string[]> {
  const ids = mods.map(({ modId }) => modId);
  const stored = (await server.revisions(names.live, ids)) ?? [];
  const known = new Map(stored.map((document) => [document.id, document]));
  return mods
    .filter(({ modId, revision, popularity }) => {
      const document = known.get(modId);
      if (!document || document.revision < revision) return true;
      return hasGrown(document.popularity, popularity);
    })
    .map(({ modId }) => modId);
}

/** Whether the downloads differ so much that the rank of the mod changes. */
function hasGrown(before: number, now: number): boolean {
  return Math.abs(Math.log1p(now) - Math.log1p(Math.max(before, 0))) > POPULARITY_GROWTH;
}

/** Removes mods that are not published any more. */
async function removeExtra(
  { server, names }: MeiliParts,
  writer: MeiliWriter,
  published: PublishedMods,
): Promise<number> {
  const extra: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const ids = await server.ids(names.live, offset, PAGE);
    if (ids.length === 0) break;
    const kept = new Set((await published.entries(ids)).map(({ modId }) => modId));
    extra.push(...ids.filter((id) => !kept.has(id)));
  }
  if (extra.length > 0) await writer.remove(extra);
  return extra.length;
}
