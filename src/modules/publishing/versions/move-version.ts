import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { VersionState } from '../../../platform/database/generated/enums.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockMod } from '../../catalog/index.js';
import { revokeDownloadGrants } from '../../storage/index.js';
import { alignMod } from './align-mod.js';
import { fileChanged, movedMeanwhile, notMovable } from './move-refusals.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';
import { versionStep } from './version-step.js';

/** A state change of a version that was published. */
export interface Move {
  readonly event: 'archive' | 'withdraw' | 'restore';
  /** The action in the audit log. */
  readonly action: string;
  /** Data of the audit entry. */
  readonly noted?: Readonly<Record<string, string>>;
  /** The allowed source states; all of the event if absent. */
  readonly from?: readonly VersionState[];
  /** Further columns of the version that the move changes. */
  readonly data?: Prisma.ModVersionUpdateManyMutationInput;
  /**
   * The condition that all files of the version must satisfy, else `file_not_ready`; none if
   * absent.
   */
  readonly files?: Prisma.ArtifactWhereInput;
  /** Runs first in the transaction. Throws if the move is forbidden, and may queue mails. */
  prepare?(tx: Tx): Promise<void>;
}

/**
 * Changes the state of a version, its files and its mod in one transaction. The update requires the
 * state that the caller read, so only one of two concurrent moves succeeds. A withdrawal revokes
 * live download grants. Writes an audit line, and the event and the search job of `alignMod`.
 * Throws `invalid_state_transition`, `file_not_ready`, and the errors of `move.prepare`. Throws
 * `cover_required` or `invalid_state` if the mod cannot follow its versions (`alignMod`).
 */
export async function moveVersion(
  ctx: RequestContext,
  version: ModVersionModel,
  move: Move,
): Promise<ModVersion> {
  const from = move.from ?? sources(LIFECYCLES.modVersion, move.event);
  if (!from.includes(version.state)) throw notMovable(move.event, version.state, from);
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await move.prepare?.(tx);
    const mod = await lockMod(tx, version.modId);
    const moved = await moveRow(tx, version, move, now);
    await moveFiles(tx, version, move, now);
    await alignMod(tx, mod, version.id, now);
    const { action, noted } = move;
    const target = { targetKind: 'version', targetId: version.id } as const;
    await audit(tx, ctx, { action, ...target, ...(noted === undefined ? {} : { data: noted }) });
    return presentVersion(moved);
  });
}

async function moveRow(
  tx: Tx,
  { id, lifecycleVersion }: ModVersionModel,
  { event, data }: Move,
  now: Date,
): Promise<ModVersionModel> {
  const step = versionStep(event, now);
  const [moved] = await tx.modVersion.updateManyAndReturn({
    where: { id, lifecycleVersion, ...step.when },
    data: { ...data, ...step.data },
  });
  if (!moved) throw movedMeanwhile();
  return moved;
}

/**
 * Moves all files that were published with the version. A withdrawal revokes their live grants.
 * Throws `file_not_ready`.
 */
async function moveFiles(
  tx: Tx,
  { id: versionId }: ModVersionModel,
  { event, files = {} }: Move,
  now: Date,
): Promise<void> {
  const moving = { versionId, state: { in: sources(LIFECYCLES.artifact, event) } };
  const all = await tx.artifact.count({ where: moving });
  const moved = await tx.artifact.updateManyAndReturn({
    where: { ...moving, ...files },
    data: {
      state: LIFECYCLES.artifact.events[event].to,
      updatedAt: now,
      revision: { increment: 1 },
    },
    select: { id: true },
  });
  if (moved.length !== all) throw fileChanged();
  if (event !== 'withdraw') return;
  await revokeDownloadGrants(tx, { artifactIds: moved.map((file) => file.id) }, now);
}
