import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import { LIMITS } from '../../registry/limits.js';
import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { newId } from '../../request/ids.js';
import { writeOnce } from '../../request/write-once.js';
import { inputHashOf } from './confirmation.js';
import type { Effect } from './effect.js';

/** A run that is spoken of again. */
export interface KeptRun {
  readonly mode: 'read' | 'dry_run' | 'write';
  readonly tool: string;
  readonly input: object;
  readonly effects?: readonly Effect[];
  readonly output?: object;
  readonly confirmBy?: Date;
}

/**
 * Notes a run: a dry run for as long as it can be confirmed, and any run with a key for as long as
 * the key holds, whose effect it then is. Answers its id.
 */
export async function keepRun(ctx: RequestContext, run: KeptRun): Promise<string> {
  const note = (db: Tx) => noteRun(db, ctx, run);
  return writeOnce(ctx, note, (id) => id);
}

/** The same within a transaction that marks the key itself. */
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
      // All of it came as JSON, or has been checked as such.
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
