import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * The text of a search. Throws `invalid_input` naming `q` if it is empty or longer than
 * `LIMITS.searchTextCharacters`.
 */
export function searchText(text: string | null | undefined): string {
  const q = text?.normalize('NFC').trim() ?? '';
  if (q === '') throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  if ([...q].length > LIMITS.searchTextCharacters) {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'too_long' }] });
  }
  return q;
}
