import { type Keys, macOfText } from '../../platform/keys.js';

/** The CSRF token field of every form. */
export const TOKEN_FIELD = '_token';

/** The token of the forms of one session, or of one visit before sign-in. */
export function formTokenOf(keys: Keys, holder: string): string {
  return keys.mac('forms', holder).toString('base64url');
}

/** Returns whether a form was made for its sender. Compares in constant time. */
export function isFormToken(keys: Keys, holder: string, given: string): boolean {
  return keys.verify('forms', holder, macOfText(given));
}
