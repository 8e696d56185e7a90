import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import { problem } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Creator, Json } from '../actors.js';
import { type CutOffs, createCutOffs } from '../cut-offs.js';
import { useWorld } from '../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  refusal,
} from '../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let cutOffs: CutOffs;

const DRAFT = { game_slug: 'once', title: { en: 'Once' }, description: { en: 'Made once.' } };

beforeAll(async () => {
  await newGame(world, 'once');
  alice = await world.creator('alice');
  cutOffs = await createCutOffs(world.platform.db);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const keyed = () => ({ 'Idempotency-Key': randomUUID() });
const auditsOf = (targetId: string) => world.platform.db.auditEntry.count({ where: { targetId } });
const modsOf = (slug: string) => world.platform.db.mod.count({ where: { slug } });

describe('a keyed write', () => {
  it('a keyed write sent ten times at once has one effect, and early retries return 409 idempotency_in_progress', async () => {
    const slug = 'ten-at-once';
    const headers = keyed();
    const send = () => alice.post('/mods', { ...DRAFT, slug }, headers);
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(await modsOf(slug)).toBe(1);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
    for (const answer of answers.filter((one) => !made.includes(one))) {
      expect(refusal(answer)).toBe('409 idempotency_in_progress');
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.body).toMatchObject({ retryable: true, retry_after_seconds: 1 });
    }
    expect((await send()).body).toEqual(made[0]?.body);
  });

  it.each<[string, Error]>([
    ['503 service_unavailable', Object.assign(new Error('the disk fails'), { code: 'EIO' })],
    ['410 gone', problem('gone')],
  ])(
    'a keyed write that returns %s after its commit succeeds on the next try without a wait',
    async (told, failure) => {
      const mod = await bareMod(alice, 'once');
      const { id: versionId } = await draftVersion(alice, mod.id, { version: '1' });
      const declaration = declarationOf({ modId: mod.id, versionId }, archiveOf('once'));
      const headers = keyed();
      vi.spyOn(world.platform.storage, 'signPut').mockRejectedValueOnce(failure);
      expect(refusal(await alice.post('/uploads', declaration, headers))).toBe(told);
      const made = await alice.post('/uploads', declaration, headers);
      expect(made.status).toBe(201);
      const { upload_id, upload } = made.body.data;
      expect(upload.url).toMatch(/^http/);
      expect(made.headers.get('location')).toBe(`/v1/uploads/${upload_id}`);
      expect(await world.platform.db.uploadSession.count({ where: { versionId } })).toBe(1);
      expect(await auditsOf(upload_id)).toBe(1);
    },
  );

  it('the replay of a keyed write needs only the scope of the write', async () => {
    const writer = await alice.withToken({ scopes: 'mods:write' });
    const headers = keyed();
    const send = () => writer.post('/mods', DRAFT, headers);
    const first = await cutOffs.before('done', send);
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    const read = await writer.get(`/mods/${first.body.data.id}`);
    expect(refusal(read)).toBe('403 insufficient_scope');
  });

  it('the replay of a keyed write returns 404 for a credential that does not cover the mod', async () => {
    const [mod, other] = [await bareMod(alice, 'once'), await bareMod(alice, 'once')];
    const path = `/mods/${mod.id}/versions`;
    const headers = keyed();
    const first = await alice.post(path, { version: '1' }, headers);
    const elsewhere = await alice.withToken({ modIds: [other.id] });
    const again = await elsewhere.post(path, { version: '1' }, headers);
    expect(refusal(again)).toBe('404 not_found');
    const here = await alice.withToken({ modIds: [mod.id] });
    expect((await here.post(path, { version: '1' }, headers)).body).toEqual(first.body);
  });

  it('the replay of a keyed write returns 404 if its caller left the team, and does not run again', async () => {
    const headers = keyed();
    const send = () => alice.post('/mods', { ...DRAFT, slug: 'left' }, headers);
    const first = await cutOffs.before('done', send);
    const { userId } = alice;
    await world.platform.db.teamMember.deleteMany({
      where: { userId, team: { mods: { some: { slug: 'left' } } } },
    });
    expect(refusal(await send())).toBe('404 not_found');
    expect([first.status, await modsOf('left')]).toEqual([201, 1]);
  });

  it('a refused keyed write frees its key, and one in doubt keeps it until its lease expires', async () => {
    const headers = keyed();
    const bad = await alice.post('/mods', { ...DRAFT, title: {} }, headers);
    expect(refusal(bad)).toBe('400 invalid_metadata');
    const doubtful = await cutOffs.before('effected', () => alice.post('/mods', DRAFT, headers));
    expect(refusal(doubtful)).toBe('500 internal_error');
    const early = await alice.post('/mods', DRAFT, headers);
    expect(refusal(early)).toBe('409 idempotency_in_progress');
    world.clock.advance(LIMITS.idempotencyLeaseSeconds + 1);
    expect((await alice.post('/mods', DRAFT, headers)).status).toBe(201);
  });

  it('idempotency keys are shared by both namespaces and separate per caller and operation', async () => {
    const headers = keyed();
    const first = await alice.post('/mods', DRAFT, headers);
    const same = await alice.post('/api/v1/mods', DRAFT, headers);
    expect([same.status, same.body]).toEqual([201, first.body]);
    const bob = await world.creator('bob');
    const others = await bob.post('/mods', DRAFT, headers);
    expect(others.body.data.id).not.toBe(first.body.data.id);
    const version = await alice.post(
      `/mods/${first.body.data.id}/versions`,
      { version: '1' },
      headers,
    );
    expect(version.status).toBe(201);
  });

  it('a keyed write is a replay only with the same body, path and If-Match', async () => {
    const [one, two] = [await bareMod(alice, 'once'), await bareMod(alice, 'once')];
    const etagOf = async (mod: Json) => (await alice.get(`/mods/${mod.id}`)).headers.get('etag');
    const headers = keyed();
    const patch = async (mod: Json, body: object, etag: string | null) =>
      alice.patch(`/mods/${mod.id}`, body, { ...headers, 'If-Match': etag ?? '' });
    const etag = await etagOf(one);
    const first = await patch(one, { license: 'MIT', access_tier: 'public' }, etag);
    expect(first.status).toBe(200);
    expect((await patch(one, { access_tier: 'public', license: 'MIT' }, etag)).body).toEqual(
      first.body,
    );
    const conflicts = [
      await patch(one, { license: 'MIT' }, etag),
      await patch(one, { license: 'MIT', access_tier: 'public' }, await etagOf(one)),
      await patch(two, { license: 'MIT', access_tier: 'public' }, etag),
    ];
    expect(conflicts.map(refusal)).toEqual(Array(3).fill('409 idempotency_conflict'));
  });

  it('a keyed write with two Idempotency-Key headers returns 400', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${alice.token}`,
        'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
        'X-Service-Client': 'modport-tests',
        'X-Service-Client-Version': '1.0',
        'Content-Type': 'application/json',
        'Idempotency-Key': ['a', 'b'],
      };
      const sent = httpRequest(`${world.baseUrl}/v1/mods`, { method: 'POST', headers }, (res) => {
        res.resume();
        resolve(res.statusCode);
      });
      sent.on('error', reject).end(JSON.stringify({ ...DRAFT, slug: 'two-keys' }));
    });
    expect([answer, await modsOf('two-keys')]).toEqual([400, 0]);
  });

  it('an idempotency key expires after a day and is removed by the clean-up', async () => {
    const headers = keyed();
    const first = await alice.post('/mods', DRAFT, headers);
    const sweep = async () => {
      await enqueue(world.platform.db, { kind: 'sweep-storage', payload: {} });
      await world.settled();
      return world.platform.db.idempotencyRecord.count({
        where: { key: headers['Idempotency-Key'] },
      });
    };
    world.clock.advance(LIMITS.idempotencyLifetimeSeconds - 60);
    expect(await sweep()).toBe(1);
    expect((await alice.post('/mods', DRAFT, headers)).body).toEqual(first.body);
    world.clock.advance(61);
    expect(await sweep()).toBe(0);
    const next = await alice.post('/mods', DRAFT, headers);
    expect(next.body.data.id).not.toBe(first.body.data.id);
  });

  it('a write without a key writes no idempotency record', async () => {
    const bare = await world.statements(() => alice.request('POST', '/mods', { body: DRAFT }));
    // A concurrent clean-up may delete old keys.
    const written = bare.filter((sql) => /idempotency_records/.test(sql) && !/^delete/i.test(sql));
    expect(written).toEqual([]);
  });
});
