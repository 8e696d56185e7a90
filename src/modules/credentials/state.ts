import type { CredentialModel } from '../../platform/database/generated/models.js';

/**
 * How a token or key stands:
 * - active: it holds
 * - retiring: another took its place, and it holds until the overlap ends
 * - revoked: it was ended, or its overlap has
 * - expired: its own time is over
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

/** The state of a credential now. It follows from times, so that no job has to end anything. */
export function stateOf({ revokedAt, retiresAt, expiresAt }: Ends, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  if (!retiresAt) return 'active';
  return retiresAt <= now ? 'revoked' : 'retiring';
}
