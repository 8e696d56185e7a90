import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import type { NewKey } from './make-key.js';
import { placeOf } from './sealed-key.js';

/** Stores a key with its private part sealed. */
export async function insertKey(
  platform: Platform,
  tx: Tx,
  key: NewKey,
  signsFrom: Date,
): Promise<void> {
  await tx.signingKey.create({
    data: {
      kid: key.kid,
      publicJwk: { ...key.publicJwk },
      privateJwk: platform.vault.seal(placeOf(key.kid), JSON.stringify(key.privateJwk)),
      signsFrom,
      createdAt: platform.clock.now(),
    },
  });
}
