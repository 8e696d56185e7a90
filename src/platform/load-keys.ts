import { randomBytes } from 'node:crypto';
import type { Database } from './database/connect.js';
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
 * processes start at once, the first insert wins and all of them read it.
 */
export async function loadKeys({ db, roots, vault, cluster, log }: LoadKeysOptions): Promise<Keys> {
  const credentialRoot = await ensureRow(db, 'root', () => randomBytes(32));
  const lookupSecret = await loadLookupSecret(db, roots, vault, log);
  return deriveKeys({ roots, credentialRoot, lookupSecret, cluster });
}

/**
 * Loads the lookup secret, which is stored once per root key. A new root key copies it from a
 * former one. If the keys of this process open no row, it creates another secret and logs an error.
 */
export async function loadLookupSecret(
  db: Database,
  roots: RootKeys,
  vault: Vault,
  log: Log,
): Promise<Uint8Array> {
  const present = lookupRowOf(roots.present().id);
  const rows = await db.serverKey.findMany({ where: { purpose: { startsWith: LOOKUP_ROW } } });
  const known = [roots.present(), ...roots.former()].map(({ id }) => lookupRowOf(id));
  const openable = known.flatMap((purpose) => rows.filter((row) => row.purpose === purpose));
  if (openable.length === 0 && rows.length > 0) {
    log.error({ key_id: roots.present().id }, 'the database was used with another ENCRYPTION_KEY');
  }
  const [first] = openable;
  const sealed = await ensureRow(db, present, () =>
    vault.seal(LOOKUP_PLACE, first ? vault.open(LOOKUP_PLACE, first.secret) : randomBytes(32)),
  );
  return new Uint8Array(vault.open(LOOKUP_PLACE, sealed));
}

async function ensureRow(
  db: Database,
  purpose: string,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  const found = await db.serverKey.findUnique({ where: { purpose } });
  if (found) return found.secret;
  await db.serverKey.createMany({
    data: [{ purpose, secret: new Uint8Array(make()) }],
    skipDuplicates: true,
  });
  return (await db.serverKey.findUniqueOrThrow({ where: { purpose } })).secret;
}
