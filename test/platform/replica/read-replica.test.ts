import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.js';
import { indexMod, modsOf } from '../../../src/modules/catalog/index.js';
import { connectDatabase, type Database } from '../../../src/platform/database/connect.js';
import { openReplica } from '../../../src/platform/replica/open-replica.js';
import type { ReadReplica, ReplicaState } from '../../../src/platform/replica/read-replica.port.js';
import { createSystemContext } from '../../../src/request/context.js';
import { startService } from '../../../src/server/service.js';
import { anonymous, type Creator, type Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { keptLog } from '../../kept-log.js';
import { type ListPage, restList, walkThrough } from '../../lists.js';
import { metricsShow } from '../../metrics.js';
import { draftMod, newGame, publishedVersion, sha256Of } from '../../publishing.js';
import { openReplicaPair, type ReplicaPair, type TestServer } from '../../replica-pair.js';
import { inLongTests } from '../../rounds.js';
import { seedMods, shelfOf } from '../../routes/catalog-rows.js';
import { openGate, type TcpGate } from '../../tcp-gate.js';

const environment: NodeJS.ProcessEnv = {};
let pair: ReplicaPair;
let gate: TcpGate;

beforeAll(async () => {
  pair = await openReplicaPair();
  gate = await openGate(portOf(pair.replica));
  environment['DATABASE_URL'] = pair.primary.url;
  environment['DATABASE_READ_URL'] = throughGate();
});
afterAll(async () => {
  await gate.close();
  await pair.close();
});

/** No test takes so long that a replica that stands still is left because of its age. */
const limits = { replicaBeatSeconds: 0.05, replicaLagSeconds: 600, sharedReadsBytes: 0 };
const world = useWorld(environment, { limits });
let alice: Creator;
let mod: { id: string };

beforeAll(async () => {
  await newGame(world, 'copied');
  alice = await world.creator('alice');
  mod = await publishedMod('Lantern');
  await used();
});

function portOf({ url }: TestServer): number {
  return Number(new URL(url).port);
}

/** The address of whatever the gate leads to. */
function throughGate(): string {
  const url = new URL(pair.replica.url);
  url.port = String(gate.port);
  return url.href;
}

async function publishedMod(title: string): Promise<{ id: string }> {
  const { id } = await draftMod(alice, 'copied', { title: { en: title } });
  await publishedVersion(world, alice, id, { version: '1.0.0' });
  await world.settled();
  return { id };
}

const etagOf = async (id: string) => (await alice.get(`/mods/${id}`)).headers.get('etag') ?? '';

function stateOf(): ReplicaState | undefined {
  return world.platform.replica?.use().state;
}
const becomes = (state: ReplicaState) => eventually(() => expect(stateOf()).toBe(state));

/** Waits until the replica has everything that was written before, and the service knows. */
async function used(): Promise<void> {
  await pair.caughtUp();
  const before = await pair.primary.query('select pg_current_snapshot()::text as snapshot');
  const wanted = Number(before[0].snapshot.split(':')[1]);
  await eventually(async () => {
    const horizon = await world.platform.replica?.read('search', async (_db, it) => it);
    expect(Number(horizon?.split(':')[1] ?? 0)).toBeGreaterThanOrEqual(wanted);
  });
}

async function titlesFound(q: string): Promise<string[]> {
  const { status, body, text } = await world.anon.get(`/search?q=${q}`);
  if (status !== 200) throw new Error(text);
  return body.data.map(({ title }: Json) => title.en);
}

async function shown(id: string): Promise<string> {
  const { status, body } = await world.anon.get(`/mods/${id}`);
  return status === 200 ? body.data.title.en : `${status}`;
}

async function rename(id: string, title: string): Promise<void> {
  const change = { title: { en: title } };
  const answer = await alice.patch(`/mods/${id}`, change, { 'If-Match': await etagOf(id) });
  if (answer.status !== 200) throw new Error(answer.text);
}

const STATISTICS = `query ($modId: ID!) { modStatistics(modId: $modId) { downloads } }`;

/** Makes a document that no cache has. */
async function newDocument(): Promise<string> {
  const { id } = await publishedMod('Uncached');
  await rename(id, 'Uncached again');
  await used();
  await world.platform.db.$executeRaw`
    update mods set snapshot_revision = snapshot_revision + 1 where id = ${id}::uuid`;
  await used();
  return id;
}

/** Opens another replica of the world's database, and closes it after the work. */
async function withReplica(
  url: string,
  work: (replica: ReadReplica) => Promise<void>,
  given = limits,
): Promise<void> {
  const { db: primary } = world.platform;
  const replica = openReplica({ url, primary, limits: given, log: keptLog });
  try {
    await work(replica);
  } finally {
    await replica.stop();
  }
}

const settlesAs = (replica: ReadReplica, state: ReplicaState) =>
  eventually(() => expect(replica.use().state).toBe(state));

describe('a replica that follows', () => {
  it('a replica answers the reads of documents, searches and statistics, and the primary answers none of them', async () => {
    const id = await newDocument();
    const reads = async () => {
      expect(await shown(id)).toBe('Uncached again');
      expect(await titlesFound('lantern')).toEqual(['Lantern']);
      const { body } = await alice.graphql(STATISTICS, { modId: mod.id });
      expect(body.data.modStatistics).toEqual({ downloads: 0 });
    };
    let onReplica: string[] = [];
    const onPrimary = await pair.primary.reads(async () => {
      onReplica = await pair.replica.reads(reads);
    });
    const kinds = [/as json/, /from search_entries/, /download_days/];
    for (const kind of kinds) expect(onReplica.some((sql) => kind.test(sql))).toBe(true);
    expect(onPrimary).toEqual([]);
    await metricsShow(
      world,
      'modport_replica_state{state="used"} 1',
      'modport_replica_state{state="away"} 0',
      /^modport_replica_lag_seconds 0\.\d+$/m,
      /^modport_replica_reads_total\{read="documents",source="replica"\} [1-9]/m,
      /^modport_replica_reads_total\{read="statistics",source="replica"\} 1$/m,
    );
  });

  it('the connections to a replica accept no write', async () => {
    const written = world.platform.replica?.read('search', async (db) => {
      await db.$executeRaw`create temporary table t (id int)`;
      return 'written';
    });
    expect(await written).toBeNull();
  });

  it('a transaction never asks a replica, because only the primary has its rows', async () => {
    const { db, replica } = world.platform;
    const read = db.$transaction(async () => replica?.read('documents', async () => 'a copy'));
    expect(await read).toBeNull();
  });

  it('the primary decides who may see statistics', async () => {
    const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: mod.id } });
    const bob = await world.creator('bob');
    const member = { teamId, userId: bob.userId, role: 'publisher' } as const;
    await world.platform.db.teamMember.create({ data: member });
    const mine = `{ myStatistics { mods { modId } downloads } }`;
    await used();
    await paused(async () => {
      await world.platform.db.teamMember.deleteMany({ where: { userId: bob.userId } });
      expect((await bob.graphql(mine)).body.data.myStatistics.mods).toEqual([]);
      const refused = await bob.graphql(STATISTICS, { modId: mod.id });
      expect(refused.body.errors[0].extensions.code).toBe('forbidden');
    });
  });
});

/** Runs work while the replica applies nothing. */
async function paused(work: () => Promise<void>): Promise<void> {
  await pair.replica.query('select pg_wal_replay_pause()');
  try {
    await work();
  } finally {
    await pair.replica.query('select pg_wal_replay_resume()');
    await used();
  }
}

describe('a replica that has stopped applying changes', () => {
  it('a replica that stands still makes no response stale: edits, publications and take-downs show at once', async () => {
    const [edited, taken] = [await publishedMod('Compass'), await publishedMod('Sextant')];
    await used();
    await paused(async () => {
      await rename(edited.id, 'Astrolabe compass');
      await world.platform.db.mod.update({ where: { id: taken.id }, data: { state: 'hidden' } });
      const added = await publishedMod('Chart');
      expect(await shown(edited.id)).toBe('Astrolabe compass');
      expect(await shown(added.id)).toBe('Chart');
      expect(await shown(taken.id)).toBe('404');
      // The search of the replica finds the mod by its old title and shows the new document.
      expect(await titlesFound('compass')).toEqual(['Astrolabe compass']);
      expect(await titlesFound('sextant')).toEqual([]);
      const listed = await world.anon.get('/mods?limit=2');
      expect(listed.body.data.map(({ title }: Json) => title.en)).toEqual([
        'Chart',
        'Astrolabe compass',
      ]);
      expect(stateOf()).toBe('used');
    });
  });

  it('the service leaves a replica that is too far behind, and reads it again when it has caught up', async () => {
    const hasty = { ...limits, replicaLagSeconds: 0.5 };
    await withReplica(
      pair.replica.url,
      async (replica) => {
        await settlesAs(replica, 'used');
        await paused(async () => {
          await publishedMod('Barometer');
          await settlesAs(replica, 'behind');
          expect(await replica.read('search', async () => 'found')).toBeNull();
        });
        await settlesAs(replica, 'used');
      },
      hasty,
    );
  });
});

describe('a replica that does not respond', () => {
  it('the primary replaces an absent replica until it is back', async () => {
    await pair.replica.stop();
    expect(await titlesFound('lantern')).toEqual(['Lantern']);
    await becomes('away');
    const ready = await fetch(`${world.baseUrl}/readyz`);
    const { parts }: Json = await ready.json();
    expect([ready.status, parts.replica]).toEqual([200, 'degraded']);
    await pair.replica.start();
    await used();
    const reads = await pair.replica.reads(() => titlesFound('lantern'));
    expect(reads.length).toBeGreaterThan(0);
  });

  it('a frozen replica delays the reads that it holds until the next check, and no later ones', async () => {
    await used();
    gate.freeze();
    expect(await titlesFound('lantern')).toEqual(['Lantern']);
    expect(stateOf()).toBe('away');
    const answered = await pair.primary.reads(() => titlesFound('lantern'));
    expect(answered.length).toBeGreaterThan(0);
    gate.open();
    await used();
  });
});

/** Begins a transaction that gives a mod another search entry, with the lowest popularity. */
async function moving(modId: string): Promise<{ commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: pair.primary.url });
  await client.connect();
  const texts = 'mod_id, game_id, revision, titles, title_words, names, texts, body';
  await client.query('begin');
  await client.query(
    `with old as (update search_entries set closed_in = pg_current_xact_id(), closed_at = now(),
        labels = array(select 'closed ' || label from unnest(labels) label)
      where mod_id = $1 and closed_in is null returning *)
    insert into search_entries (${texts}, labels, popularity, indexed_at)
    select ${texts}, array(select replace(label, 'closed ', '') from unnest(labels) label), 0, now() from old`,
    [modId],
  );
  return {
    async commit() {
      await client.query('commit');
      await client.end();
    },
  };
}

it('a walk through search results that begins on the replica continues on the primary and back, with each mod once', async () => {
  const { db } = world.platform;
  const shelf = await shelfOf(world, 'copied');
  const seeded = await seedMods(
    world,
    shelf,
    Array.from({ length: 12 }, (_, at) => ({ title: { en: `Beacon ${at}` }, downloads: at })),
  );
  for (const { modId } of seeded) await indexMod(world.platform, modId);
  // A transaction that runs while the walk begins would move the first mod to the end.
  const running = await moving(seeded.at(-1)?.modId ?? '');
  await world.creator('later-transaction');
  await used();
  const list = restList(world.anon, '/search?q=beacon');
  const sources: string[] = [];
  const pages = async (cursor: string | null, limit: number): Promise<ListPage> => {
    const before = world.platform.replica?.use().reads.search.replica;
    const page = await list(cursor, limit);
    const after = world.platform.replica?.use().reads.search.replica;
    sources.push(before === after ? 'primary' : 'replica');
    return page;
  };
  const seen = await walkThrough(pages, [4], async (turn) => {
    if (turn === 0) await running.commit();
    // Every mod gets another entry, which the walk must not show.
    await db.$executeRaw`update mods set downloads_count = downloads_count + 1000 * ${turn + 1}::int
      where id = any(${seeded.map(({ modId }) => modId)}::uuid[])`;
    for (const { modId } of seeded) await indexMod(world.platform, modId);
    if (turn % 2 === 0) {
      gate.shut();
      await becomes('away');
    } else {
      gate.open();
      await used();
    }
  }).finally(() => gate.open());
  expect(sources).toEqual(['replica', 'primary', 'replica']);
  expect(seen.toSorted()).toEqual(seeded.map(({ modId }) => modId).toSorted());
});

it('the service never reads another database, even of the same server', async () => {
  await pair.primary.query('create database other template template0');
  await pair.caughtUp();
  const url = new URL(pair.replica.url);
  url.pathname = '/other';
  await withReplica(url.href, async (replica) => {
    await settlesAs(replica, 'foreign');
    expect(await replica.read('documents', async () => 'another document')).toBeNull();
  });
});

it('the service never reads a primary as a replica', async () => {
  await withReplica(pair.primary.url, async (replica) => {
    await settlesAs(replica, 'primary');
    expect(await replica.read('search', async () => 'found')).toBeNull();
  });
});

it('a database that is a standby itself has no replica', async () => {
  await withReplica(pair.replica.url, async (standby) => {
    await settlesAs(standby, 'used');
    const settled = standby.read('search', async (db) => {
      const replica = openReplica({ url: pair.replica.url, primary: db, limits, log: keptLog });
      await settlesAs(replica, 'nothing-to-follow').finally(() => replica.stop());
      return 'settled';
    });
    expect(await settled).toBe('settled');
  });
});

inLongTests(() => {
  it('a service with READ_ONLY=on runs on a standby alone, with reads and downloads', async () => {
    const file = await world.platform.db.artifact.findFirstOrThrow({ where: { modId: mod.id } });
    await pair.caughtUp();
    const { dataDir } = world.platform.config;
    const config = loadConfig({
      ...{ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: pair.replica.url, READ_ONLY: 'on' },
      ...{ NODE_ENV: 'test', RATE_LIMITS: 'off' },
    });
    const service = await startService({ config, log: keptLog });
    try {
      const caller = anonymous(service.localUrl);
      expect((await caller.get(`/mods/${mod.id}`)).body.data.title).toEqual({ en: 'Lantern' });
      const resolved = await caller.post(`/downloads/${file.id}/resolve`);
      const { primary_url: url, sha256 } = resolved.body.data;
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      expect(sha256Of(bytes)).toBe(sha256);
      expect((await caller.post('/mods', {})).status).toBe(503);
    } finally {
      await service.stop();
    }
  });

  describe('a replica that was promoted', () => {
    it('a promoted replica returns no document, even before the next check', async () => {
      const { id } = await publishedMod('Anchor');
      const promoted = await pair.copy('promoted', pair.primary);
      await pair.caughtUp(promoted);
      await promoted.promote();
      // Both servers write the same next revision.
      const next = `update mods set snapshot_revision = snapshot_revision + 1`;
      const another = `snapshot = jsonb_set(snapshot, '{title,en}', '"Another anchor"')`;
      await promoted.query(`${next}, ${another} where id = '${id}'`);
      await pair.primary.query(`${next} where id = '${id}'`);
      const db = connectDatabase(promoted.url);
      const replica = { read: (_kind: unknown, work: (from: Database) => unknown) => work(db) };
      const head = await world.platform.db.mod.findUniqueOrThrow({ where: { id } });
      const platform = { ...world.platform, replica: replica as unknown as ReadReplica };
      const [read] = await modsOf(createSystemContext(platform, 'test'), [head]);
      await db.$disconnect();
      expect(read?.title).toEqual({ en: 'Anchor' });
      await withReplica(promoted.url, (checked) => settlesAs(checked, 'primary'));
    });

    it('the service reads no standby of a promoted replica', async () => {
      const promoted = await pair.copy('promoted-too', pair.primary);
      await pair.caughtUp(promoted);
      await promoted.promote();
      await promoted.stop();
      const stray = await pair.copy('stray', promoted, promoted);
      await promoted.start();
      await withReplica(stray.url, (replica) => settlesAs(replica, 'diverged'));
    });
  });
});
