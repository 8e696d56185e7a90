import { describe, expect, it } from 'vitest';
import type { Answer, Json } from '../../actors.js';
import { administer } from '../../database.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { metricsShow } from '../../metrics.js';
import { draftMod, newGame } from '../../publishing.js';

const LIST = '{ listGames { items { slug } } }';

const world = useWorld();

function databaseName(): string {
  return new URL(world.platform.config.databaseUrl ?? '').pathname.slice(1);
}

/** Terminates all connections and hides the database until the work is done. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const name = databaseName();
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await administer(`update pg_database set datallowconn = false where datname = '${name}'`);
  await administer(end);
  await renamed(name, `${name}_away`);
  try {
    await work();
  } finally {
    await renamed(`${name}_away`, name);
  }
}

async function renamed(from: string, to: string): Promise<void> {
  await administer(`alter database ${from} rename to ${to}`);
  await administer(`update pg_database set datallowconn = true where datname = '${to}'`);
}

function expectAway({ status, headers, body }: Answer): void {
  expect([status, body.code, body.retryable]).toEqual([503, 'service_unavailable', true]);
  expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds));
  expect(headers.get('content-type')).toContain('application/problem+json');
}

describe('an unavailable database', () => {
  it('an unavailable database returns 503 with Retry-After in REST and GraphQL, and both recover', async () => {
    await newGame(world, 'lasting');
    await withoutDatabase(async () => {
      expectAway(await world.anon.get('/games'));
      expectAway(await world.anon.get('/mods'));
      expectAway(await world.anon.get('/search?q=anything'));
      const plan = { game_slug: 'lasting', mod_ids: ['01900000-0000-7000-8000-000000000000'] };
      expectAway(await world.anon.post('/install-plans:resolve', plan));
      const { body } = await world.anon.graphql(LIST);
      expect(body.errors[0].extensions).toMatchObject({
        code: 'service_unavailable',
        status: 503,
        retryable: true,
        retry_after_seconds: expect.any(Number),
      });
      expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200);
      await readiness(503);
    });
    const again = await world.anon.get('/games');
    expect([again.status, again.body.data[0].slug]).toEqual([200, 'lasting']);
    expect((await world.anon.graphql(LIST)).body.errors).toBeUndefined();
    await readiness(200);
    // Both responses of GraphQL had the status 200.
    const count = 'modport_request_seconds_count{operation="graphql",method="POST"';
    await metricsShow(world, `${count},status="503"} 1`, `${count},status="200"} 1`);
  });
});

/** Makes each insert of a mod fail in the database during the work. */
async function withTrigger(statement: string, work: () => Promise<void>): Promise<void> {
  const { db } = world.platform;
  await db.$executeRawUnsafe(
    `create function fail() returns trigger language plpgsql as $$ begin ${statement}; end $$`,
  );
  await db.$executeRaw`create trigger fail before insert on mods execute function fail()`;
  try {
    await work();
  } finally {
    await db.$executeRaw`drop trigger fail on mods`;
    await db.$executeRaw`drop function fail`;
  }
}

describe('internal errors', () => {
  it('an internal error returns internal_error in REST and GraphQL without internal details', async () => {
    await world.platform.db.$executeRaw`alter table games rename to games_away`;
    try {
      const rest = await world.anon.get('/games');
      expect([rest.status, rest.body.code]).toEqual([500, 'internal_error']);
      const graph = await world.anon.graphql(LIST);
      const codes = graph.body.errors.map((it: Json) => it.extensions.code);
      expect(codes).toEqual(['internal_error']);
      for (const { text } of [rest, graph]) {
        expect(text).not.toMatch(
          /select|relation|prisma|games_away|public\.|node_modules|at \w+ \(/i,
        );
      }
    } finally {
      await world.platform.db.$executeRaw`alter table games_away rename to games`;
    }
    expect((await world.anon.get('/games')).status).toBe(200);
  });

  it('a lost picture returns internal_error with Cache-Control: private, no-store', async () => {
    await newGame(world, 'pictures');
    const alice = await world.creator('painter');
    const mod = await draftMod(alice, 'pictures');
    const cover = await world.platform.db.media.findFirstOrThrow({ where: { modId: mod.id } });
    await world.platform.storage.remove(cover.storageKey);
    const response = await fetch(`${world.baseUrl}/media/${cover.id}.webp`);
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { code: 'internal_error' },
    ]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBeNull();
  });

  it('repeated deadlocks return 503 service_unavailable', async () => {
    const alice = await world.creator('unlucky');
    await newGame(world, 'busy');
    await withTrigger("raise exception 'no luck' using errcode = '40P01'", async () => {
      const lost = await alice.post('/mods', {
        game_slug: 'busy',
        title: { en: 'A' },
        description: { en: 'B' },
      });
      expectAway(lost);
    });
  });

  it('a value out of range for its column returns invalid_input', async () => {
    const alice = await world.creator('overflow');
    await newGame(world, 'wide');
    await withTrigger("raise exception 'secret_column' using errcode = '22003'", async () => {
      const refused = await alice.post('/mods', {
        game_slug: 'wide',
        title: { en: 'A' },
        description: { en: 'B' },
      });
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
      expect(refused.text).not.toContain('secret_column');
    });
  });
});

/** Readiness is computed once per second. */
function readiness(status: number): Promise<void> {
  return eventually(async () => {
    expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(status);
  });
}
