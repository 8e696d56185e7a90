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
 * `purposes` are those of the rows in `server_keys`; the row of a lookup secret names the key that
 * seals it. Returns true without such a row.
 */
export function isKeyKnown(purposes: readonly string[], keys: readonly Uint8Array[]): boolean {
  const rows = purposes.filter((purpose) => purpose.startsWith(lookupRowName('')));
  const known = keys.map((bytes) => lookupRowName(rootKey(bytes).id));
  return rows.length === 0 || rows.some((row) => known.includes(row));
}
