import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { hasReordering } from '../../../registry/author-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { notify, ownersOf, readModNames } from '../../identity/index.js';

const schema = z.object({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.reportCharacters)
    .refine((text) => !hasReordering(text)),
});

/**
 * Returns the trimmed reason of a moderator. Throws `invalid_input` for an empty or too long text,
 * and for characters that change the order of the text.
 */
export function checkedReason(reason: string): string {
  return checked(schema, { reason }).reason;
}

/** A takedown of the version with this string, or without `version` of the whole mod. */
interface TakenDown {
  readonly modId: string;
  readonly version?: string;
  /** The reason of the moderator, or null. */
  readonly reason: string | null;
}

/**
 * Writes a mail to every owner of the mod, in the transaction of the takedown. The mail says
 * whether there is a reason, but not which.
 */
export async function notifyOfTakedown(
  tx: Tx,
  ctx: RequestContext,
  { modId, version, reason }: TakenDown,
): Promise<void> {
  const { modTitle } = await readModNames(tx, modId);
  await notify(tx, ctx, {
    userIds: await ownersOf(tx, modId),
    template: 'content_taken_down',
    params: {
      modId,
      modTitle,
      content: version === undefined ? 'mod' : 'version',
      version: version ?? '',
      reason: reason === null ? 'none' : 'given',
    },
  });
}
