import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type { VersionState } from '../../platform/database/generated/enums.js';
import type { ModVersionModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { revokeGrants } from '../grants/index.js';
import { alignMod, holdMod } from './align-mod.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';

/** How a version that was published moves. */
export interface Move {
  readonly event: 'archive' | 'withdraw' | 'restore';
  /** What the audit log calls it. */
  readonly action: string;
  /** Where only some of the event's sources will do. */
  readonly from?: readonly VersionState[];
  readonly data?: Prisma.ModVersionUpdateManyMutationInput;
  /** What has to hold of the files that move; all of the version's have to. */
  readonly files?: Prisma.ArtifactWhereInput;
  /** Throws what forbids the move, in its transaction and before anything changes. */
  demand?(tx: Tx): Promise<void>;
}

/**
 * Moves a version with its files, and its mod with it, in one transaction; the catalog shows it
 * with the answer. It moves from how the caller saw it: of two moves at once one is refused.
 * Throws `invalid_state_transition`, and what `alignMod` throws.
 */
export async function moveVersion(
  ctx: RequestContext,
  version: ModVersionModel,
  move: Move,
): Promise<ModVersion> {
  const from = move.from ?? sources(LIFECYCLES.modVersion, move.event);
  if (!from.includes(version.state)) throw problem('invalid_state_transition');
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await move.demand?.(tx);
    const mod = await holdMod(tx, version.modId);
    const moved = await moveRow(tx, version, move, now);
    await moveFiles(tx, version, move, now);
    await alignMod(tx, mod, version.id, now);
    await audit(tx, ctx, { action: move.action, targetKind: 'version', targetId: version.id });
    return presentVersion(moved);
  });
}

async function moveRow(
  tx: Tx,
  { id, lifecycleVersion }: ModVersionModel,
  { event, data }: Move,
  now: Date,
): Promise<ModVersionModel> {
  const [moved] = await tx.modVersion.updateManyAndReturn({
    where: { id, lifecycleVersion, state: { in: sources(LIFECYCLES.modVersion, event) } },
    data: {
      ...data,
      state: LIFECYCLES.modVersion.events[event].to,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
  if (!moved) throw problem('invalid_state_transition');
  return moved;
}

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
  if (moved.length !== all) throw problem('file_not_ready');
  if (event !== 'withdraw') return;
  await revokeGrants(tx, { artifactIds: moved.map((file) => file.id) }, now);
}
