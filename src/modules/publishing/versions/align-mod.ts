import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { emit } from '../../../request/outbox.js';
import { type LockedMod, rewriteModDocument } from '../../catalog/index.js';
import { listPublication } from './list-publication.js';
import { modMoved } from './move-refusals.js';

/**
 * Updates a mod after one of its versions left the catalog or came back:
 * - with a published version, the catalog shows the mod
 * - else with an archived one, lists omit the mod, but it is readable by id
 * - else it is hidden
 *
 * Also updates the mod document, and writes the event and the search job. The event names the
 * version; null after a change of all versions. A draft stays a draft. Throws `cover_required` if
 * the mod would return without a cover, and `invalid_state` if its state does not allow the step.
 */
export async function alignMod(
  tx: Tx,
  mod: LockedMod,
  versionId: string | null,
  now: Date,
): Promise<void> {
  if (mod.state !== 'draft') await followVersions(tx, mod, now);
  await rewriteModDocument(tx, mod.id);
  await emit(tx, {
    kind: 'mod.updated',
    subjectId: mod.id,
    modId: mod.id,
    data: { mod_id: mod.id, ...(versionId === null ? {} : { version_id: versionId }) },
  });
  await enqueue(tx, { kind: 'index-mod', payload: { modId: mod.id }, dedupeKey: mod.id });
}

/** Moves a mod to the state that its versions require. */
async function followVersions(tx: Tx, mod: LockedMod, now: Date): Promise<void> {
  const best = await tx.modVersion.findFirst({
    where: { modId: mod.id, state: { in: ['published', 'archived'] } },
    // The enum has `published` before `archived`.
    orderBy: [{ state: 'asc' }, { publishedAt: 'desc' }],
    select: { state: true, publishedAt: true },
  });
  const event =
    best === null ? 'hide' : best.state === 'published' ? ('publish' as const) : 'archive';
  const moved = await tx.mod.updateMany({
    where: { id: mod.id, state: { in: sources(LIFECYCLES.mod, event) } },
    data: {
      state: LIFECYCLES.mod.events[event].to,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  if (moved.count === 0) throw modMoved();
  if (event !== 'publish' || mod.state === 'published') return;
  if (mod.coverId === null) throw problem('cover_required');
  // The mod is listed at the time of its newest published version: a restoration is no news.
  await listPublication(tx, { modId: mod.id, gameId: mod.gameId }, best?.publishedAt ?? now);
}
