import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/** Returns a SHA-256 in lower case. Throws `invalid_sha256`. */
export function checkedSha256(text: string): string {
  const sha256 = text.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw problem('invalid_sha256');
  return sha256;
}

/** Returns the trimmed reason of an action. Throws `invalid_input`. */
export function checkedNote(text: string): string {
  const note = text.trim();
  if (note === '') throw fault('note', 'required');
  if (note.length > LIMITS.blockedHashNoteCharacters) throw fault('note', 'too_long');
  return note;
}

/** A validation error for one field. */
export function fault(
  field: string,
  code: 'required' | 'too_long' | 'too_small' | 'too_large' | 'invalid_format',
) {
  return problem('invalid_input', { fields: [{ field, code }] });
}
