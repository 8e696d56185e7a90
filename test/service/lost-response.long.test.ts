import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createGame } from '../../src/modules/catalog/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Answer, type Creator, newCreator } from '../actors.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { createMachine, operate } from './child-service.js';

const machine = createMachine();
const databases: TestDatabase[] = [];
afterEach(async () => {
  await machine.clear();
  for (const database of databases.splice(0)) await database.drop();
});

const ENOUGH = { timeout: 60_000, interval: 5 };
const GATE = 7;

test('a retry returns the mod whose API process was killed before the response, created once', async () => {
  // An external database: the second process gets no notice that the first one died.
  const database = await openTestDatabase();
  databases.push(database);
  const dataDir = await machine.dataDir('empty');
  const env = { DATABASE_URL: database.url };
  const first = machine.start(dataDir, env);
  const url = await first.baseUrl;
  const alice = await operate(dataDir, (platform) => newAuthor(platform, url), env);
  const key = randomUUID();
  await holdAnswers(database.url, async (held) => {
    const lost = write(alice, key).catch(() => 'lost');
    await vi.waitUntil(async () => (await held()).length === 1, ENOUGH);
    first.signal('SIGKILL');
    expect(await lost).toBe('lost');
    await first.ended;
  });
  const { db } = database;
  const record = { where: { key }, select: { state: true, status: true, subjectId: true } };
  const [mod] = await db.mod.findMany();
  expect(await db.idempotencyRecord.findFirst(record)).toEqual({
    state: 'effected',
    status: null,
    subjectId: mod?.id,
  });

  await machine.start(dataDir, { ...env, PORT: new URL(url).port }).baseUrl;
  const again = await write(alice, key);
  expect([again.status, again.body.data.id]).toEqual([201, mod?.id]);
  expect(again.headers.get('location')).toBe(`/v1/mods/${mod?.id}`);
  expect(again.headers.get('etag')).toBe(`"${mod?.id}.1"`);
  expect((await write(alice, key)).body).toEqual(again.body);
  expect([await db.mod.count(), await db.idempotencyRecord.count()]).toEqual([1, 1]);
  expect(await db.auditEntry.count({ where: { targetId: mod?.id ?? '' } })).toBe(1);
});

function write(alice: Creator, key: string): Promise<Answer> {
  const draft = { game_slug: 'quarry', title: { en: 'Lost' }, description: { en: 'And found.' } };
  return alice.post('/mods', draft, { 'Idempotency-Key': key });
}

async function newAuthor(platform: Platform, baseUrl: string): Promise<Creator> {
  const ctx = createSystemContext(platform, 'test');
  await createGame(ctx, { slug: 'quarry', name: 'Quarry', loaders: ['forge'], versions: ['1'] });
  return newCreator(platform, baseUrl, 'alice');
}

/** Blocks the storing of responses during the work. `held` returns the blocked connections. */
async function holdAnswers(
  databaseUrl: string,
  work: (held: () => Promise<readonly { pid: number }[]>) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      create function hold_answer() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(${GATE});
        return new;
      end $$;
      create trigger hold_answer before update on idempotency_records
        for each row when (new.state = 'done') execute function hold_answer();
      select pg_advisory_lock(${GATE})`);
    const held = async () => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory'`,
      );
      return rows;
    };
    await work(held);
    // PostgreSQL would otherwise finish the statements of the dead process when the lock is
    // released.
    for (const { pid } of await held()) await client.query(`select pg_terminate_backend(${pid})`);
    await client.query('drop trigger hold_answer on idempotency_records');
  } finally {
    await client.end();
  }
}
