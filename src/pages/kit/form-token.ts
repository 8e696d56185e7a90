import { type Keys, macOfText } from '../../platform/keys.js';

/** The field of every form that proves which browser asked for it. */
export const TOKEN_FIELD = '_token';

/** The token of the forms of one session, or, before anybody is signed in, of one visit. */
export function formTokenOf(keys: Keys, holder: string): string {
  return keys.mac('forms', holder).toString('base64url');
}

/** Whether a form was made for its sender, compared in constant time. */
export function isFormToken(keys: Keys, holder: string, given: string): boolean {
  return keys.verify('forms', holder, macOfText(given));
}
