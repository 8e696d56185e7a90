import { hash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.js';
import type { Tx } from '../../platform/database/connect.js';
import { type Keys, macOfText } from '../../platform/keys.js';
import { problem } from '../../registry/errors.js';
import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';

/** What a confirmation is for: one tool and one exact input. */
export interface ConfirmedCall {
  readonly tool: string;
  readonly inputHash: string;
}

/** Hex SHA-256 of an input; the order of its members makes no difference. */
export function inputHashOf(input: unknown): string {
  return hash('sha256', canonicalJson(input));
}

/**
 * The token that confirms a dry run: its id under a MAC. Nothing of it is stored, and a repeated
 * request is answered with the same one.
 */
export function confirmationToken(keys: Keys, runId: string): string {
  return `${runId}.${keys.mac('confirmations', runId).toString('base64url')}`;
}

/** The dry run that a token confirms; null for what this service did not make. */
function runIdIn(keys: Keys, token: string): string | null {
  const [, id = '', mac = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  return isId(id) && keys.verify('confirmations', id, macOfText(mac)) ? id : null;
}

/**
 * Uses a confirmation up, in the transaction of the write that it is for, and answers the effects
 * that were told. Of two writers with one token the second waits, and then finds it used.
 * Throws `confirmation_required` for a token of another user or application, for another tool or
 * input, used or expired, or none at all: without a difference.
 */
export async function takeConfirmation(
  tx: Tx,
  ctx: RequestContext,
  { tool, inputHash }: ConfirmedCall,
  token: string,
): Promise<unknown> {
  const { keys, clock } = ctx.platform;
  const {
    userId,
    credential: { clientId },
  } = requireUser(ctx);
  const id = runIdIn(keys, token);
  if (id === null) throw problem('confirmation_required');
  const now = clock.now();
  const [taken] = await tx.agentRun.updateManyAndReturn({
    where: {
      ...{ id, userId, clientId, tool, inputHash },
      mode: 'dry_run',
      usedAt: null,
      confirmBy: { gt: now },
    },
    data: { usedAt: now },
    select: { effects: true },
  });
  if (!taken) throw problem('confirmation_required');
  return taken.effects;
}
