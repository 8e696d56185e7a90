import { LIMITS } from '../../registry/limits.js';

/** What reads like one of our secrets, a signature or a credential, in case a receiver echoes it. */
const SECRETS = /\b(?:whsec|mpat|mfak|mfoc)_[\w-]+|\b[0-9a-f]{32,}\b|\bBearer\s+\S+/gi;
/** Letters, marks, digits, punctuation, signs and the space: no controls, and nothing that turns text around. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu;
/** What opens or ends markup, wherever the text is shown. */
const MARKUP = /[<>&"'`]+/g;

/** The beginning of an answer, fit to be shown to the owner of a subscription; null where nothing is. */
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
