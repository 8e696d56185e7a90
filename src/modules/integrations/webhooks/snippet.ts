import { LIMITS } from '../../../registry/limits.js';

/**
 * Texts that look like a secret of the service, a signature or a credential, because a receiver may
 * echo them.
 */
const SECRETS = /\b(?:whsec|mpat|mfak|mfoc)_[\w-]+|\b[0-9a-f]{32,}\b|\bBearer\s+\S+/gi;
/**
 * Matches everything except letters, marks, digits, punctuation, symbols and the space. So it
 * removes controls and characters that change the text direction.
 */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu;
/** Markup characters, wherever the text is shown. */
const MARKUP = /[<>&"'`]+/g;

/** The beginning of a response, sanitized for the owner of a subscription; null if it is empty. */
export function snippetOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const shown = text
    .replace(UNPRINTABLE, ' ')
    .replace(SECRETS, '…')
    .replace(MARKUP, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...shown].slice(0, LIMITS.webhookSnippetCharacters).join('') || null;
}
