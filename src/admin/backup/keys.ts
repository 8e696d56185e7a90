import type pg from 'pg';
import type { Config } from '../../config/config.js';
import { hasKeyFile, type KeyFileState, linesOf, readKeyFile } from '../../platform/key-file.js';
import { lookupRowName } from '../../platform/key-rows.js';
import { rootKey } from '../../platform/root-keys.js';
import type { Draft } from './draft.js';

/** The folder in a backup for the encryption keys and the password of the cluster. */
export const KEYS = 'keys';

/** The keys of a data directory; null without a key file, or if the environment sets the key. */
export function keysNow({
  dataDir,
  encryptionKey,
}: Pick<Config, 'dataDir' | 'encryptionKey'>): KeyFileState | null {
  return encryptionKey === undefined && hasKeyFile(dataDir) ? readKeyFile(dataDir) : null;
}

/**
 * Writes the keys of a data directory to a backup; nothing if `after` is null. `before` are the
 * keys before the database was copied: a rotation may have dropped one of them meanwhile.
 */
export async function writeKeys(
  draft: Draft,
  before: KeyFileState | null,
  after: KeyFileState | null,
): Promise<void> {
  if (after === null) return;
  const earlier = before ? [before.present, ...before.former] : [];
  const former = new Map<string, Uint8Array>();
  for (const bytes of [...after.former, ...earlier]) former.set(rootKey(bytes).id, bytes);
  former.delete(rootKey(after.present).id);
  await draft.write(`${KEYS}/encryption.key`, linesOf([after.present]));
  if (former.size === 0) return;
  await draft.write(`${KEYS}/encryption.key.previous`, linesOf([...former.values()]));
}

/**
 * Whether one of the keys opens the lookup secret of a database (class `lookup` in `PURPOSES`).
 * `purposes` are the names of the rows in `server_keys`. The row of a lookup secret names the key
 * that seals it. Returns true if there is no such row.
 */
export function isKeyKnown(purposes: readonly string[], keys: readonly Uint8Array[]): boolean {
  const rows = purposes.filter((purpose) => purpose.startsWith(lookupRowName('')));
  const known = keys.map((bytes) => lookupRowName(rootKey(bytes).id));
  return rows.length === 0 || rows.some((row) => known.includes(row));
}

/** The objects and encryption keys that the rows of a database need. */
export interface StoredKeys {
  /** The keys of objects that the store must have. */
  readonly keys: readonly string[];
  /** The purposes of the rows in `server_keys`. Many contain the id of an encryption key. */
  readonly purposes: readonly string[];
}

/**
 * Reads which objects and encryption keys the rows need. Leaves out objects whose bytes are known
 * to be lost.
 */
export async function storedKeys(client: pg.ClientBase): Promise<StoredKeys> {
  const objects = await client.query<{ key: string }>(
    `select storage_key as key from blobs where state = 'sealed'
      union select 'media/' || unnest(objects) from media where deleted_at is null`,
  );
  const keys = await client.query<{ purpose: string }>('select purpose from server_keys');
  return {
    keys: objects.rows.map(({ key }) => key),
    purposes: keys.rows.map(({ purpose }) => purpose),
  };
}
