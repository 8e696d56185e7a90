import { createHash } from 'node:crypto';
import { type KeyFileState, makeKeyFile, readKeyFile, stampOf } from './key-file.js';

/** One key of 32 bytes that encrypts secrets and from which other keys derive. */
export interface RootKey {
  /** The first eight hex digits of the key's SHA-256. Sealed values begin with these four bytes. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The root keys of an installation, from outside the database. */
export interface RootKeys {
  readonly source: 'environment' | 'file';
  /** The key that signs and seals. */
  present(): RootKey;
  /** Keys that only verify and open, the newest first. */
  former(): readonly RootKey[];
  /** Reads the key file again. Returns true if the keys changed. */
  refresh(): boolean;
}

/** Creates a root key of 32 bytes with its id. */
export function rootKey(bytes: Uint8Array): RootKey {
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

/** Root keys that never change while the process runs. */
export function fixedRootKeys(present: Uint8Array, ...former: readonly Uint8Array[]): RootKeys {
  const keys = keysOf({ present, former });
  return {
    source: 'environment',
    present: () => keys.present,
    former: () => keys.former,
    refresh: () => false,
  };
}

/** The part of the configuration that selects the root keys. */
export interface RootKeySettings {
  readonly encryptionKey: Uint8Array | undefined;
  readonly encryptionKeyPrevious: Uint8Array | undefined;
  readonly dataDir: string;
  /** How long a process uses its keys before it checks the key file again. */
  readonly rereadSeconds: number;
}

/**
 * Opens the root keys from the environment, else from the key file in the data directory. Creates
 * the key file if it is needed and absent; processes that start at once agree on one key.
 * `encryptionKeyPrevious` is a former key in both cases. Throws if the file is damaged.
 */
export async function openRootKeys(settings: RootKeySettings): Promise<RootKeys> {
  const { encryptionKey, encryptionKeyPrevious, dataDir, rereadSeconds } = settings;
  const more = encryptionKeyPrevious ? [encryptionKeyPrevious] : [];
  if (encryptionKey) return fixedRootKeys(encryptionKey, ...more);
  await makeKeyFile(dataDir);
  return fileRootKeys(dataDir, more, rereadSeconds * 1000);
}

/**
 * Root keys from a file that an operator may rotate while processes run. A busy process checks the
 * file every `rereadMs`, and at once if a key is missing. So it knows each new key in time. If the
 * file is missing or damaged by then, it keeps its keys.
 */
function fileRootKeys(dataDir: string, more: readonly Uint8Array[], rereadMs: number): RootKeys {
  const read = () => {
    // The stamp is read first, so that the next check finds a change during the read.
    const stamp = stampOf(dataDir);
    const { present, former } = readKeyFile(dataDir);
    return { stamp, ...keysOf({ present, former: [...former, ...more] }) };
  };
  let state = read();
  let lookedAt = performance.now();
  const refresh = (): boolean => {
    lookedAt = performance.now();
    if (stampOf(dataDir) === state.stamp) return false;
    try {
      const before = idsOf(state);
      state = read();
      return idsOf(state) !== before;
    } catch {
      // If the file is missing or damaged, a running process keeps its keys.
      return false;
    }
  };
  const current = () => {
    if (performance.now() - lookedAt >= rereadMs) refresh();
    return state;
  };
  return {
    source: 'file',
    present: () => current().present,
    former: () => current().former,
    refresh,
  };
}

interface KeyRing {
  readonly present: RootKey;
  readonly former: readonly RootKey[];
}

function keysOf({ present, former }: KeyFileState): KeyRing {
  const first = rootKey(present);
  const others = new Map(former.map((bytes) => rootKey(bytes)).map((key) => [key.id, key]));
  others.delete(first.id);
  return { present: first, former: [...others.values()] };
}

function idsOf({ present, former }: KeyRing): string {
  return [present, ...former].map(({ id }) => id).join(' ');
}
