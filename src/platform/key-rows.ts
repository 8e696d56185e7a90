import { ADVISORY_LOCKS } from '../registry/locks.js';
import type { Tx } from './database/connect.js';
import type { RootKeys } from './root-keys.js';

// The rows of `server_keys` about root keys (`RootKeys`), each named by its `purpose`. The lookup
// secret is the source of the keys of class `lookup` (`PURPOSES`).

const LOOKUP_ROW = 'lookup:';
const RETIRED_ROW = 'retired:';
const FORGOTTEN_ROW = 'forgotten:';

/** The name of the row that holds the lookup secret, sealed with the root key of an id. */
export function lookupRowName(keyId: string): string {
  return LOOKUP_ROW + keyId;
}

/** The name of the row that says that a root key seals nothing any more. */
export function retiredRowName(keyId: string): string {
  return RETIRED_ROW + keyId;
}

/**
 * The name of the row that holds the lookup secret of a root key that an operator gave up. A start
 * with that key uses the secret again.
 */
export function forgottenRowName(keyId: string): string {
  return FORGOTTEN_ROW + keyId;
}

/** The rows about root keys, by the ids of the keys. */
export interface KeyRows {
  /** The sealed lookup secrets. */
  readonly lookup: ReadonlyMap<string, Uint8Array>;
  /** The sealed lookup secrets of keys that were given up. */
  readonly forgotten: ReadonlyMap<string, Uint8Array>;
  /** The keys that seal nothing any more. Their values are empty. */
  readonly retired: ReadonlyMap<string, Uint8Array>;
}

/** Reads the rows about root keys. */
export async function readKeyRows(db: Tx): Promise<KeyRows> {
  const rows = await db.serverKey.findMany({ orderBy: { purpose: 'asc' } });
  const byId = (start: string) =>
    new Map(
      rows
        .filter(({ purpose }) => purpose.startsWith(start))
        .map(({ purpose, secret }) => [purpose.slice(start.length), secret]),
    );
  return {
    lookup: byId(LOOKUP_ROW),
    forgotten: byId(FORGOTTEN_ROW),
    retired: byId(RETIRED_ROW),
  };
}

/**
 * Locks the rows about root keys until the transaction ends. Of two writers, the second one sees
 * the rows of the first one.
 */
export async function lockKeyRows(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rootKeys}::bigint)`;
}

/** The ids of the keys of this process, the present one first. */
export function ownIdsOf(roots: RootKeys): readonly string[] {
  return [roots.present(), ...roots.former()].map(({ id }) => id);
}

/** The keys that a database was used with and that a process does not have. */
export interface MissingKeys {
  /** Keys that may still seal. */
  readonly inUse: readonly string[];
  readonly retired: readonly string[];
}

/**
 * Compares the rows with the keys of this process. Keys that were given up do not count. May read
 * the key file again.
 */
export function missingKeys({ lookup, retired }: KeyRows, roots: RootKeys): MissingKeys {
  const lacked = () => {
    const own = ownIdsOf(roots);
    return [...lookup.keys()].filter((id) => !own.includes(id));
  };
  // A rotation may have replaced the key file since this process read it.
  if (lacked().length > 0) roots.refresh();
  return {
    inUse: lacked().filter((id) => !retired.has(id)),
    retired: lacked().filter((id) => retired.has(id)),
  };
}
