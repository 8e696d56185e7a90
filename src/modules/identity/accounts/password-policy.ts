import { LIMITS } from '../../../registry/limits.js';
import { newPassword } from './password.js';

/** Why a new password is refused: its length, a list of common ones, or the username in it. */
export type PasswordFault = 'length' | 'common' | 'username';

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The list is loaded with the first new password, because most processes never need it. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Returns why a user may not choose this password, or null. Compares it with a bundled list of
 * 49,000 passwords from breaches, in lower case. No part of the password leaves the process. A
 * password may contain a username shorter than `LIMITS.usernameInPasswordCharacters`.
 */
export async function passwordFault(
  password: string,
  username: string,
): Promise<PasswordFault | null> {
  const characters = [...password].length;
  if (characters < LIMITS.passwordCharactersMin || !newPassword.safeParse(password).success) {
    return 'length';
  }
  const folded = password.normalize('NFKC').toLowerCase();
  const isLong = username.length >= LIMITS.usernameInPasswordCharacters;
  if (isLong && folded.includes(username.toLowerCase())) return 'username';
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(folded) ? 'common' : null;
}
