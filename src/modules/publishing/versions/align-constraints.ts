import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { DependencyModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { isRange } from '../../../request/version-order.js';

/** The rows per run, and the rows to parse before other work gets its turn. */
const BATCH = 1_000;
const ROWS_PER_TURN = 20;

/**
 * Migrates dependencies from before constraints were validated: one batch, and a job for the next
 * one. Such a constraint is neither a range nor a version string of the target mod, and matched no
 * version. So a mod that required it could never be installed.
 * - required and optional: any version matches from now on, and an empty note gets the text of the
 *   old constraint
 * - embedded and conflict: the row is removed, because without its range it would mean every
 *   version
 *
 * `after` is the last dependency of the batch before; undefined starts with the first one. Each
 * version is a separate transaction, so a run can stop anywhere and be repeated.
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
      log.info({ version_id: versionId, count }, 'invalid version constraints removed');
  }
  const last = rows.at(-1)?.id;
  if (rows.length === BATCH && last !== undefined) {
    await enqueue(db, { kind: 'align-constraints', payload: { after: last }, dedupeKey: last });
  }
  queue.wake();
}

/** The rows whose constraint is neither a range nor a version string of the target mod. */
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

/** Replaces the unreadable rows of a version, under the lock of its mod. Returns their number. */
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
