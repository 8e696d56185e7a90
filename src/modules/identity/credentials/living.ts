import type { Tx } from '../../../platform/database/connect.js';

/** The number of valid tokens and keys of a user, without those that were rotated. */
export function countLiving(
  db: Pick<Tx, 'credential'>,
  userId: string,
  now: Date,
): Promise<number> {
  return db.credential.count({
    where: {
      userId,
      kind: { in: ['pat', 'api_key'] },
      revokedAt: null,
      retiresAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
  });
}
