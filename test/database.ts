import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import {
  type ConnectOptions,
  connectDatabase,
  type Database,
} from '../src/platform/database/connect.js';

/** A database of one caller. */
export interface ClonedDatabase {
  readonly url: string;
  /** Drops the database, with the connections that are left. */
  drop(): Promise<void>;
}

/** A database of one caller, and a connection to it. */
export interface TestDatabase extends ClonedDatabase {
  readonly db: Database;
}

/** Clones the migrated template, so that every caller has its own database. */
export function cloneDatabase(): Promise<ClonedDatabase> {
  return create(`TEMPLATE ${databaseNameOf(inject('templateUrl'))} STRATEGY file_copy`);
}

/** Clones the migrated template and connects to the clone. */
export async function openTestDatabase(options: ConnectOptions = {}): Promise<TestDatabase> {
  return connected(await cloneDatabase(), options);
}

/** A database without tables, for tests of migrations. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return connected(await create('TEMPLATE template0'), {});
}

function connected({ url, drop }: ClonedDatabase, options: ConnectOptions): TestDatabase {
  const db = connectDatabase(url, options);
  return {
    url,
    db,
    async drop() {
      await db.$disconnect();
      await drop();
    },
  };
}

async function create(source: string): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} ${source}`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

let administrators: pg.Pool | undefined;

/** Runs one statement as the superuser of the test server, outside of any test database. */
export async function administer(sql: string): Promise<void> {
  administrators ??= openAdministrators();
  await administrators.query(sql);
}

/** The connections of all files of a process, because each new one starts a process of PostgreSQL. */
function openAdministrators(): pg.Pool {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const pool = new pg.Pool({ connectionString: url.href, max: 2, allowExitOnIdle: true });
  // The server may end before the processes of the tests.
  pool.on('error', () => undefined);
  return pool;
}

/** The address of a database of the test server for tests that go between it and its clients. */
export function overTcp(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  return url.href;
}

function databaseNameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
