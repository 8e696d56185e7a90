import { hash } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import { canonicalJson } from '../../../platform/json.js';
import { type Keys, macOfText } from '../../../platform/keys.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';

/** The scope of a confirmation: one tool and one exact input. */
export interface ConfirmedCall {
  readonly tool: string;
  readonly inputHash: string;
}

/** Hex SHA-256 of an input, independent of the order of its members. */
export function inputHashOf(input: unknown): string {
  return hash('sha256', canonicalJson(input));
}

/**
 * The token that confirms a dry run: its id and a MAC. The token is not stored, and a replay
 * returns the same one.
 */
export function confirmationToken(keys: Keys, runId: string): string {
  return `${runId}.${keys.mac('confirmations', runId).toString('base64url')}`;
}

/** The id of the dry run in a token; null if this service did not issue the token. */
function runIdIn(keys: Keys, token: string): string | null {
  const [, id = '', mac = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  return isId(id) && keys.verify('confirmations', id, macOfText(mac)) ? id : null;
}

/**
 * Uses a confirmation in the transaction of its write, and returns the announced effects. Of two
 * writers with one token, the second waits and then finds it used. Throws `confirmation_required`
 * for every invalid token, without revealing the reason: another user, application, tool or input,
 * or a used, expired or unknown token. Throws `unauthorized` without a user.
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
      id,
      userId,
      clientId,
      tool,
      inputHash,
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
