import { isAgentTool } from '../../../registry/agent-tools.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { satisfiesScope } from '../../../registry/scopes.js';
import { admit } from '../../../request/admit.js';
import { requireWritable } from '../../../request/availability.js';
import type { RequestContext } from '../../../request/context.js';
import { asDryRun } from '../../../request/dry-run.js';
import { audit } from '../../../request/outbox.js';
import type { Page } from '../../../request/page.js';
import { transact, withinTransaction } from '../../../request/transact.js';
import type { AgentTool, AgentToolRun, RunAgentToolInput } from './agent.type.js';
import { confirmationToken, inputHashOf, takeConfirmation } from './confirmation.js';
import { storeRun, storeRunIn } from './recorded-runs.js';
import { asOrdinaryUser, requireAgent, requireAnyTool, requireTool } from './require-tool.js';
import { areSameEffects, type Run, type Tool } from './tool.js';
import { allTools, toolNamed } from './tools/index.js';

/** A confirmed write. */
interface ConfirmedWrite {
  readonly tool: Tool;
  readonly input: object;
  readonly token: string;
  readonly run: Run;
}

/**
 * Runs a confirmed write as one transaction: it uses the confirmation, runs the verbs, validates
 * the output, and compares the effects with the announced ones. Throws `confirmation_required` if
 * they differ or the token is not valid, `invalid_tool_output`, and the errors of the verbs. After
 * an error nothing is written, and the confirmation stays unused.
 */
async function confirmRun(
  ctx: RequestContext,
  { tool, input, token, run }: ConfirmedWrite,
): Promise<AgentToolRun> {
  const call = { tool: tool.name, inputHash: inputHashOf(input) };
  const { output, effects } = await transact(
    ctx,
    async (tx) => {
      const announced = await takeConfirmation(tx, ctx, call, token);
      const { output, effects = [], target } = await run(withinTransaction(ctx, tx));
      if (!areSameEffects(announced, effects)) throw problem('confirmation_required');
      if (target) {
        await audit(tx, ctx, {
          action: 'agent_tool.run',
          targetKind: target.kind,
          targetId: target.id,
          data: { tool: tool.name },
        });
      }
      const note = { mode: 'write', tool: tool.name, input, effects, output } as const;
      return { output, effects, noteId: ctx.claim ? await storeRunIn(tx, ctx, note) : null };
    },
    ({ noteId }) => noteId,
  );
  return { dryRun: false, output, effects, confirmation: null };
}

/**
 * Runs a tool as the viewer (Spec 4.8). The tool's scope allows the run; its verbs check everything
 * else. Each run counts against the rate limits of the tool. A tool that reads returns its result
 * at once. A tool that writes without `confirmationToken` only makes a dry run: it returns the
 * effects and a token. With this token and the same input it writes, with an audit line. Throws
 * `unauthorized`, `forbidden`, `tool_not_found`, `rate_limited`, `insufficient_scope`,
 * `invalid_input` (also for a token with a tool that reads), `confirmation_required`,
 * `invalid_tool_output`, the errors of the verbs, and for a write those of `requireWritable`.
 */
export async function runTool(
  requested: RequestContext,
  given: RunAgentToolInput,
): Promise<AgentToolRun> {
  requireAgent(requested);
  const ctx = asOrdinaryUser(requested);
  if (!isAgentTool(given.tool)) requireAnyTool(ctx);
  const tool = toolNamed(given.tool);
  requireTool(ctx, tool);
  const token = given.confirmationToken ?? null;
  if (!tool.writes && token !== null) throw unconfirmable();
  if (tool.writes) requireWritable(ctx.platform);
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
  const { output, replayInput = input } = await run({ ...ctx, claim: null });
  if (ctx.claim) await storeRun(ctx, { mode: 'read', tool: tool.name, input: replayInput });
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
  const id = await storeRun(ctx, { mode: 'dry_run', tool: tool.name, input, effects, confirmBy });
  const confirmation = { token: confirmationToken(keys, id), expiresAt: confirmBy };
  return { dryRun: true, output: null, effects, confirmation };
}

/**
 * Lists the tools that the credential may run, with their schemas, in one page (Spec 4.8). Throws
 * `unauthorized`, and `forbidden` for a browser session.
 */
export function listTools(ctx: RequestContext): Page<AgentTool> {
  const { credential } = requireAgent(ctx);
  const items = allTools
    .filter(({ scope }) => satisfiesScope(credential.scopes, scope))
    .map(({ name, description, inputSchema, outputSchema, writes, scope }) => ({
      name,
      description,
      inputSchema,
      outputSchema,
      writes,
      scope,
    }));
  return { items, pagination: { nextCursor: null, hasMore: false, limit: allTools.length } };
}
