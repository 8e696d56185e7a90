import { problem } from '../../registry/errors.js';
import type { Database } from './connect.js';

/**
 * Refuses a walk whose frozen order was dropped, where an empty page would look like its end:
 * `invalid_input` with `cursor_context_mismatch`.
 */
export async function demandGeneration(db: Database, id: number): Promise<void> {
  if (await db.rankGeneration.findUnique({ where: { id } })) return;
  throw problem('invalid_input', {
    fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }],
  });
}
