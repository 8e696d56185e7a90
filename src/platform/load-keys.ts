import { randomBytes } from 'node:crypto';
import type { Database } from './database/connect.js';
import { ReadOnlyFault } from './database/read-only-fault.js';
import { deriveKeys, type Keys } from './keys.js';
import type { Log } from './log.js';
import type { RootKeys } from './root-keys.js';
import type { Vault } from './vault.js';

/** The parts that `loadKeys` needs. */
export interface LoadKeysOptions {
  readonly db: Database;
  readonly roots: RootKeys;
  readonly vault: Vault;
  /** The PostgreSQL cluster that holds the database. */
  readonly cluster: string;
  /** Whether the database takes no writes. */
  readonly readOnly: boolean;
  readonly log: Log;
}

/** The vault context of the lookup secret, the same for every sealing key. */
const LOOKUP_PLACE = 'server_keys.secret lookup';
const LOOKUP_ROW = 'lookup:';

/** The row that holds the lookup secret, sealed with the root key of an id. */
export function lookupRowOf(keyId: string): string {
  return LOOKUP_ROW + keyId;
}

/**
 * Loads the keys of an installation. The first start writes the secrets to the database. If several
 * processes start at once, the first insert wins and all of them read it. A start that cannot write
 * throws `ReadOnlyFault` if a secret is missing, or sealed with none of the keys.
 */
export async function loadKeys(options: LoadKeysOptions): Promise<Keys> {
  const { roots, cluster } = options;
  const credentialRoot = await ensureRow(options, 'root', () => randomBytes(32));
  const lookupSecret = await loadLookupSecret(options);
  const history = `${cluster}${await historyOf(options.db)}`;
  return deriveKeys({ roots, credentialRoot, lookupSecret, cluster: history });
}

/** The row with a random value for each restore of a backup. */
export const RESTORED_ROW = 'restored';

/**
 * A text that changes when a backup was restored. The restored cluster uses transaction ids again, so
 * cursors that name them become invalid.
 */
async function historyOf(db: Database): Promise<string> {
  const row = await db.serverKey.findUnique({ where: { purpose: RESTORED_ROW } });
  return row ? ` ${Buffer.from(row.secret).toString('hex')}` : '';
}

/**
 * Loads the lookup secret, which is stored once per root key. A new root key copies it from a
 * former one. If the keys of this process open no row, it creates another secret and logs an error.
 */
export async function loadLookupSecret(
  options: Omit<LoadKeysOptions, 'cluster'>,
): Promise<Uint8Array> {
  const { db, roots, vault, readOnly, log } = options;
  const present = lookupRowOf(roots.present().id);
  const rows = await db.serverKey.findMany({ where: { purpose: { startsWith: LOOKUP_ROW } } });
  const known = [roots.present(), ...roots.former()].map(({ id }) => lookupRowOf(id));
  const openable = known.flatMap((purpose) => rows.filter((row) => row.purpose === purpose));
  if (openable.length === 0 && rows.length > 0) {
    log.error({ key_id: roots.present().id }, 'the database was used with another ENCRYPTION_KEY');
  }
  const [first] = openable;
  const secret = first && new Uint8Array(vault.open(LOOKUP_PLACE, first.secret));
  // The next start that may write seals it with the new key.
  if (secret && readOnly) return secret;
  const make = () => vault.seal(LOOKUP_PLACE, secret ?? randomBytes(32));
  const sealed = await ensureRow(options, present, make);
  return new Uint8Array(vault.open(LOOKUP_PLACE, sealed));
}

async function ensureRow(
  { db, readOnly }: Pick<LoadKeysOptions, 'db' | 'readOnly'>,
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
