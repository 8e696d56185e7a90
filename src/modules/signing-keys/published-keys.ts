import type { Database, Tx } from '../../platform/database/connect.js';
import type { SigningKey } from '../../platform/database/generated/client.js';

/** The keys that clients may verify with at a moment, the newest first. */
export function publishedKeys(db: Database | Tx, now: Date): Promise<SigningKey[]> {
  return db.signingKey.findMany({
    where: { OR: [{ publishedUntil: null }, { publishedUntil: { gt: now } }] },
    orderBy: [{ signsFrom: 'desc' }, { kid: 'asc' }],
  });
}

/** The key that signs at a moment: the newest whose time has come. */
export function signingKeyOf(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.find(({ signsFrom }) => signsFrom <= now);
}
