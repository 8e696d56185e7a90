import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { admitDownload } from '../../../src/modules/delivery/downloads/admit-download.js';
import { resolveDownload } from '../../../src/modules/delivery/downloads/resolve-download.js';
import { readPublishedFile } from '../../../src/modules/publishing/index.js';
import type { Tx } from '../../../src/platform/database/connect.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Viewer } from '../../../src/request/viewer.js';
import { meanwhile, outside } from '../../locks.js';
import { longTest, rounds } from '../../rounds.js';
import { times } from '../identity/rate-limiting.js';
import {
  ask,
  bytes,
  countOf,
  GIB,
  GRANT,
  newFiles,
  nobody,
  original,
  person,
  rowsOf,
  three,
  useAdmission,
  world,
} from './download-admission.js';

useAdmission();

describe('concurrent downloads', () => {
  const repeat = async (round: (at: number) => Promise<void>) => {
    for (let at = 0; at < rounds(2, 40); at += 1) await round(at);
  };
  /** Takes leases as downloads of other files would. */
  const take = async (actor: string, count: number, app: string | null = null) => {
    const { blobId, ...artifact } = await world.platform.db.artifact.findUniqueOrThrow({
      where: { id: original.artifactId },
    });
    const now = world.clock.now();
    const row = {
      artifactId: artifact.id,
      blobId: blobId ?? '',
      actor,
      clientId: app,
      state: 'active',
      sizeBytes: 1,
      provider: 'disk',
      admittedAt: now,
      chargedAt: now,
      expiresAt: new Date(now.getTime() + 1000 * GRANT),
    } as const;
    await world.platform.db.downloadGrant.createMany({ data: Array(count).fill(row) });
    // Inserting a bucket row also locks it, so the row has to exist before the race.
    const held = [actor, ...(app === null ? [] : [`client:${app}`])];
    await world.platform.db.downloadBucket.createMany({
      data: held.map((key) => ({ key, asOf: now })),
    });
  };
  const race = async (asked: readonly Promise<string>[]) => {
    const outcomes = await Promise.all(asked);
    return [countOf(outcomes, '200'), countOf(outcomes, 'download_leases')];
  };

  it('concurrent downloads get the last lease of an address exactly once', async () => {
    const ids = await newFiles(5);
    await repeat(async (at) => {
      const viewer = nobody();
      await take(viewer.actor, 1);
      const racers = ids.slice(0, at % 2 === 0 ? 2 : 5);
      const ended = await race(racers.map((id) => ask(viewer, id)));
      expect(ended).toEqual([1, racers.length - 1]);
    });
  });

  longTest(
    'concurrent downloads by any applications get the last lease of an account exactly once',
    async () => {
      const ids = await newFiles(5);
      await repeat(async () => {
        const user = randomUUID();
        await take(`user:${user}`, 3);
        const ended = await race(ids.map((id) => ask(person(`app-${randomUUID()}`, user), id)));
        expect(ended).toEqual([1, 4]);
      });
    },
  );

  longTest(
    'concurrent downloads by any users get the last lease of an application exactly once',
    async () => {
      const [id] = await newFiles(1);
      await repeat(async () => {
        const app = `app-${randomUUID()}`;
        await take(`user:${randomUUID()}`, 15, app);
        const users = Array.from({ length: 5 }, () => randomUUID());
        expect(await race(users.map((user) => ask(person(app, user), id)))).toEqual([1, 4]);
      });
    },
  );

  it('concurrent downloads of one account are admitted up to its byte quota', async () => {
    const ids = await newFiles(5, 15 * GIB);
    await repeat(async () => {
      const user = randomUUID();
      const outcomes = await Promise.all(ids.map((id) => ask(person(null, user), id)));
      const ended = ['200', 'download_bytes', 'download_leases'].map((it) => countOf(outcomes, it));
      expect(ended).toEqual([2, 3, 0]);
    });
  });

  longTest(
    'an expiring grant and a concurrent download never both get the last lease',
    async () => {
      const ids = await newFiles(2);
      const [id = '', another = ''] = ids;
      await repeat(async (at) => {
        const viewer = nobody();
        await take(viewer.actor, 1);
        await ask(viewer, id);
        const end = new Date(world.clock.now().getTime() + 1000 * GRANT);
        // One request reads the clock just before the grant expires, the other at its expiry.
        const askAt = (now: Date, file: string) => {
          const platform = {
            ...world.platform,
            clock: { ...world.platform.clock, now: () => now },
          };
          const ctx = createSystemContext(platform, 'test', viewer);
          return resolveDownload(ctx, file, null);
        };
        await world.platform.db.downloadGrant.updateMany({
          where: { actor: viewer.actor, artifactId: original.artifactId },
          data: { expiresAt: new Date(end.getTime() + 1000) },
        });
        const asked = [() => askAt(new Date(end.getTime() - 1), id), () => askAt(end, another)];
        if (at % 2 === 0) asked.reverse();
        const ended = await Promise.allSettled(asked.map((one) => one()));
        expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const live = { actor: viewer.actor, state: 'active', expiresAt: { gt: end } } as const;
        expect(await world.platform.db.downloadGrant.count({ where: live })).toBe(2);
      });
    },
  );

  /** Admits a download and runs `happens` after the admission has read its grants. */
  const admitWhile = async (viewer: Viewer, id: string, happens: () => Promise<unknown>) => {
    const ctx = createSystemContext(world.platform, 'test', viewer);
    const file = { ...(await readPublishedFile(ctx, id)), isLeased: false, isWaiting: false };
    if (file.source !== 'rehosted_blob') throw new Error('not a file that is kept here');
    return world.platform.db.$transaction((tx) => {
      let isOver = false;
      const read = async (...query: Parameters<Tx['$queryRaw']>) => {
        const rows = await tx.$queryRaw<object[]>(...query);
        if (!isOver && rows[0] && 'jobId' in rows[0]) {
          isOver = true;
          await outside(happens);
        }
        return rows;
      };
      const interrupted = new Proxy(tx, {
        get: (target, name) => (name === '$queryRaw' ? read : Reflect.get(target, name)),
      });
      return admitDownload(interrupted, ctx, file, null);
    });
  };

  it('a resolve without a job id succeeds and keeps the progress of a concurrent request', async () => {
    const [id = ''] = await newFiles(1);
    const viewer = nobody();
    expect(await ask(viewer, id)).toBe('200');
    const change = (data: { bytesReceived?: bigint; state?: 'completed' }) => () =>
      world.platform.db.downloadGrant.updateMany({ where: { actor: viewer.actor }, data });
    const further = await admitWhile(viewer, id, change({ bytesReceived: 100n }));
    expect(further).toMatchObject({ refusal: null, grant: { bytesReceived: 100n } });
    const completed = change({ bytesReceived: BigInt(bytes.length), state: 'completed' });
    const another = await admitWhile(viewer, id, completed);
    expect(another).toMatchObject({ refusal: null, grant: { state: 'active', bytesReceived: 0n } });
    expect(another.grant.id).not.toBe(further.grant.id);
    expect(await rowsOf(id)).toHaveLength(2);
  });

  it('a retry of a waiting download gets 429 at once while another transaction locks its quota rows', async () => {
    const ids = await newFiles(2);
    const [id = '', another = ''] = ids;
    const app = `app-${randomUUID()}`;
    await take(`user:${randomUUID()}`, 16, app);
    const viewer = person(app, randomUUID());
    expect(await ask(viewer, id)).toBe('download_leases');
    const [before] = await rowsOf(id);
    const first = await world.platform.db.$transaction(async (tx) => {
      await tx.$queryRaw`select from download_buckets where key in (${`client:${app}`}, ${viewer.actor})
        for update`;
      const waits = outside(() => ask(viewer, another));
      for (const _ of [1, 2, 3]) {
        expect(await outside(() => ask(viewer, id))).toBe('download_leases');
      }
      expect(await outside(() => rowsOf(another))).toEqual([]);
      // A function, because the transaction would wait for a returned promise.
      return () => waits;
    });
    expect(await first()).toBe('download_leases');
    expect(await rowsOf(id)).toEqual([before]);
    // The same request is admitted when a lease is free.
    world.clock.advance(GRANT);
    expect(await ask(viewer, id)).toBe('200');
  });

  it('concurrent requests of one actor end with two leases and one row per file', async () => {
    const ids = await newFiles(20);
    const viewer = nobody();
    const outcomes = await times(rounds(40, 1_000), (at) => ask(viewer, ids[at % 20]));
    const rows = await world.platform.db.downloadGrant.findMany({
      where: { actor: viewer.actor },
    });
    expect(rows).toHaveLength(20);
    expect(rows.filter(({ state }) => state === 'active')).toHaveLength(2);
    expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(18);
    expect(new Set(outcomes)).toEqual(new Set(['200', 'download_leases']));
  });
});

describe('file removal during admission', () => {
  it('a file found unsafe during admission is file_not_found and gets no grant', async () => {
    const { db } = world.platform;
    const [id] = await three();
    const blob = { where: { artifacts: { some: { id } } } };
    const condemn = (tx: Tx) => tx.blob.updateMany({ ...blob, data: { state: 'unsafe' } });
    const { waited, result } = await meanwhile(world, condemn, () => ask(nobody(), id));
    await db.blob.updateMany({ ...blob, data: { state: 'sealed' } });
    expect([waited, result]).toEqual([true, 'file_not_found']);
    expect(await rowsOf(id)).toEqual([]);
  });
});
