import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { DependencyModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { emit } from '../../../request/outbox.js';
import { isRange } from '../../../request/version-order.js';
import { type LockedMod, rewriteModDocument } from '../../catalog/index.js';
import { listPublication } from './list-publication.js';

/** The rows per run, and the rows to parse before other work gets its turn. */
const BATCH = 1_000;
const ROWS_PER_TURN = 20;

/**
 * Migrates dependencies from before constraints were validated: one batch, and a job for the next
 * one. Such a constraint is neither a range nor a version string of its mod, and matched no
 * version. So a mod that required it could never be installed.
 * - required, optional and embedded: any version matches from now on, and the note keeps the old
 *   text
 * - conflict: the row is removed, because it conflicted with nothing
 *
 * Each version is a separate transaction, so a run can stop anywhere and be repeated.
 */
export async function alignConstraints(
  { db, log, queue }: Platform,
  after: string | undefined,
): Promise<void> {
  const rows = await db.dependency.findMany({
    where: {
      state: 'active',
      versionConstraint: { not: null },
      ...(after === undefined ? {} : { id: { gt: after } }),
    },
    orderBy: { id: 'asc' },
    take: BATCH,
  });
  const versionIds = new Set((await unreadable(db, rows)).map(({ versionId }) => versionId));
  for (const versionId of versionIds) {
    const count = await db.$transaction((tx) => alignVersion(tx, versionId));
    if (count > 0)
      log.info({ version_id: versionId, count }, 'unreadable constraints were removed');
  }
  const last = rows.at(-1)?.id;
  if (rows.length === BATCH && last !== undefined) {
    await enqueue(db, { kind: 'align-constraints', payload: { after: last }, dedupeKey: last });
  }
  queue.wake();
}

/** The rows whose constraint is neither a range nor a version string of its mod. */
async function unreadable(db: Tx, rows: readonly DependencyModel[]): Promise<DependencyModel[]> {
  const noRanges: DependencyModel[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    if (row.versionConstraint !== null && !isRange(row.versionConstraint)) noRanges.push(row);
  }
  if (noRanges.length === 0) return [];
  const exact = await db.$queryRaw<{ id: string }[]>`
    select d.id from dependencies d
    where d.id = any(${noRanges.map(({ id }) => id)}::uuid[])
      and exists (select 1 from mod_versions v where v.mod_id = d.target_mod_id
        and v.version = d.version_constraint and v.state <> 'deleted')`;
  const exactIds = new Set(exact.map(({ id }) => id));
  return noRanges.filter(({ id }) => !exactIds.has(id));
}

/** Replaces the unreadable rows of a version and locks it against other writers. */
async function alignVersion(tx: Tx, versionId: string): Promise<number> {
  // Locks the mod before the version, like every writer.
  await tx.$queryRaw`
    select 1 from mods where id = (select mod_id from mod_versions where id = ${versionId}::uuid)
    for update`;
  // A new revision, so that clients with an older ETag read the version again before they write.
  await tx.modVersion.update({ where: { id: versionId }, data: { revision: { increment: 1 } } });
  const active = await tx.dependency.findMany({ where: { versionId, state: 'active' } });
  const rows = await unreadable(tx, active);
  const ids = rows.map(({ id }) => id);
  await tx.dependency.updateMany({ where: { id: { in: ids } }, data: { state: 'removed' } });
  // Without its range, an embedded or conflicting mod would mean every version.
  const kept = rows.filter(({ kind }) => kind === 'required' || kind === 'optional');
  await tx.dependency.createMany({ data: kept.map(withoutConstraint) });
  return rows.length;
}

function withoutConstraint(row: DependencyModel): Prisma.DependencyCreateManyInput {
  const { modId, versionId, kind, targetModId, targetVersionId, targetArtifactId } = row;
  const note = row.note || `Former version constraint: ${row.versionConstraint}`;
  return {
    modId,
    versionId,
    kind,
    targetModId,
    targetVersionId,
    targetArtifactId,
    note: note.slice(0, LIMITS.labelCharacters),
  };
}

/**
 * Updates a mod after one of its versions left the catalog or came back:
 * - with a published version, the catalog shows the mod
 * - else with an archived one, lists omit the mod, but it is readable by id
 * - else it is hidden
 *
 * Also updates the mod document, and writes the event and the search job. A draft stays a draft.
 * Throws `cover_required` if the mod would return without a cover.
 */
export async function alignMod(
  tx: Tx,
  mod: LockedMod,
  versionId: string,
  now: Date,
): Promise<void> {
  if (mod.state !== 'draft') await followVersions(tx, mod, now);
  await rewriteModDocument(tx, mod.id);
  await emit(tx, {
    kind: 'mod.updated',
    subjectId: mod.id,
    modId: mod.id,
    data: { mod_id: mod.id, version_id: versionId },
  });
  await enqueue(tx, { kind: 'index-mod', payload: { modId: mod.id }, dedupeKey: mod.id });
}

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
  if (moved.count === 0) throw problem('invalid_state');
  if (event !== 'publish' || mod.state === 'published') return;
  if (mod.coverId === null) throw problem('cover_required');
  // The mod returns to the position of its newest release, because a restoration is no news.
  await listPublication(tx, { modId: mod.id, gameId: mod.gameId }, best?.publishedAt ?? now);
}
