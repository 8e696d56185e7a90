import type { AgentRunModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { getMod } from '../catalog/index.js';
import type { AgentToolRun } from './agent.type.js';
import { confirmationToken } from './confirmation.js';
import type { Effect } from './effect.js';
import { requireAgent, requireTool } from './require-tool.js';
import { toolNamed } from './tools/index.js';

/**
 * Answers for a run of the viewer that was noted: a read is run afresh, a dry run tells its effects
 * and its confirmation again, a write what it did. Nothing is written a second time.
 * Throws `not_found` for a run of somebody else and one whose day is over, `insufficient_scope`, and
 * what reading the mod that it is about throws.
 */
export async function repeatRun(ctx: RequestContext, id: string): Promise<AgentToolRun> {
  const { userId } = requireAgent(ctx);
  const now = ctx.platform.clock.now();
  const run = isId(id)
    ? await ctx.platform.db.agentRun.findFirst({ where: { id, userId, expiresAt: { gt: now } } })
    : null;
  if (!run) throw problem('not_found');
  const tool = toolNamed(run.tool);
  requireTool(ctx, tool);
  if (run.mode === 'read') {
    const { output } = await (await tool.prepare(run.input))({ ...ctx, claim: null });
    return { dryRun: false, output, effects: null, confirmation: null };
  }
  // The column is written by `noteRun` alone.
  const effects = run.effects as unknown as readonly Effect[];
  const output = run.output as { readonly mod_id: string } | null;
  for (const { target } of effects) {
    const modId = output?.mod_id ?? target.modId;
    if (modId !== null) await getMod(ctx, modId);
  }
  return {
    dryRun: run.mode === 'dry_run',
    output,
    effects,
    confirmation: confirmationOf(ctx, run),
  };
}

function confirmationOf({ platform: { keys } }: RequestContext, { id, confirmBy }: AgentRunModel) {
  return confirmBy === null ? null : { token: confirmationToken(keys, id), expiresAt: confirmBy };
}
