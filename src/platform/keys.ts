import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database/connect.js';

/** What the installation's keys are for; each purpose has a key of its own. */
const PURPOSES = [
  'storage',
  'mirror',
  'cursors',
  'credentials',
  'actors',
  'limits',
  'oauth',
  'sessions',
  'forms',
  'guesses',
  'interactions',
  'queue',
  'confirmations',
] as const;
export type KeyPurpose = (typeof PURPOSES)[number];

/** The secrets of this installation, shared by all of its processes. */
export interface Keys {
  /** 32 bytes for one purpose. */
  key(purpose: KeyPurpose): Uint8Array;
  /** HMAC-SHA256 of a text under the key of one purpose. */
  mac(purpose: KeyPurpose, text: string | Uint8Array): Buffer;
  /** Compares a MAC in constant time. */
  verify(purpose: KeyPurpose, text: string | Uint8Array, mac: Uint8Array): boolean;
}

/**
 * Reads the installation's root key, made on its first start, and derives one key a purpose.
 * Starting processes race safely: the first insert wins and all read what it wrote. Cursors name
 * transactions of one cluster, so their key is that cluster's.
 */
export async function loadKeys(db: Database, cluster: string): Promise<Keys> {
  await db.serverKey.createMany({
    data: [{ purpose: 'root', secret: randomBytes(32) }],
    skipDuplicates: true,
  });
  const root = await db.serverKey.findUniqueOrThrow({ where: { purpose: 'root' } });
  return deriveKeys(root.secret, cluster);
}

/** The keys that follow from one root secret, those of cursors in one cluster of PostgreSQL. */
export function deriveKeys(root: Uint8Array, cluster: string): Keys {
  const saltOf = (purpose: KeyPurpose) => (purpose === 'cursors' ? cluster : '');
  const derived = new Map(
    PURPOSES.map((purpose) => [
      purpose,
      new Uint8Array(hkdfSync('sha256', root, saltOf(purpose), `modport/${purpose}`, 32)),
    ]),
  );
  const key = (purpose: KeyPurpose): Uint8Array => {
    const found = derived.get(purpose);
    if (!found) throw new Error(`there is no key for ${purpose}`);
    return found;
  };
  const mac = (purpose: KeyPurpose, text: string | Uint8Array): Buffer =>
    createHmac('sha256', key(purpose)).update(text).digest();
  return {
    key,
    mac,
    verify(purpose, text, given) {
      const expected = mac(purpose, text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
