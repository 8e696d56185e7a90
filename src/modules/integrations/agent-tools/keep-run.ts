import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { writeOnce } from '../../../request/write-once.js';
import { inputHashOf } from './confirmation.js';
import type { Effect } from './effect.js';

/** A run to store for its confirmation or replay. */
export interface KeptRun {
  readonly mode: 'read' | 'dry_run' | 'write';
  readonly tool: string;
  readonly input: object;
  readonly effects?: readonly Effect[];
  readonly output?: object;
  readonly confirmBy?: Date;
}

/**
 * Stores a run and returns its id. A dry run stays as long as it can be confirmed. A run with an
 * idempotency key stays as long as the key, and is its effect.
 */
export async function keepRun(ctx: RequestContext, run: KeptRun): Promise<string> {
  const note = (db: Tx) => noteRun(db, ctx, run);
  return writeOnce(ctx, note, (id) => id);
}

/** Stores a run within a transaction that marks the key itself. */
export async function noteRun(db: Tx, ctx: RequestContext, run: KeptRun): Promise<string> {
  const {
    userId,
    credential: { clientId },
  } = requireUser(ctx);
  const now = ctx.platform.clock.now();
  const keyedUntil = new Date(now.getTime() + LIMITS.idempotencyLifetimeSeconds * 1000);
  const id = newId();
  const { mode, tool, input, effects = [], output, confirmBy } = run;
  await db.agentRun.create({
    data: {
      ...{ id, mode, userId, clientId, tool },
      inputHash: inputHashOf(input),
      // All of it is JSON: it came as JSON or was validated.
      ...(mode === 'read' ? { input: input as Prisma.InputJsonObject } : {}),
      effects: effects as unknown as Prisma.InputJsonArray,
      ...(output ? { output: output as Prisma.InputJsonObject } : {}),
      confirmBy: confirmBy ?? null,
      expiresAt: ctx.claim || !confirmBy ? keyedUntil : confirmBy,
      createdAt: now,
    },
  });
  return id;
}
