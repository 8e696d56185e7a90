import { problem } from '../../registry/errors.js';
import type { Database } from './connect.js';

/**
 * Rejects a cursor whose frozen order was deleted, because an empty page would look like the end of
 * the list. Throws `invalid_input` with `cursor_context_mismatch`.
 */
export async function demandGeneration(db: Database, id: number): Promise<void> {
  if (await db.rankGeneration.findUnique({ where: { id } })) return;
  throw problem('invalid_input', {
    fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }],
  });
}
