import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import {
  type ConnectOptions,
  connectDatabase,
  type Database,
} from '../src/platform/database/connect.js';

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  /** Disconnects and drops the database. */
  drop(): Promise<void>;
}

/** Clones the migrated template, so that every caller has its own database. */
export async function openTestDatabase(options: ConnectOptions = {}): Promise<TestDatabase> {
  return create(options, `TEMPLATE ${databaseNameOf(inject('templateUrl'))}`);
}

/** A database without tables, for tests of migrations. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return create({}, 'TEMPLATE template0');
}

async function create(options: ConnectOptions, source: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} ${source}`);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  const db = connectDatabase(url.href, options);
  const drop = async () => {
    await db.$disconnect();
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: url.href, db, drop };
}

/** Runs one statement as the superuser of the test server, outside of any test database. */
export async function administer(sql: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function databaseNameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
