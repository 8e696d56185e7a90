import type { Keys } from '../../platform/keys.js';

/** What an account is proved by, as it is kept. */
export interface Factors {
  readonly passwordHash: string | null;
  readonly totpSecret: Uint8Array | null;
}

/**
 * Names the factors of an account without telling them, so that what was checked can be compared
 * with what stands when it counts: another password or second factor has another name.
 */
export function nameOfFactors(keys: Keys, { passwordHash, totpSecret }: Factors): string {
  const sealed = totpSecret && Buffer.from(totpSecret).toString('base64url');
  const said = JSON.stringify(['factors', passwordHash, sealed]);
  return keys.mac('sessions', said).toString('base64url');
}
