import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../prisma/migrate.js';
import { connectDatabase, type Database } from '../../src/platform/database/connect.js';
import { serviceNameOf } from '../../src/registry/schema-generation.js';
import { openTestDatabase, type TestDatabase } from '../database.js';

let database: TestDatabase;
/** Connections that do not count as those of a service. */
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = connectDatabase(database.url, { applicationName: 'test' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});
beforeEach(() => setGeneration(null));

async function setGeneration(generation: number | null): Promise<void> {
  await db.schemaGeneration.deleteMany();
  if (generation !== null) await db.schemaGeneration.create({ data: { generation } });
}

const recorded = async () =>
  (await db.schemaGeneration.findUnique({ where: { id: 1 } }))?.generation ?? null;

/** A start of a release of this generation. */
const start = (generation: number, readOnly = false) =>
  migrate(database.url, undefined, { generation, readOnly });

/** Runs `work` while a program with this application name is connected. */
async function beside(application_name: string, work: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, application_name });
  await client.connect();
  try {
    await work();
  } finally {
    await client.end();
  }
}

describe('generations of releases', () => {
  it('a start records its generation, and a start of the previous release leaves it', async () => {
    await start(6);
    expect(await recorded()).toBe(6);
    await start(5);
    expect(await recorded()).toBe(6);
  });

  it('a start is refused on a database of a release after the next one', async () => {
    await setGeneration(7);
    await expect(start(5)).rejects.toThrow(
      'releases of generation 7, and this one has generation 5',
    );
    await expect(start(6)).resolves.toEqual([]);
  });

  it('a start is refused while a service of a release before the previous one runs', async () => {
    await setGeneration(5);
    const starts = () =>
      expect(start(7)).rejects.toThrow('a service of generation 5 still uses the database');
    await beside(serviceNameOf(5), starts);
    expect(await recorded()).toBe(5);
    await start(7);
    expect(await recorded()).toBe(7);
  });

  it('a start is refused beside release 0.1 from generation 2 on', async () => {
    await beside('modport', async () => {
      await start(1);
      await expect(start(2)).rejects.toThrow('a service of generation 0');
    });
  });

  it('a start succeeds beside the previous release and beside other programs', async () => {
    await beside(serviceNameOf(6), () => start(7));
    await beside('modport migrate', () => start(9));
    expect(await recorded()).toBe(9);
  });

  it('a start is refused beside a quiet service of a release before the previous one, also behind a pooler', async () => {
    for (const name of [serviceNameOf(5, 'changes'), `${serviceNameOf(5)} - 192.0.2.7:4711`]) {
      await beside(name, () => expect(start(7)).rejects.toThrow('a service of generation 5'));
    }
  });

  it('a start writes no generation in read-only mode, and is refused like any other', async () => {
    await start(5, true);
    expect(await recorded()).toBeNull();
    await setGeneration(7);
    await expect(start(5, true)).rejects.toThrow('generation 7');
  });
});
