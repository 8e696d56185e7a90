import type { Database, Tx } from '../../../platform/database/connect.js';
import type { SigningKey } from '../../../platform/database/generated/client.js';

/** The keys for verification at a moment, newest first. */
export function publishedKeys(db: Database | Tx, now: Date): Promise<SigningKey[]> {
  return db.signingKey.findMany({
    where: { OR: [{ publishedUntil: null }, { publishedUntil: { gt: now } }] },
    orderBy: [{ signsFrom: 'desc' }, { kid: 'asc' }],
  });
}

/** The signing key at a moment: the newest one whose start time has passed. */
export function signingKeyOf(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.find(({ signsFrom }) => signsFrom <= now);
}
