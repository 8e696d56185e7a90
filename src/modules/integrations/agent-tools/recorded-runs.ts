import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { AgentRunModel } from '../../../platform/database/generated/models.js';
import { problem, RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { admit } from '../../../request/admit.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId, newId } from '../../../request/ids.js';
import { outOfReach, wholeAccountOnly } from '../../../request/refusals.js';
import { writeOnce } from '../../../request/transact.js';
import { requireModPermission } from '../../collaboration/index.js';
import type { AgentToolRun } from './agent.type.js';
import { confirmationToken, inputHashOf } from './confirmation.js';
import { asOrdinaryUser, requireAgent, requireAnyTool, requireTool } from './require-tool.js';
import type { Effect } from './tool.js';
import { toolNamed } from './tools/index.js';

/**
 * A run to store for its confirmation or replay. A read has neither effects nor output, and a dry
 * run has no output.
 */
interface StoredRun {
  readonly mode: 'read' | 'dry_run' | 'write';
  readonly tool: string;
  /** Stored only for a read. For the other modes, only its hash is stored. */
  readonly input: object;
  readonly effects?: readonly Effect[];
  readonly output?: object;
  /** The expiry of the confirmation, for a dry run only. */
  readonly confirmBy?: Date;
}

/**
 * Stores a run and returns its id. If the request has an idempotency key, marks the key with this
 * id, so that a retry finds the run. The run then stays as long as the key. A dry run without a key
 * stays as long as it can be confirmed.
 */
export async function storeRun(ctx: RequestContext, run: StoredRun): Promise<string> {
  const note = (db: Tx) => storeRunIn(db, ctx, run);
  return writeOnce(ctx, note, (id) => id);
}

/**
 * Stores a run like `storeRun`, but marks no idempotency key. The caller returns the id to its
 * `transact`, which marks the key.
 */
export async function storeRunIn(db: Tx, ctx: RequestContext, run: StoredRun): Promise<string> {
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
      id,
      mode,
      userId,
      clientId,
      tool,
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

/**
 * Replays a stored run of the viewer: a read runs again and counts against its rate limits, a dry
 * run returns its effects and confirmation, a write its output and effects. Nothing is written
 * twice. It requires the same rights as the run: the scope of the tool, and for a dry run or write
 * the team role and a credential for each changed mod. Throws `unauthorized`, `not_found` for an
 * unknown or expired run or one of another user, `insufficient_scope`, `forbidden`,
 * `resource_scope_denied`, `team_role_denied`, and the errors of a read.
 */
export async function repeatRun(requested: RequestContext, id: string): Promise<AgentToolRun> {
  const { userId } = requireAgent(requested);
  const ctx = asOrdinaryUser(requested);
  const now = ctx.platform.clock.now();
  const run = isId(id)
    ? await ctx.platform.db.agentRun.findFirst({ where: { id, userId, expiresAt: { gt: now } } })
    : null;
  if (!run) {
    requireAnyTool(ctx);
    throw problem('not_found');
  }
  const tool = toolNamed(run.tool);
  requireTool(ctx, tool);
  if (run.mode === 'read') {
    const again = await tool.prepare(run.input);
    await admit(ctx, new Map([[tool.rate, 1]]));
    const { output } = await again({ ...ctx, claim: null });
    return { dryRun: false, output, effects: null, confirmation: null };
  }
  // Only `storeRunIn` writes the column.
  const effects = run.effects as unknown as readonly Effect[];
  const output = run.output as { readonly mod_id: string } | null;
  for (const { target } of effects) {
    await requireWritten(ctx, target.kind, output?.mod_id ?? target.modId);
  }
  return {
    dryRun: run.mode === 'dry_run',
    output,
    effects,
    confirmation: confirmationOf(ctx, run),
  };
}

/**
 * Checks the rights of a write to a draft. A draft that was deleted meanwhile is no error. `modId`
 * is null for a new mod, which only a credential for all mods may create.
 */
async function requireWritten(
  ctx: RequestContext,
  kind: Effect['target']['kind'],
  modId: string | null,
): Promise<void> {
  const { modIds } = requireAgent(ctx).credential;
  try {
    if (modId === null) {
      if (modIds !== null) throw wholeAccountOnly();
    } else await requireModPermission(ctx, modId, kind === 'mod' ? 'metadata' : 'versions');
  } catch (error) {
    if (!(error instanceof RegisteredError) || error.code !== 'gone') throw error;
    if (modIds !== null && modId !== null && !modIds.includes(modId)) {
      throw outOfReach(modId);
    }
  }
}

function confirmationOf({ platform: { keys } }: RequestContext, { id, confirmBy }: AgentRunModel) {
  return confirmBy === null ? null : { token: confirmationToken(keys, id), expiresAt: confirmBy };
}
