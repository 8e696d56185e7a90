import { randomBytes } from 'node:crypto';
import type { Database, Tx } from './database/connect.js';
import { ReadOnlyFault } from './database/session.js';
import {
  forgottenRowName,
  type KeyRows,
  lockKeyRows,
  lookupRowName,
  missingKeys,
  ownIdsOf,
  readKeyRows,
  retiredRowName,
} from './key-rows.js';
import { deriveKeys, type Keys } from './keys.js';
import type { RootKeys } from './root-keys.js';
import type { Vault } from './vault.js';

/**
 * The database was used with encryption keys that this process does not have. The message is for
 * operators.
 */
export class OtherKeys extends Error {
  override readonly name = 'OtherKeys';
}

/** The parts that `loadKeys` needs. */
export interface LoadKeysOptions {
  readonly db: Database;
  readonly roots: RootKeys;
  readonly vault: Vault;
  /** The PostgreSQL cluster that holds the database. */
  readonly cluster: string;
  /** Whether the database takes no writes. */
  readonly readOnly: boolean;
  /**
   * Whether keys that this process lacks are an error (the default). Only `keys forget` ignores
   * them, and then no lookup secret is stored.
   */
  readonly unknownKeys?: 'refused' | 'ignored';
}

/** The vault context of the lookup secret, the same for every sealing key. */
const LOOKUP_PLACE = 'server_keys.secret lookup';

/**
 * Loads the keys of an installation. The first start writes the secrets to the database. If several
 * processes start at once, the first insert wins and all of them read it. A start that cannot write
 * throws `ReadOnlyFault` if a secret is missing. Throws `OtherKeys` if the database was used with a
 * key that this process lacks, because two processes with different keys accept nothing of each
 * other. Retired keys do not count if this process has another key of the database.
 */
export async function loadKeys(options: LoadKeysOptions): Promise<Keys> {
  const { roots, cluster } = options;
  const credentialRoot = await ensureRow(options, 'root', () => randomBytes(32));
  const lookupSecret = await loadLookupSecret(options);
  const history = `${cluster}${await historyOf(options.db)}`;
  return deriveKeys({ roots, credentialRoot, lookupSecret, cluster: history });
}

/** The row with a random value, which each restore of a backup replaces. */
export const RESTORED_ROW = 'restored';

/**
 * A text that changes when a backup was restored. The restored cluster uses transaction ids again,
 * so cursors that name them become invalid.
 */
async function historyOf(db: Database): Promise<string> {
  const row = await db.serverKey.findUnique({ where: { purpose: RESTORED_ROW } });
  return row ? ` ${Buffer.from(row.secret).toString('hex')}` : '';
}

/**
 * Loads the lookup secret, which is stored once per root key. A new root key copies it from a
 * former one. A key that was given up gets its own secret back. Throws `OtherKeys`, see `loadKeys`.
 */
export async function loadLookupSecret(
  options: Omit<LoadKeysOptions, 'cluster'>,
): Promise<Uint8Array> {
  const { db, roots, vault, readOnly, unknownKeys = 'refused' } = options;
  const open = (sealed: Uint8Array) => new Uint8Array(vault.open(LOOKUP_PLACE, sealed));
  const rows = await readKeyRows(db);
  if (unknownKeys === 'refused') requireKnownKeys(rows, roots);
  const sealed = sealedSecretOf(rows, roots)?.sealed;
  const mayWrite = !readOnly && unknownKeys === 'refused';
  // The next start that may write seals it with the new key.
  if (sealed && (isPresentInUse(rows, roots) || !mayWrite)) return open(sealed);
  if (unknownKeys === 'ignored') return randomBytes(32);
  return db.$transaction(async (tx) => {
    // Of two first starts with different keys, the second one must see the first one's row.
    await lockKeyRows(tx);
    const locked = await readKeyRows(tx);
    requireKnownKeys(locked, roots);
    const found = sealedSecretOf(locked, roots);
    const present = roots.present().id;
    const make = () => vault.seal(LOOKUP_PLACE, found ? open(found.sealed) : randomBytes(32));
    const secret = await ensureRow({ db: tx, readOnly }, lookupRowName(present), make);
    // An operator may use a retired key again, and a secret that is in use again is not forgotten.
    const outdated = [retiredRowName(present), ...(found?.isForgotten ? [found.purpose] : [])];
    if (!readOnly) await tx.serverKey.deleteMany({ where: { purpose: { in: outdated } } });
    return open(secret);
  });
}

/** Whether the database knows the present key as one that seals. */
function isPresentInUse({ lookup, retired }: KeyRows, roots: RootKeys): boolean {
  const { id } = roots.present();
  return lookup.has(id) && !retired.has(id);
}

/**
 * The lookup secret that this process can open: that of the present key, else of a former one, else
 * one that was given up. Null for none.
 */
function sealedSecretOf({ lookup, forgotten }: KeyRows, roots: RootKeys) {
  const ids = ownIdsOf(roots);
  const found = (isForgotten: boolean) => (id: string) => {
    const sealed = (isForgotten ? forgotten : lookup).get(id);
    return sealed ? [{ sealed, isForgotten, purpose: forgottenRowName(id) }] : [];
  };
  return [...ids.flatMap(found(false)), ...ids.flatMap(found(true))][0] ?? null;
}

/** Throws `OtherKeys` for rows that need a key which this process lacks; see `loadKeys`. */
function requireKnownKeys(rows: KeyRows, roots: RootKeys): void {
  const { inUse, retired } = missingKeys(rows, roots);
  // If the database has rows of unknown keys only, retired ones count too: nothing can be opened.
  const others =
    inUse.length + retired.length === rows.lookup.size ? [...inUse, ...retired] : inUse;
  if (others.length === 0) return;
  const flags = others.map((id) => `--key ${id}`).join(' ');
  throw new OtherKeys(
    `the database was used with the encryption key ${others.join(', ')}, and this process has only ` +
      `${ownIdsOf(roots).join(', ')}; first check ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS and DATA_DIR in ` +
      'the environment of this process, and give it the key of the other processes; ' +
      `only if that key is lost or was used by mistake, run \`keys forget ${flags}\``,
  );
}

async function ensureRow(
  { db, readOnly }: { readonly db: Tx; readonly readOnly: boolean },
  purpose: string,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  const found = await db.serverKey.findUnique({ where: { purpose } });
  if (found) return found.secret;
  if (readOnly) {
    throw new ReadOnlyFault(
      'the database lacks the secrets of this key; start once without READ_ONLY',
    );
  }
  await db.serverKey.createMany({
    data: [{ purpose, secret: new Uint8Array(make()) }],
    skipDuplicates: true,
  });
  return (await db.serverKey.findUniqueOrThrow({ where: { purpose } })).secret;
}
