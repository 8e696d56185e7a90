import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { RootKeys } from './root-keys.js';

/**
 * The purposes of keys. Each purpose has its own key. Its class decides the source:
 * - `signing`: derived from the root keys. The present key signs; former keys only verify.
 * - `lookup`: derived from a secret that is sealed in the database and survives rotations. These
 *   keys name rows and buckets after guessable values, such as addresses and user codes.
 * - `credential`: derived from a permanent value in the database. These keys only hash random
 *   secrets of 256 bits.
 */
export const PURPOSES = {
  storage: 'signing',
  mirror: 'signing',
  cursors: 'signing',
  sessions: 'signing',
  'sign-ins': 'signing',
  forms: 'signing',
  interactions: 'signing',
  confirmations: 'signing',
  'proxy-probes': 'signing',
  actors: 'lookup',
  limits: 'lookup',
  guesses: 'lookup',
  factors: 'lookup',
  'user-codes': 'lookup',
  queue: 'lookup',
  credentials: 'credential',
  oauth: 'credential',
  'account-links': 'credential',
} as const satisfies Record<string, 'signing' | 'lookup' | 'credential'>;

/** One of PURPOSES. */
export type KeyPurpose = keyof typeof PURPOSES;
type KeyClass = (typeof PURPOSES)[KeyPurpose];

/** The keys of one purpose, for code with its own way of signing. */
export interface PurposeKeys {
  /** 32 bytes: the key that signs now. */
  present(): Uint8Array;
  /**
   * Calls `attempt` with the present key, then with former keys. Returns the first result that is
   * not null, else null. Reads the key file again before it gives up.
   */
  find<T>(attempt: (key: Uint8Array) => T | null): T | null;
}

/** The secrets of this installation, shared by all of its processes. */
export interface Keys {
  /** HMAC-SHA256 of a text under the present key of one purpose. */
  mac(purpose: KeyPurpose, text: string | Uint8Array): Buffer;
  /** The MACs under the present key and the former keys. */
  macs(purpose: KeyPurpose, text: string | Uint8Array): Buffer[];
  /**
   * Compares a MAC in constant time, under the present and former keys. If `bytes` is given, `mac`
   * is only the first `bytes` of a MAC. If none fits, it reads the key file again and compares once
   * more.
   */
  verify(purpose: KeyPurpose, text: string | Uint8Array, mac: Uint8Array, bytes?: number): boolean;
  /** The keys of one purpose, which follow a rotation. */
  of(purpose: KeyPurpose): PurposeKeys;
  /** Reads the key file again. Returns true if the keys changed. */
  refresh(): boolean;
}

/** The secrets from which the keys of an installation are derived. */
export interface KeyMaterial {
  readonly roots: RootKeys;
  /** From the database. */
  readonly credentialRoot: Uint8Array;
  /** Sealed in the database. */
  readonly lookupSecret: Uint8Array;
  /** Cursors name transactions of one PostgreSQL cluster, so their key depends on the cluster. */
  readonly cluster: string;
}

const INFO: Readonly<Record<KeyClass, string>> = {
  signing: 'modport/signing/',
  lookup: 'modport/lookup/',
  // Release 0.1 used this prefix, and its hashes remain valid.
  credential: 'modport/',
};

/** Derives the keys of all purposes by HKDF. */
export function deriveKeys({ roots, credentialRoot, lookupSecret, cluster }: KeyMaterial): Keys {
  const derived = new WeakMap<Uint8Array, Map<KeyPurpose, Uint8Array>>();
  const derive = (root: Uint8Array, purpose: KeyPurpose): Uint8Array => {
    const known = derived.get(root) ?? new Map<KeyPurpose, Uint8Array>();
    derived.set(root, known);
    const salt = purpose === 'cursors' ? cluster : '';
    const info = INFO[PURPOSES[purpose]] + purpose;
    const key = known.get(purpose) ?? new Uint8Array(hkdfSync('sha256', root, salt, info, 32));
    known.set(purpose, key);
    return key;
  };
  const rootsOf: Readonly<Record<KeyClass, () => readonly [Uint8Array, ...Uint8Array[]]>> = {
    signing: () => [roots.present().bytes, ...roots.former().map(({ bytes }) => bytes)],
    lookup: () => [lookupSecret],
    credential: () => [credentialRoot],
  };
  const present = (purpose: KeyPurpose) => derive(rootsOf[PURPOSES[purpose]]()[0], purpose);
  const all = (purpose: KeyPurpose) =>
    rootsOf[PURPOSES[purpose]]().map((root) => derive(root, purpose));
  const of = (purpose: KeyPurpose): PurposeKeys => ({
    present: () => present(purpose),
    find: (attempt) =>
      firstFound(all(purpose), attempt) ??
      (roots.refresh() ? firstFound(all(purpose), attempt) : null),
  });
  return {
    mac: (purpose, text) => macOf(present(purpose), text),
    macs: (purpose, text) => all(purpose).map((key) => macOf(key, text)),
    verify(purpose, text, given, bytes = 32) {
      const isRight = (key: Uint8Array) => isMac(macOf(key, text).subarray(0, bytes), given);
      return of(purpose).find((key) => (isRight(key) ? true : null)) ?? false;
    },
    of,
    refresh: () => roots.refresh(),
  };
}

/** Decodes a MAC from base64url. Returns no bytes for a non-canonical spelling. */
export function macOfText(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : new Uint8Array();
}

function firstFound<T>(
  keys: readonly Uint8Array[],
  attempt: (key: Uint8Array) => T | null,
): T | null {
  for (const key of keys) {
    const found = attempt(key);
    if (found !== null) return found;
  }
  return null;
}

function macOf(key: Uint8Array, text: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function isMac(expected: Uint8Array, given: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
