import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { admitDownload } from '../../src/modules/delivery/downloads/admit-download.js';
import { resolveDownload } from '../../src/modules/delivery/downloads/resolve-download.js';
import { sweepGrants } from '../../src/modules/delivery/downloads/sweep-grants.js';
import { readPublishedFile } from '../../src/modules/publishing/index.js';
import { revokeGrants } from '../../src/modules/storage/index.js';
import type { Tx } from '../../src/platform/database/connect.js';
import { RegisteredError } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Viewer } from '../../src/request/viewer.js';
import type { Answer, Creator, Json } from '../actors.js';
import { agentOf, runTool } from '../agents.js';
import { useWorld } from '../harness.js';
import { meanwhile, outside } from '../locks.js';
import {
  archiveOf,
  draftMod,
  newGame,
  publishedVersion,
  refusal,
  sweepNow,
} from '../publishing.js';
import { from, newAddress, quotaOf, times } from './rate-limiting.js';

const GIB = 1024 ** 3;
const GRANT = LIMITS.grantLifetimeSeconds;
const DAY = 24 * 3600;

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const bytes = new Uint8Array(archiveOf('bytes that many want '.repeat(50)));
let alice: Creator;
let original: { artifactId: string; versionId: string; uploadId: string };

beforeAll(async () => {
  await newGame(world, 'admission');
  alice = await world.creator('alice');
  const mod = await draftMod(alice, 'admission');
  original = await publishedVersion(world, alice, mod.id, { version: '1.0.0' }, bytes);
  // A running clock would blur the quota numbers.
  world.clock.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Adds published files with the same bytes, each in its own version. */
async function newFiles(count: number, sizeBytes: number = bytes.length): Promise<string[]> {
  const { db } = world.platform;
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const artifact of ids) {
    const [version, upload] = [randomUUID(), randomUUID()];
    await db.$executeRaw`insert into mod_versions select (jsonb_populate_record(v, jsonb_build_object(
      'id', ${version}::text, 'version', ${version}::text))).* from mod_versions v
      where id = ${original.versionId}::uuid`;
    await db.$executeRaw`insert into artifacts select (jsonb_populate_record(a, jsonb_build_object(
      'id', ${artifact}::text, 'version_id', ${version}::text, 'upload_id', ${upload}::text,
      'size_bytes', ${sizeBytes}::bigint))).* from artifacts a
      where id = ${original.artifactId}::uuid`;
    await db.$executeRaw`insert into upload_sessions select (jsonb_populate_record(u, jsonb_build_object(
      'id', ${upload}::text, 'artifact_id', ${artifact}::text, 'version_id', ${version}::text,
      'staging_key', ${upload}::text, 'correlation_id', ${upload}::text))).* from upload_sessions u
      where id = ${original.uploadId}::uuid`;
  }
  return ids;
}

const three = async () => (await newFiles(3)) as [string, string, string];
const pathOf = (id: string) => `/downloads/${id}/resolve`;
const jobOf = (answer: Answer): Json => answer.body.data?.download_job ?? answer.body.download_job;
const idsOf = (answer: Answer) => [
  jobOf(answer).id,
  answer.body.data?.download_grant.id ?? jobOf(answer).grant_id,
];
const outcome = (answer: Answer) => (answer.status === 200 ? '200' : refusal(answer));

/** An anonymous client, by default at an unused address. */
function stranger(address = newAddress()) {
  return (id: string, body?: object, headers = {}) =>
    world.anon.post(pathOf(id), body, { ...from(address), ...headers });
}

const rowsOf = (artifactId: string) =>
  world.platform.db.downloadGrant.findMany({ where: { artifactId } });

/** Viewers for verbs called in this process. */
const nobody = (): Viewer => ({ kind: 'anonymous', actor: `anonymous:${randomUUID()}` });
function person(client: string | null = null, userId: string = alice.userId): Viewer {
  return {
    ...{ kind: 'user', actor: `user:${userId}`, userId, username: 'u', role: 'user' },
    credential: {
      ...{ kind: client === null ? 'session' : 'oauth', id: randomUUID(), clientId: client },
      ...{ scopes: ['files:download'], modIds: null, expiresAt: null, aal2At: null },
    },
  };
}
/** The result of a resolve in this process: `200`, or the quota bucket or code of the error. */
async function ask(viewer: Viewer, id = ''): Promise<string> {
  try {
    await resolveDownload(createSystemContext(world.platform, 'test', viewer), id, null);
    return '200';
  } catch (error) {
    if (error instanceof RegisteredError) return error.extensions.quota_bucket ?? error.code;
    throw error;
  }
}
const countOf = (outcomes: readonly string[], one: string) =>
  outcomes.filter((it) => it === one).length;

describe('download leases (Spec 8)', () => {
  it('an agent uses the download leases of its user', async () => {
    const tool = 'downloads.resolve';
    const agent = await agentOf(world, await world.creator('agents-user'), tool);
    const files = await newFiles(LIMITS.downloadLeasesUser + 1);
    const outcomes: string[] = [];
    for (const artifact_id of files) {
      outcomes.push(outcome(await runTool(agent, { tool, input: { artifact_id } })));
    }
    const refused = '429 download_rate_limited';
    expect(outcomes).toEqual([...Array(LIMITS.downloadLeasesUser).fill('200'), refused]);
  });

  it('an address has two leases, and a third download gets 429 with its job and wait time', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    expect(outcome(await resolve(a))).toBe('200');
    world.clock.advance(100);
    expect(outcome(await resolve(b))).toBe('200');
    world.clock.advance(0.5);
    const sign = vi.spyOn(world.platform.storage, 'signGet');
    const audits = await world.platform.db.auditEntry.count();
    const over = await resolve(c);
    expect(refusal(over)).toBe('429 download_rate_limited');
    const [row] = await rowsOf(c);
    expect(over.body).toMatchObject({
      retryable: true,
      quota_bucket: 'download_leases',
      retry_after_seconds: GRANT - 100,
      download_job: {
        id: row?.jobId,
        grant_id: row?.id,
        progress: { bytes_received: 0, provider: row?.provider },
        etag: expect.stringMatching(/^"/),
      },
    });
    expect(over.headers.get('retry-after')).toBe(String(GRANT - 100));
    expect(quotaOf(over)).toEqual(['2', '0', String(GRANT)]);
    expect(row).toMatchObject({ state: 'waiting', admittedAt: null, chargedAt: null });
    expect(over.text).not.toContain('/storage/');
    expect(sign).not.toHaveBeenCalled();
    expect(await world.platform.db.auditEntry.count()).toBe(audits);
  });

  it('a waiting download is admitted as the same job when its retry_after_seconds have passed', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    const waits = await resolve(c);
    const named = { download_job: { id: jobOf(waits).id, progress: { bytes_received: 0 } } };
    for (const body of [undefined, named, undefined]) {
      const again = await resolve(c, body);
      expect([outcome(again), ...idsOf(again)]).toEqual([outcome(waits), ...idsOf(waits)]);
    }
    expect(await rowsOf(c)).toHaveLength(1);
    world.clock.advance(waits.body.retry_after_seconds - 1);
    const early = await resolve(c, named);
    expect([outcome(early), early.body.retry_after_seconds]).toEqual([outcome(waits), 1]);
    world.clock.advance(1);
    const admitted = await resolve(c, named);
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(waits)]);
    expect((await fetch(admitted.body.data.primary_url)).status).toBe(200);
  });

  it('a download uses one lease for all its renewals', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    await resolve(b);
    for (const _ of [1, 2, 3]) {
      world.clock.advance(GRANT - 1);
      expect(idsOf(await resolve(a))).toEqual(idsOf(first));
      expect(outcome(await resolve(b, { download_job: { id: randomUUID() } }))).toMatch(/^404/);
      await resolve(b);
    }
    expect(refusal(await resolve(c))).toBe('429 download_rate_limited');
    expect(await rowsOf(a)).toHaveLength(1);
  });

  it('an account has four leases across its tokens and addresses', async () => {
    const carol = await world.creator(`carol-${randomUUID().slice(0, 6)}`);
    const ids = await newFiles(5);
    const tokens = [carol, await carol.withToken({}), await carol.withToken({})];
    const outcomes = [];
    for (const [at, id] of ids.entries()) {
      const token = tokens[at % 3] ?? carol;
      outcomes.push(outcome(await token.post(pathOf(id), undefined, from(newAddress()))));
    }
    expect(outcomes).toEqual([...Array(4).fill('200'), '429 download_rate_limited']);
  });

  it('accounts and anonymous clients behind one address have separate leases', async () => {
    const address = newAddress();
    const [dora, emil] = [await world.creator('dora'), await world.creator('emil')];
    const ids = await newFiles(4);
    for (const actor of [dora, emil]) {
      for (const id of ids) {
        expect(outcome(await actor.post(pathOf(id), undefined, from(address)))).toBe('200');
      }
    }
    const outcomes = [];
    for (const id of ids) outcomes.push(outcome(await stranger(address)(id)));
    expect(countOf(outcomes, '200')).toBe(2);
  });

  it('addresses in one IPv6 /64 share their leases', async () => {
    const ids = await newFiles(3);
    const outcomes = [];
    for (const [at, id] of ids.entries()) {
      outcomes.push(outcome(await stranger(`2001:db8:7:7::${at + 1}`)(id)));
    }
    expect(outcomes).toEqual(['200', '200', '429 download_rate_limited']);
    expect(outcome(await stranger('2001:db8:7:8::1')(ids[2] ?? ''))).toBe('200');
  });

  it('an application has sixteen leases across its users', async () => {
    const ids = await newFiles(4);
    const app = `app-${randomUUID()}`;
    for (const _ of [1, 2, 3, 4]) {
      const viewer = person(app, randomUUID());
      for (const id of ids) expect(await ask(viewer, id)).toBe('200');
    }
    const late = randomUUID();
    expect(await ask(person(app, late), ids[0] ?? '')).toBe('download_leases');
    expect(await ask(person(`app-${randomUUID()}`, late), ids[0] ?? '')).toBe('200');
    expect(await ask(person(app, late), ids[0] ?? '')).toBe('200');
    expect(await ask(person(app, late), ids[1] ?? '')).toBe('download_leases');
  });

  it('a completed job frees its lease at once', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    await resolve(b);
    expect(refusal(await resolve(c))).toBe('429 download_rate_limited');
    world.clock.advance(10);
    const all = {
      download_job: { id: jobOf(first).id, progress: { bytes_received: bytes.length } },
    };
    const done = await resolve(a, all);
    expect([outcome(done), ...idsOf(done)]).toEqual(['200', ...idsOf(first)]);
    expect(jobOf(done).progress.bytes_received).toBe(bytes.length);
    expect(outcome(await resolve(c))).toBe('200');
    expect((await rowsOf(a)).map(({ state }) => state)).toEqual(['completed']);
  });

  it('the expiry in a resolve response is that of its earliest signed URL', async () => {
    const [id = ''] = await newFiles(1);
    const { storage } = world.platform;
    const { signHead } = storage;
    // Imitates a store that signs for whole seconds.
    vi.spyOn(storage, 'signHead').mockImplementation(async (key, served, until) =>
      signHead(key, served, new Date(until.getTime() - 1500)),
    );
    const { data } = (await stranger()(id)).body;
    const [row] = await rowsOf(id);
    const end = new Date((row?.expiresAt.getTime() ?? 0) - 1500).toISOString();
    expect([data.expires_at, data.expires_in]).toEqual([end, GRANT - 1]);
  });

  it('a late or repeated completion report is accepted and extends no URL', async () => {
    const [a, b] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    const all = {
      download_job: { id: jobOf(first).id, progress: { bytes_received: bytes.length } },
    };
    world.clock.advance(100);
    const done = await resolve(a, all);
    const { expires_at, expires_in, primary_url } = done.body.data;
    expect([expires_at, expires_in]).toEqual([first.body.data.expires_at, GRANT - 100]);
    expect((await fetch(primary_url)).status).toBe(200);
    world.clock.advance(GRANT);
    const again = await resolve(a, all);
    expect([outcome(again), again.body.data.expires_in]).toEqual(['200', 0]);
    expect((await fetch(again.body.data.primary_url)).status).toBe(410);
    const late = await resolve(b);
    world.clock.advance(GRANT);
    const told = { id: jobOf(late).id, progress: { bytes_received: bytes.length } };
    const ended = await resolve(b, { download_job: told });
    expect([outcome(ended), ...idsOf(ended)]).toEqual(['200', ...idsOf(late)]);
    expect((await fetch(ended.body.data.primary_url)).status).toBe(410);
  });

  it('a resolve that names a completed job starts another download and takes a lease', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const { id } = jobOf(await resolve(a));
    const all = { download_job: { id, progress: { bytes_received: bytes.length } } };
    expect(outcome(await resolve(a, all))).toBe('200');
    await resolve(b);
    const again = await resolve(a, { download_job: { id } });
    expect(outcome(again)).toBe('200');
    expect([jobOf(again).id === id, jobOf(again).progress.bytes_received]).toEqual([false, 0]);
    expect(refusal(await resolve(c))).toBe('429 download_rate_limited');
    const back = { download_job: { id, progress: { bytes_received: 1 } } };
    expect(refusal(await resolve(a, back))).toBe('400 invalid_input');
  });

  it('an expired job waits for a lease with its ids and progress and then continues', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    world.clock.advance(GRANT);
    await resolve(b);
    await resolve(c);
    const progress = { bytes_received: 100, provider: 'elsewhere' };
    const named = { download_job: { id: jobOf(first).id, progress, etag: '"of another store"' } };
    const waits = await resolve(a, named);
    expect([outcome(waits), ...idsOf(waits)]).toEqual([
      '429 download_rate_limited',
      ...idsOf(first),
    ]);
    expect(jobOf(waits).progress.bytes_received).toBe(100);
    expect(jobOf(waits).etag).toBe(jobOf(first).etag);
    world.clock.advance(GRANT);
    const admitted = await resolve(a, named);
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(first)]);
    // A validator of another copy is no error: the response has the current one.
    const { representation, hashes } = admitted.body.data;
    expect([representation.etag, hashes]).toEqual([jobOf(first).etag, first.body.data.hashes]);
    const headers = { Range: 'bytes=100-', 'If-Match': representation.if_match };
    const rest = await fetch(admitted.body.data.primary_url, { headers });
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(100));
  });

  it('a 429 leaves its idempotency key free, and the retry is admitted with the same job', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    const headers = { 'Idempotency-Key': randomUUID() };
    const waits = await resolve(c, undefined, headers);
    expect(refusal(waits)).toBe('429 download_rate_limited');
    world.clock.advance(GRANT);
    const body = { download_job: { id: jobOf(waits).id } };
    const admitted = await resolve(c, body, headers);
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(waits)]);
    const replayed = await resolve(c, body, headers);
    expect([outcome(replayed), ...idsOf(replayed)]).toEqual(['200', ...idsOf(waits)]);
    const all = { ...body.download_job, progress: { bytes_received: bytes.length } };
    await resolve(c, { download_job: all });
    const late = await resolve(c, body, headers);
    expect([outcome(late), ...idsOf(late)]).toEqual(['200', ...idsOf(waits)]);
    expect((await rowsOf(c)).map(({ state }) => state)).toEqual(['completed']);
  });

  it('a foreign, revoked, unknown or malformed job id is download_session_not_found', async () => {
    const [a, b, c] = await three();
    const [mine, theirs] = [stranger(), stranger()];
    const foreign = jobOf(await theirs(a)).id;
    const ofAnother = jobOf(await mine(b)).id;
    const revoked = jobOf(await mine(c)).id;
    await world.platform.db.downloadGrant.update({
      where: { jobId: revoked },
      data: { state: 'revoked' },
    });
    const told = async (file: string, id: string, progress?: object) => {
      const { status, body } = await mine(file, { download_job: { id, ...progress } });
      const { request_id, trace_id, instance, ...document } = body;
      return { status, document };
    };
    const unknown = await told(a, randomUUID());
    expect([unknown.status, unknown.document.code]).toEqual([404, 'download_session_not_found']);
    const all = { progress: { bytes_received: bytes.length } };
    for (const more of [{}, all]) {
      expect(await told(a, foreign, more)).toEqual(unknown);
      expect(await told(a, ofAnother, more)).toEqual(unknown);
      expect(await told(c, revoked, more)).toEqual(unknown);
    }
    for (const id of [foreign, 'no-id']) {
      const ctx = createSystemContext(world.platform, 'test', nobody());
      const asked = resolveDownload(ctx, a, { downloadJob: { id } });
      await expect(asked).rejects.toMatchObject({ code: 'download_session_not_found' });
    }
  });
});

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

describe('concurrent downloads', () => {
  const ROUNDS = 40;
  const rounds = async (round: (at: number) => Promise<void>) => {
    for (let at = 0; at < ROUNDS; at += 1) await round(at);
  };
  /** Takes leases as downloads of other files would. */
  const take = async (actor: string, count: number, app: string | null = null) => {
    const { blobId, ...artifact } = await world.platform.db.artifact.findUniqueOrThrow({
      where: { id: original.artifactId },
    });
    const now = world.clock.now();
    const row = {
      ...{ artifactId: artifact.id, blobId: blobId ?? '', actor, clientId: app, state: 'active' },
      ...{ sizeBytes: 1, provider: 'disk', admittedAt: now, chargedAt: now },
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
    await rounds(async (at) => {
      const viewer = nobody();
      await take(viewer.actor, 1);
      const racers = ids.slice(0, at % 2 === 0 ? 2 : 5);
      const ended = await race(racers.map((id) => ask(viewer, id)));
      expect(ended).toEqual([1, racers.length - 1]);
    });
  });

  it('concurrent downloads by any applications get the last lease of an account exactly once', async () => {
    const ids = await newFiles(5);
    await rounds(async () => {
      const user = randomUUID();
      await take(`user:${user}`, 3);
      const ended = await race(ids.map((id) => ask(person(`app-${randomUUID()}`, user), id)));
      expect(ended).toEqual([1, 4]);
    });
  });

  it('concurrent downloads by any users get the last lease of an application exactly once', async () => {
    const [id] = await newFiles(1);
    await rounds(async () => {
      const app = `app-${randomUUID()}`;
      await take(`user:${randomUUID()}`, 15, app);
      const users = Array.from({ length: 5 }, () => randomUUID());
      expect(await race(users.map((user) => ask(person(app, user), id)))).toEqual([1, 4]);
    });
  });

  it('concurrent downloads of one account are admitted up to its byte quota', async () => {
    const ids = await newFiles(5, 15 * GIB);
    await rounds(async () => {
      const user = randomUUID();
      const outcomes = await Promise.all(ids.map((id) => ask(person(null, user), id)));
      const ended = ['200', 'download_bytes', 'download_leases'].map((it) => countOf(outcomes, it));
      expect(ended).toEqual([2, 3, 0]);
    });
  });

  it('an expiring grant and a concurrent download never both get the last lease', async () => {
    const ids = await newFiles(2);
    const [id = '', another = ''] = ids;
    await rounds(async (at) => {
      const viewer = nobody();
      await take(viewer.actor, 1);
      await ask(viewer, id);
      const end = new Date(world.clock.now().getTime() + 1000 * GRANT);
      // One request reads the clock just before the grant expires, the other at its expiry.
      const askAt = (now: Date, file: string) => {
        const platform = { ...world.platform, clock: { ...world.platform.clock, now: () => now } };
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
  });

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

  it('1,000 concurrent requests of one actor end with two leases and one row per file', async () => {
    const ids = await newFiles(20);
    const viewer = nobody();
    const outcomes = await times(1_000, (at) => ask(viewer, ids[at % 20]));
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
    await sweepGrants(world.platform);
    expect(outcome(await resolve(c, all))).toBe('200');
    world.clock.advance(DAY);
    await sweepGrants(world.platform);
    expect(await rowsOf(c)).toEqual([]);
  });

  it('a waiting download is revoked when its file is withdrawn', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    await resolve(c);
    const now = world.clock.now();
    await world.platform.db.$transaction((tx) => revokeGrants(tx, { artifactIds: [c] }, now));
    expect((await rowsOf(c)).map(({ state }) => state)).toEqual(['revoked']);
  });

  it('ended grants are deleted after 90 days unless their count is undecided', async () => {
    const ids = await newFiles(5);
    const resolve = stranger();
    for (const id of ids.slice(0, 3)) await resolve(id);
    const [judged = '', unjudged = '', waited = ''] = ids;
    await world.platform.db.downloadGrant.updateMany({
      where: { artifactId: judged },
      data: { counts: false },
    });
    // The jobs of the world would also decide about the undecided grant.
    const sweep = () => sweepGrants(world.platform);
    await sweep();
    world.clock.advance(LIMITS.grantKeptSeconds);
    await sweep();
    expect(await rowsOf(judged)).toHaveLength(1);
    expect(await rowsOf(waited)).toEqual([]);
    world.clock.advance(2 * DAY);
    await sweep();
    const left = await Promise.all([judged, unjudged, waited].map(rowsOf));
    expect(left.map((rows) => rows.length)).toEqual([0, 1, 0]);
    expect(await world.platform.db.downloadBucket.count()).toBe(0);
  });
});
