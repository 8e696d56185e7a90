import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sweepDownloadGrants } from '../../../src/modules/delivery/downloads/renew-grant.js';
import { revokeDownloadGrants } from '../../../src/modules/storage/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { refusal, sweepNow } from '../../publishing.js';
import { quotaOf } from '../identity/rate-limiting.js';
import {
  ask,
  bytes,
  DAY,
  GIB,
  GRANT,
  idsOf,
  jobOf,
  newFiles,
  nobody,
  outcome,
  pathOf,
  person,
  rowsOf,
  stranger,
  three,
  useAdmission,
  world,
} from './download-admission.js';

useAdmission();

describe('download bytes (Spec 8)', () => {
  it('an address has 24 GiB per day, and a larger download waits for the refill', async () => {
    const [large, small] = [await newFiles(3, 20 * GIB), await newFiles(1, 5 * GIB)];
    const resolve = stranger();
    expect(outcome(await resolve(large[0] ?? ''))).toBe('200');
    const over = await resolve(small[0] ?? '');
    expect(refusal(over)).toBe('429 download_rate_limited');
    const waitSeconds = DAY / 24;
    expect(over.body).toMatchObject({
      quota_bucket: 'download_bytes',
      retry_after_seconds: waitSeconds,
    });
    const inDay = (gib: number) => String(Math.ceil((gib * DAY) / 24));
    expect(quotaOf(over)).toEqual([String(24 * GIB), String(4 * GIB), inDay(20)]);
    world.clock.advance(waitSeconds - 1);
    expect((await resolve(small[0] ?? '')).body.retry_after_seconds).toBe(1);
    world.clock.advance(1);
    const admitted = await resolve(small[0] ?? '');
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(over)]);
    const next = await resolve(large[1] ?? '');
    expect([next.body.quota_bucket, quotaOf(next)[1]]).toEqual(['download_bytes', '0']);
  });

  it('an account has 40 GiB across its applications, separate from other accounts', async () => {
    const ids = await newFiles(3, 20 * GIB);
    const [one, other] = [randomUUID(), randomUUID()];
    const outcomes = [];
    for (const id of ids) outcomes.push(await ask(person(`app-${id}`, one), id));
    expect(outcomes).toEqual(['200', '200', 'download_bytes']);
    expect(await ask(person(null, other), ids[2])).toBe('200');
  });

  it('a job is charged once for all its renewals, retries and waits', async () => {
    const ids = await newFiles(2, 12 * GIB);
    const [a, b] = await three();
    const resolve = stranger();
    const [first, second] = [ids[0] ?? '', ids[1] ?? ''];
    const job = jobOf(await resolve(first)).id;
    for (const _ of [1, 2, 3]) await resolve(first);
    await resolve(a);
    for (const _ of [1, 2])
      expect((await resolve(second)).body.quota_bucket).toBe('download_leases');
    world.clock.advance(GRANT);
    await resolve(first, { download_job: { id: job, progress: { bytes_received: GIB } } });
    expect(outcome(await resolve(second))).toBe('200');
    world.clock.advance(GRANT);
    // Both downloads were charged in full, and only a small part is refilled by now.
    const bucket = await world.platform.db.downloadBucket.findFirst({
      where: { key: (await rowsOf(second))[0]?.actor ?? '' },
    });
    expect(Number(bucket?.spentBytes)).toBeGreaterThan(23.8 * GIB);
    expect(Number(bucket?.spentBytes)).toBeLessThanOrEqual(24 * GIB);
    expect(outcome(await resolve(b))).toBe('200');
  });

  it('a job resolved again without its id after a pause continues and is charged once', async () => {
    const [id = ''] = await newFiles(1, 15 * GIB);
    const resolve = stranger();
    const first = await resolve(id);
    const half = { id: jobOf(first).id, progress: { bytes_received: 7 * GIB } };
    await resolve(id, { download_job: half });
    const [row] = await rowsOf(id);
    for (const sleepSeconds of [GRANT + 60, 3600]) {
      world.clock.advance(sleepSeconds);
      const again = await resolve(id);
      expect([outcome(again), ...idsOf(again)]).toEqual(['200', ...idsOf(first)]);
      expect(again.body.data.download_session_id).toBe(first.body.data.download_session_id);
      expect(jobOf(again).progress.bytes_received).toBe(7 * GIB);
    }
    const after = await rowsOf(id);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ admittedAt: row?.admittedAt, chargedAt: row?.chargedAt });
    const bucket = { key: row?.actor ?? '' };
    const { spentBytes } = await world.platform.db.downloadBucket.findUniqueOrThrow({
      where: bucket,
    });
    expect(Number(spentBytes)).toBeLessThanOrEqual(15 * GIB);
  });

  it('a job that continues after a day is charged again, also with an active grant', async () => {
    const [id = ''] = await newFiles(1, 20 * GIB);
    const viewer = nobody();
    expect(await ask(viewer, id)).toBe('200');
    const spent = async () => {
      const row = await world.platform.db.downloadBucket.findUniqueOrThrow({
        where: { key: viewer.actor },
      });
      return Number(row.spentBytes) / GIB;
    };
    // Simulates renewals every four minutes until then.
    const renewed = (seconds: number) =>
      world.platform.db.downloadGrant.updateMany({
        where: { actor: viewer.actor },
        data: { expiresAt: new Date(world.clock.now().getTime() + 1000 * seconds) },
      });
    await renewed(2 * DAY);
    world.clock.advance(DAY - 1);
    expect([await ask(viewer, id), await spent()]).toEqual(['200', 20]);
    const before = (await rowsOf(id))[0];
    expect(before?.chargedAt).toEqual(before?.admittedAt);
    await renewed(GRANT);
    world.clock.advance(1);
    expect([await ask(viewer, id), await spent()]).toEqual(['200', 20]);
    const row = (await rowsOf(id))[0];
    expect(row?.chargedAt?.getTime()).toBeGreaterThan(row?.admittedAt?.getTime() ?? Infinity);
    expect(await rowsOf(id)).toHaveLength(1);
    expect(await spent()).toBe(20);
  });
});

describe('waiting and ended downloads', () => {
  const statusOf = async (actor: Creator, artifactId: string) => {
    const { body } = await actor.graphql(
      `{ listDownloadGrants(artifactId: "${artifactId}") { items { status } } }`,
    );
    return body.data.listDownloadGrants.items.map((it: Json) => it.status);
  };

  it('a waiting download is listed as waiting and expires after a day', async () => {
    const fay = await world.creator('fay');
    const ids = await newFiles(5);
    for (const id of ids) await fay.post(pathOf(id));
    const last = ids[4] ?? '';
    expect(await statusOf(fay, last)).toEqual(['waiting']);
    world.clock.advance(DAY);
    expect(await statusOf(fay, last)).toEqual(['expired']);
    await sweepNow(world);
    // A grant that was never admitted is deleted; the others are kept.
    expect(await rowsOf(last)).toEqual([]);
    expect((await rowsOf(ids[0] ?? '')).map(({ state }) => state)).toEqual(['expired']);
  });

  it('a waiting job completed from another source is kept for a day and then deleted', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    const { id } = jobOf(await resolve(c));
    const all = { download_job: { id, progress: { bytes_received: bytes.length } } };
    expect(outcome(await resolve(c, all))).toBe('200');
    await sweepDownloadGrants(world.platform);
    expect(outcome(await resolve(c, all))).toBe('200');
    world.clock.advance(DAY);
    await sweepDownloadGrants(world.platform);
    expect(await rowsOf(c)).toEqual([]);
  });

  it('a waiting download is revoked when its file is withdrawn', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    await resolve(c);
    const now = world.clock.now();
    await world.platform.db.$transaction((tx) =>
      revokeDownloadGrants(tx, { artifactIds: [c] }, now),
    );
    expect((await rowsOf(c)).map(({ state }) => state)).toEqual(['revoked']);
  });

  it('ended grants are deleted after 90 days unless their count is undecided', async () => {
    const ids = await newFiles(5);
    const resolve = stranger();
    for (const id of ids.slice(0, 3)) await resolve(id);
    const [checked = '', unchecked = '', waited = ''] = ids;
    await world.platform.db.downloadGrant.updateMany({
      where: { artifactId: checked },
      data: { counts: false },
    });
    // The jobs of the world would also decide about the undecided grant.
    const sweep = () => sweepDownloadGrants(world.platform);
    await sweep();
    world.clock.advance(LIMITS.grantKeptSeconds);
    await sweep();
    expect(await rowsOf(checked)).toHaveLength(1);
    expect(await rowsOf(waited)).toEqual([]);
    world.clock.advance(2 * DAY);
    await sweep();
    const left = await Promise.all([checked, unchecked, waited].map(rowsOf));
    expect(left.map((rows) => rows.length)).toEqual([0, 1, 0]);
    expect(await world.platform.db.downloadBucket.count()).toBe(0);
  });
});
