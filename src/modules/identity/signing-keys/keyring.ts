import type { Database, Tx } from '../../../platform/database/connect.js';
import type { SigningKey } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { ADVISORY_LOCKS } from '../../../registry/locks.js';
import {
  insertKey,
  makeKey,
  openedKey,
  type PrivateJwk,
  type PublicJwk,
  sealedElsewhere,
} from './make-key.js';

/**
 * Takes the lock for new keys until the transaction ends. A waiting transaction then sees the new
 * key.
 */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys}::bigint)`;
}

/**
 * The keys for verification at a moment, newest first. They include the next key, which does not
 * sign yet.
 */
export function publishedKeys(db: Database | Tx, now: Date): Promise<SigningKey[]> {
  return db.signingKey.findMany({
    where: { OR: [{ publishedUntil: null }, { publishedUntil: { gt: now } }] },
    orderBy: [{ signsFrom: 'desc' }, { kid: 'asc' }],
  });
}

/**
 * Returns the signing key at a moment: the newest one whose start time has passed, or undefined.
 * `keys` must be in the order of `publishedKeys`.
 */
export function signingKeyOf(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.find(({ signsFrom }) => signsFrom <= now);
}

/**
 * Creates the first signing key if none exists. If several processes start at once, only one
 * creates it.
 */
async function createFirstKey(platform: Platform): Promise<void> {
  const key = await makeKey();
  await platform.db.$transaction(async (tx) => {
    await lockSigningKeys(tx);
    const now = platform.clock.now();
    if (signingKeyOf(await publishedKeys(tx, now), now)) return;
    await insertKey(platform, tx, key, now);
  });
}

/** The keys for ID tokens at one moment. */
export interface Keyring {
  /** Identifies this state: keyrings with the same version are equal. */
  readonly version: string;
  /** The private keys that this process can open. The first one signs. */
  readonly privateJwks: readonly PrivateJwk[];
  /** The public keys for verification: the signing key, the next one, and former ones. */
  readonly publicJwks: readonly PublicJwk[];
}

/**
 * Reads the keyring. Creates the first key if necessary. Throws `service_unavailable` if this
 * process cannot open the signing key.
 */
export async function readKeyring(platform: Platform): Promise<Keyring> {
  const keys = await publishedKeys(platform.db, platform.clock.now());
  const signing = signingKeyOf(keys, platform.clock.now());
  if (!signing) {
    await createFirstKey(platform);
    return readKeyring(platform);
  }
  const key = openedKey(platform, signing);
  if (!key) throw sealedElsewhere(signing.kid);
  const others = keys.filter(({ kid }) => kid !== signing.kid);
  return {
    version: [signing, ...others].map(({ kid }) => kid).join(' '),
    privateJwks: [key, ...others.flatMap((other) => openedKey(platform, other) ?? [])],
    // `makeKey` wrote the column.
    publicJwks: [signing, ...others].map(({ publicJwk }) => publicJwk as PublicJwk),
  };
}
