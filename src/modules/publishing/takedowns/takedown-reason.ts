import { z } from 'zod';
import { hasReordering } from '../../../registry/author-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import { checked } from '../../../request/checked.js';

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
