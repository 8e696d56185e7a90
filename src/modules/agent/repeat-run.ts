import type { AgentRunModel } from '../../platform/database/generated/models.js';
import { problem, RegisteredError } from '../../registry/errors.js';
import { admit } from '../../request/admit.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { requireModPermission } from '../teams/index.js';
import type { AgentToolRun } from './agent.type.js';
import { confirmationToken } from './confirmation.js';
import type { Effect } from './effect.js';
import { asOrdinaryUser, requireAgent, requireAnyTool, requireTool } from './require-tool.js';
import { toolNamed } from './tools/index.js';

/**
 * Answers for a run of the viewer that was noted: a read is run afresh, a dry run tells its effects
 * and its confirmation again, a write what it did. Nothing is written a second time. It needs what
 * the run needed: the scope, the role in the team, and the mod among those of the credential.
 * Throws `not_found` for a run of somebody else and one whose day is over, `insufficient_scope`,
 * `forbidden`, `resource_scope_denied`, `team_role_denied`, and of a read what its run throws.
 */
export async function repeatRun(asked: RequestContext, id: string): Promise<AgentToolRun> {
  const { userId } = requireAgent(asked);
  const ctx = asOrdinaryUser(asked);
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
  // The column is written by `noteRun` alone.
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

/** Demands what a write to a draft needs; what was deleted since is answered for all the same. */
async function requireWritten(
  ctx: RequestContext,
  kind: Effect['target']['kind'],
  modId: string | null,
): Promise<void> {
  const { modIds } = requireAgent(ctx).credential;
  try {
    if (modId === null) {
      if (modIds !== null) throw problem('resource_scope_denied');
    } else await requireModPermission(ctx, modId, kind === 'mod' ? 'metadata' : 'versions');
  } catch (error) {
    if (!(error instanceof RegisteredError) || error.code !== 'gone') throw error;
    if (modIds !== null && modId !== null && !modIds.includes(modId)) {
      throw problem('resource_scope_denied');
    }
  }
}

function confirmationOf({ platform: { keys } }: RequestContext, { id, confirmBy }: AgentRunModel) {
  return confirmBy === null ? null : { token: confirmationToken(keys, id), expiresAt: confirmBy };
}
