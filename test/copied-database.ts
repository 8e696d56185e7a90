import { createHmac, hkdfSync } from 'node:crypto';
import pg from 'pg';
import { type KeyPurpose, PURPOSES } from '../src/platform/keys.js';
import type { World } from './harness.js';

/** A key that a copy of the database might contain or lead to, and its origin. */
export interface Candidate {
  readonly key: Uint8Array;
  readonly from: string;
}

/** Every binary column of every table. */
export async function binaryColumns({ platform: { db } }: World) {
  return db.$queryRaw<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'`;
}

/** Every binary value of every table in the database. */
export async function binaryValues(world: World): Promise<Candidate[]> {
  const client = new pg.Client({ connectionString: world.platform.config.databaseUrl });
  await client.connect();
  try {
    const values: Candidate[] = [];
    for (const { table, column } of await binaryColumns(world)) {
      const { rows } = await client.query<{ value: Buffer }>(
        `select "${column}" as value from "${table}" where "${column}" is not null`,
      );
      values.push(...rows.map(({ value }) => ({ key: value, from: `${table}.${column}` })));
    }
    return values;
  } finally {
    await client.end();
  }
}

/** The HKDF info prefixes of release 0.1 and of this release. */
const INFOS = ['modport/', 'modport/signing/', 'modport/lookup/'];

/** The names that release 0.1 used for the keys of these purposes. */
const FORMER_NAMES: Partial<Record<KeyPurpose, readonly string[]>> = {
  'sign-ins': ['sessions'],
  factors: ['sessions'],
  'user-codes': ['oauth'],
};

/** The keys that follow from a value for one purpose, by the derivations of every release. */
export async function derivedFrom(
  world: World,
  { key, from }: Candidate,
  purpose: KeyPurpose,
): Promise<Candidate[]> {
  const cluster = await clusterOf(world);
  const names = [purpose, ...(FORMER_NAMES[purpose] ?? [])];
  const derived = INFOS.flatMap((info) =>
    names.flatMap((name) =>
      (purpose === 'cursors' ? ['', cluster] : ['']).map((salt) => ({
        key: new Uint8Array(hkdfSync('sha256', key, salt, info + name, 32)),
        from: `${from} by ${info}${name}`,
      })),
    ),
  );
  return [{ key, from }, ...derived];
}

/** All purposes of a class. */
export function purposesOf(...classes: readonly string[]): KeyPurpose[] {
  const all = Object.entries(PURPOSES) as [KeyPurpose, string][];
  return all.filter(([, kind]) => classes.includes(kind)).map(([purpose]) => purpose);
}

export function macUnder(key: Uint8Array, text: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

async function clusterOf({ platform: { db } }: World): Promise<string> {
  return (await db.homeCluster.findUniqueOrThrow({ where: { id: 1 } })).systemIdentifier;
}
