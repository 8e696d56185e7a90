import { isAgentTool } from '../../../registry/agent-tools.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { admit } from '../../../request/admit.js';
import type { RequestContext } from '../../../request/context.js';
import { asDryRun } from '../../../request/dry-run.js';
import type { AgentToolRun, RunAgentToolInput } from './agent.type.js';
import { confirmRun } from './confirm-run.js';
import { confirmationToken } from './confirmation.js';
import { keepRun } from './keep-run.js';
import { asOrdinaryUser, requireAgent, requireAnyTool, requireTool } from './require-tool.js';
import type { Run, Tool } from './tool.js';
import { toolNamed } from './tools/index.js';

/**
 * Runs a tool as the viewer (Spec 4.8). The tool's scope allows the run; its verbs check everything
 * else. A read returns its result at once. A write returns its effects, and takes effect when it
 * runs again with the confirmation token. Throws `forbidden`, `tool_not_found`, `rate_limited`,
 * `insufficient_scope`, `invalid_input`, `confirmation_required`, `invalid_tool_output`, and the
 * errors of the verbs.
 */
export async function runTool(
  asked: RequestContext,
  given: RunAgentToolInput,
): Promise<AgentToolRun> {
  requireAgent(asked);
  const ctx = asOrdinaryUser(asked);
  if (!isAgentTool(given.tool)) requireAnyTool(ctx);
  const tool = toolNamed(given.tool);
  requireTool(ctx, tool);
  const token = given.confirmationToken ?? null;
  if (!tool.writes && token !== null) throw unconfirmable();
  const run = await tool.prepare(given.input);
  await admit(ctx, new Map([[tool.rate, 1]]));
  if (!tool.writes) return readWith(ctx, tool, given.input, run);
  if (token === null) return dryRun(ctx, tool, given.input, run);
  return confirmRun(ctx, { tool, input: given.input, token, run });
}

function unconfirmable() {
  const fields = [{ field: 'input.confirmationToken', code: 'not_allowed' as const }];
  return problem('invalid_input', { fields });
}

/** Stores a read only if it has an idempotency key; a replay runs it again. */
async function readWith(
  ctx: RequestContext,
  tool: Tool,
  input: object,
  run: Run,
): Promise<AgentToolRun> {
  const { output, again = input } = await run({ ...ctx, claim: null });
  if (ctx.claim) await keepRun(ctx, { mode: 'read', tool: tool.name, input: again });
  return { dryRun: false, output, effects: null, confirmation: null };
}

/** Determines the effects of a write by a dry run. */
async function dryRun(
  ctx: RequestContext,
  tool: Tool,
  input: object,
  run: Run,
): Promise<AgentToolRun> {
  const { effects = [] } = await asDryRun(ctx, run);
  const { keys, clock } = ctx.platform;
  const confirmBy = new Date(clock.now().getTime() + LIMITS.confirmationLifetimeSeconds * 1000);
  const id = await keepRun(ctx, { mode: 'dry_run', tool: tool.name, input, effects, confirmBy });
  const confirmation = { token: confirmationToken(keys, id), expiresAt: confirmBy };
  return { dryRun: true, output: null, effects, confirmation };
}
