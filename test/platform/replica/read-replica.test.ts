import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { indexMod } from '../../../src/modules/catalog/index.js';
import { openReplica } from '../../../src/platform/replica/open-replica.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { startService } from '../../../src/server/service.js';
import type { Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { keptLog } from '../../kept-log.js';
import { type ListPage, restList, walkThrough } from '../../lists.js';
import { metricsShow } from '../../metrics.js';
import { seedMods, shelfOf } from '../../routes/catalog/catalog-rows.js';
import { settlesAs, useReplicatedWorld } from './replicated-world.js';

const scene = useReplicatedWorld();
const { world } = scene;

const STATISTICS = `query ($modId: ID!) { modStatistics(modId: $modId) { downloads } }`;

/** Makes a document that no cache has. */
async function newDocument(): Promise<string> {
  const { id } = await scene.publishedMod('Uncached');
  await scene.rename(id, 'Uncached again');
  await scene.used();
  await world.platform.db.$executeRaw`
    update mods set snapshot_revision = snapshot_revision + 1 where id = ${id}::uuid`;
  await scene.used();
  return id;
}

describe('a replica that follows', () => {
  it('a replica answers the reads of documents, searches and statistics, and the primary answers none of them', async () => {
    const id = await newDocument();
    const reads = async () => {
      expect(await scene.shown(id)).toBe('Uncached again');
      expect(await scene.titlesFound('lantern')).toEqual(['Lantern']);
      const { body } = await scene.alice.graphql(STATISTICS, { modId: scene.modId });
      expect(body.data.modStatistics).toEqual({ downloads: 0 });
    };
    let onReplica: string[] = [];
    const onPrimary = await scene.pair.primary.reads(async () => {
      onReplica = await scene.pair.replica.reads(reads);
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
    const { teamId } = await world.platform.db.mod.findUniqueOrThrow({
      where: { id: scene.modId },
    });
    const bob = await world.creator('bob');
    const member = { teamId, userId: bob.userId, role: 'publisher' } as const;
    await world.platform.db.teamMember.create({ data: member });
    const mine = `{ myStatistics { mods { modId } downloads } }`;
    await scene.used();
    await scene.paused(async () => {
      await world.platform.db.teamMember.deleteMany({ where: { userId: bob.userId } });
      expect((await bob.graphql(mine)).body.data.myStatistics.mods).toEqual([]);
      const refused = await bob.graphql(STATISTICS, { modId: scene.modId });
      expect(refused.body.errors[0].extensions.code).toBe('forbidden');
    });
  });
});

describe('a replica that has stopped applying changes', () => {
  it('a replica that stands still makes no response stale: edits, publications and take-downs show at once', async () => {
    const [edited, taken] = [
      await scene.publishedMod('Compass'),
      await scene.publishedMod('Sextant'),
    ];
    await scene.used();
    await scene.paused(async () => {
      await scene.rename(edited.id, 'Astrolabe compass');
      await world.platform.db.mod.update({ where: { id: taken.id }, data: { state: 'hidden' } });
      const added = await scene.publishedMod('Chart');
      expect(await scene.shown(edited.id)).toBe('Astrolabe compass');
      expect(await scene.shown(added.id)).toBe('Chart');
      expect(await scene.shown(taken.id)).toBe('404');
      // The search of the replica finds the mod by its old title and shows the new document.
      expect(await scene.titlesFound('compass')).toEqual(['Astrolabe compass']);
      expect(await scene.titlesFound('sextant')).toEqual([]);
      const listed = await world.anon.get('/mods?limit=2');
      expect(listed.body.data.map(({ title }: Json) => title.en)).toEqual([
        'Chart',
        'Astrolabe compass',
      ]);
      expect(scene.state()).toBe('used');
    });
  });

  it('the service leaves a replica that is too far behind, and reads it again when it has caught up', async () => {
    await scene.withReplica(
      scene.pair.replica.url,
      async (replica) => {
        await settlesAs(replica, 'used');
        await scene.paused(async () => {
          await scene.publishedMod('Barometer');
          await settlesAs(replica, 'behind');
          expect(await replica.read('search', async () => 'found')).toBeNull();
        });
        await settlesAs(replica, 'used');
      },
      0.5,
    );
  });
});

describe('a replica that is too far behind', () => {
  it('a service whose replica is behind stays ready, says degraded, and reads from the primary', async () => {
    await scene.used();
    const behind = await startService({
      config: { ...world.platform.config, port: 0 },
      log: keptLog,
      mode: 'api',
      clock: world.clock,
      limits: { ...world.platform.limits, replicaLagSeconds: 0.5 },
    });
    const readiness = async () => {
      const ready = await fetch(`${behind.localUrl}/readyz`);
      const { parts }: Json = await ready.json();
      return `${ready.status} ${parts.replica}`;
    };
    try {
      await eventually(async () => expect(await readiness()).toBe('200 up'));
      await scene.paused(async () => {
        await scene.publishedMod('Hygrometer');
        await eventually(async () => expect(await readiness()).toBe('200 degraded'));
        expect(behind.platform.replica?.use().state).toBe('behind');
        const reads = await scene.pair.replica.reads(async () => {
          const found = await fetch(`${behind.localUrl}/v1/search?q=lantern`);
          expect(found.status).toBe(200);
        });
        expect(reads.filter((sql) => /search_entries/.test(sql))).toEqual([]);
      });
      await eventually(async () => expect(await readiness()).toBe('200 up'));
    } finally {
      await behind.stop();
    }
  });
});

describe('a replica that does not respond', () => {
  it('the primary replaces an absent replica until it is back', async () => {
    await scene.pair.replica.stop();
    expect(await scene.titlesFound('lantern')).toEqual(['Lantern']);
    await scene.becomes('away');
    const ready = await fetch(`${world.baseUrl}/readyz`);
    const { parts }: Json = await ready.json();
    expect([ready.status, parts.replica]).toEqual([200, 'degraded']);
    await scene.pair.replica.start();
    await scene.used();
    const reads = await scene.pair.replica.reads(() => scene.titlesFound('lantern'));
    expect(reads.length).toBeGreaterThan(0);
  });

  it('a frozen replica delays the reads that it holds until the next check, and no later ones', async () => {
    await scene.used();
    scene.gate.freeze();
    expect(await scene.titlesFound('lantern')).toEqual(['Lantern']);
    expect(scene.state()).toBe('away');
    const answered = await scene.pair.primary.reads(() => scene.titlesFound('lantern'));
    expect(answered.length).toBeGreaterThan(0);
    scene.gate.open();
    await scene.used();
  });
});

/** Begins a transaction that gives a mod another search entry, with the lowest popularity. */
async function moving(modId: string): Promise<{ commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: scene.pair.primary.url });
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
  await scene.used();
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
      scene.gate.shut();
      await scene.becomes('away');
    } else {
      scene.gate.open();
      await scene.used();
    }
  }).finally(() => scene.gate.open());
  expect(sources).toEqual(['replica', 'primary', 'replica']);
  expect(seen.toSorted()).toEqual(seeded.map(({ modId }) => modId).toSorted());
});

it('the service never reads another database, even of the same server', async () => {
  await scene.pair.primary.query('create database other template template0');
  await scene.pair.caughtUp();
  const url = new URL(scene.pair.replica.url);
  url.pathname = '/other';
  await scene.withReplica(url.href, async (replica) => {
    await settlesAs(replica, 'foreign');
    expect(await replica.read('documents', async () => 'another document')).toBeNull();
  });
});

it('the service never reads a primary as a replica', async () => {
  await scene.withReplica(scene.pair.primary.url, async (replica) => {
    await settlesAs(replica, 'primary');
    expect(await replica.read('search', async () => 'found')).toBeNull();
  });
});

it('a database that is a standby itself has no replica', async () => {
  await scene.withReplica(scene.pair.replica.url, async (standby) => {
    await settlesAs(standby, 'used');
    const settled = standby.read('search', async (db) => {
      const replica = openReplica({
        url: scene.pair.replica.url,
        primary: db,
        limits: LIMITS,
        log: keptLog,
      });
      await settlesAs(replica, 'nothing-to-follow').finally(() => replica.stop());
      return 'settled';
    });
    expect(await settled).toBe('settled');
  });
});
