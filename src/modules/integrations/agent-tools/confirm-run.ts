import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { withinTransaction } from '../../../request/within-transaction.js';
import type { AgentToolRun } from './agent.type.js';
import { inputHashOf, takeConfirmation } from './confirmation.js';
import { areEffects } from './effect.js';
import { noteRun } from './keep-run.js';
import type { Run, Tool } from './tool.js';

/** A confirmed write. */
export interface ConfirmedWrite {
  readonly tool: Tool;
  readonly input: object;
  readonly token: string;
  readonly run: Run;
}

/**
 * Runs a confirmed write as one transaction: it uses the confirmation, runs the verbs, validates
 * the output, and compares the effects with the announced ones. If they differ, nothing is written
 * and the confirmation stays unused. Throws `confirmation_required`, `invalid_tool_output`, and the
 * errors of the verbs.
 */
export async function confirmRun(
  ctx: RequestContext,
  { tool, input, token, run }: ConfirmedWrite,
): Promise<AgentToolRun> {
  const call = { tool: tool.name, inputHash: inputHashOf(input) };
  const { output, effects } = await transact(
    ctx,
    async (tx) => {
      const told = await takeConfirmation(tx, ctx, call, token);
      const { output, effects = [], target } = await run(withinTransaction(ctx, tx));
      if (!areEffects(told, effects)) throw problem('confirmation_required');
      if (target) {
        await audit(tx, ctx, {
          action: 'agent_tool.run',
          targetKind: target.kind,
          targetId: target.id,
          data: { tool: tool.name },
        });
      }
      const note = { mode: 'write', tool: tool.name, input, effects, output } as const;
      return { output, effects, noteId: ctx.claim ? await noteRun(tx, ctx, note) : null };
    },
    ({ noteId }) => noteId,
  );
  return { dryRun: false, output, effects, confirmation: null };
}
