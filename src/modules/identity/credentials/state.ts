import type { CredentialModel } from '../../../platform/database/generated/models.js';

/**
 * The state of a token or key:
 * - active: valid
 * - retiring: rotated, and valid until the overlap ends
 * - revoked: revoked, or rotated and the overlap has ended
 * - expired: its own expiry has passed
 */
export const ApiKeyState = {
  active: 'active',
  retiring: 'retiring',
  revoked: 'revoked',
  expired: 'expired',
} as const;

/** One of the states. */
export type ApiKeyState = keyof typeof ApiKeyState;

type Ends = Pick<CredentialModel, 'revokedAt' | 'retiresAt' | 'expiresAt'>;

/** The current state of a credential. It derives from times, so no job has to update it. */
export function stateOf({ revokedAt, retiresAt, expiresAt }: Ends, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  if (!retiresAt) return 'active';
  return retiresAt <= now ? 'revoked' : 'retiring';
}
