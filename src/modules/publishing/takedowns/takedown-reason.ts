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

/** Returns the stored form of a moderator's reason. Throws `invalid_input`. */
export function checkedReason(reason: string): string {
  return checked(schema, { reason }).reason;
}
