import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Answer, Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  draftMod,
  newGame,
  publishedVersion,
  readyVersion,
  refusal,
  sha256Of,
} from '../../publishing.js';
import { longTest } from '../../rounds.js';

const GRANT_SECONDS = 300;

/** The members of a problem that are the same in each response with its code. */
const TOLD = ['type', 'title', 'code', 'detail', 'retryable', 'docs_slug'];
const NAMES = { file_version: '1.0.0', label: 'mod.zip', original_filename: 'mod.zip' };
const TARGET = { game_version_key: '1.20', loader_key: 'fabric' };
const PUBLISHED = { artifact_source: 'rehosted_blob', status: 'published', scan_status: 'clean' };

describe('downloads (Spec 2.5, 4.2)', () => {
  const world = useWorld({}, { jobs: 'when-settled' });
  let alice: Creator;
  let mod: Json;
  let artifactId: string;
  let versionId: string;
  let latest: { artifactId: string; uploadId: string };
  const bytes = new Uint8Array(archiveOf('bytes to be fetched '.repeat(100)));

  beforeAll(async () => {
    await newGame(world, 'downloads');
    alice = await world.creator('alice');
    mod = await draftMod(alice, 'downloads');
    const first = { version: '1.0.0', loader_platforms: ['fabric'], game_versions: ['1.20'] };
    ({ artifactId, versionId } = await publishedVersion(world, alice, mod.id, first, bytes));
    latest = await publishedVersion(world, alice, mod.id, { version: '2.0.0' });
  });

  // Each test starts without grants that a resolve without a job id would continue.
  beforeEach(() => world.clock.advance(LIMITS.countedDownloadWindowSeconds));

  const pathOf = (id = artifactId) => `/downloads/${id}/resolve`;
  const resolve = async (body?: object, actor = world.anon): Promise<Json> => {
    const answer = await actor.post(pathOf(), body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  const idsOf = ({ download_job: job, download_session_id: session }: Json) => {
    return [job.id, job.grant_id, session];
  };
  const told = ({ status, body }: Answer) => [status, ...TOLD.map((name) => body[name])];

  it('a resolve response has all data to fetch, resume, refresh and verify the file', async () => {
    const answer = await world.anon.post(pathOf());
    const { data } = answer.body;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('cache-control')).not.toContain('public');
    const sha256 = sha256Of(bytes);
    const content = { size_bytes: bytes.length, sha256, hashes: { sha256 } };
    expect(data).toMatchObject({
      ...content,
      version: { id: versionId, version: '1.0.0' },
      artifact: {
        id: artifactId,
        mod_id: mod.id,
        version_id: versionId,
        file_kind: 'main',
        ...NAMES,
        ...TARGET,
        content_type: 'application/zip',
        ...content,
        ...PUBLISHED,
        download_metadata: { resolve_endpoint: pathOf(), range_supported: true },
      },
      distribution: 'service',
      website_url: expect.stringMatching(/^https?:/),
      mod_url: expect.stringMatching(/^https?:/),
      api_url: expect.stringMatching(/^https?:/),
      expires_in: GRANT_SECONDS,
      refresh_after_seconds: 240,
      download_job: {
        id: expect.any(String),
        grant_id: expect.any(String),
        progress: { bytes_received: 0, provider: data.representation.provider },
      },
      download_session_id: expect.any(String),
      download_grant: { id: data.download_job.grant_id, resolve_endpoint: pathOf() },
      resume: { signed_url_expiry_refresh: pathOf(), range_supported: true },
      representation: { etag_scope: data.representation.provider },
      fallback: { available: false, endpoint: null, url: null },
      capabilities: { head_supported: true, range_supported: true, conditional_requests: true },
    });
    expect(data.representation.if_match).toBe(data.representation.etag);
    expect(data.download_job.etag).toBe(data.representation.etag);
    const livesMs = Date.parse(data.expires_at) - world.clock.now().getTime();
    expect(livesMs).toBeGreaterThan(0);
    expect(livesMs).toBeLessThanOrEqual(GRANT_SECONDS * 1000);
    expect(answer.text).not.toContain('blobs/');
  });

  it("a resolve response has the catalog's mod document and the exact version, not the latest", async () => {
    const data = await resolve();
    const catalog = await world.anon.get(`/mods/${mod.id}`);
    expect(data.mod).toEqual(catalog.body.data);
    expect(data.mod.latest_version).toBe('2.0.0');
    const version = await world.anon.get(`/mods/${mod.id}/versions/${versionId}`);
    expect(data.version).toEqual(version.body.data);
  });

  it('two Range requests together return the whole file', async () => {
    const { primary_url: url, hashes, size_bytes: size } = await resolve();
    const middle = Math.floor(size / 2);
    const ranges = [`bytes=0-${middle - 1}`, `bytes=${middle}-`];
    const halves = await Promise.all(
      ranges.map(async (Range) => {
        const part = await fetch(url, { headers: { Range } });
        expect(part.status).toBe(206);
        return Buffer.from(await part.arrayBuffer());
      }),
    );
    const whole = Buffer.concat(halves);
    expect([whole.length, sha256Of(whole)]).toEqual([size, hashes.sha256]);
  });

  it('HEAD returns the length and ETag of a file, and conditional requests use that ETag', async () => {
    const { primary_url: url, head_url, representation, size_bytes } = await resolve();
    const head = await fetch(head_url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(size_bytes));
    expect(head.headers.get('etag')).toBe(representation.etag);
    const get = (headers: Record<string, string>) => fetch(url, { headers });
    expect((await get({ 'If-Match': representation.if_match })).status).toBe(200);
    expect((await get({ 'If-Match': '"other"' })).status).toBe(412);
    expect((await get({ 'If-None-Match': representation.etag })).status).toBe(304);
    const modified = head.headers.get('last-modified') ?? '';
    expect((await get({ 'If-Modified-Since': modified })).status).toBe(304);
    const past = new Date(0).toUTCString();
    expect((await get({ 'If-Unmodified-Since': past })).status).toBe(412);
    expect((await fetch(head_url)).ok).toBe(false);
  });

  it('a signed URL works for five minutes and is then 410 with a problem document', async () => {
    const { primary_url: url } = await resolve();
    world.clock.advance(GRANT_SECONDS - 5);
    expect((await fetch(url)).status).toBe(200);
    world.clock.advance(10);
    const expired = await fetch(url);
    expect(expired.status).toBe(410);
    expect(expired.headers.get('content-type')).toContain('application/problem+json');
    const document: Json = await expired.json();
    expect(document).toMatchObject({ status: 410, code: 'download_session_expired' });
    const forged = await fetch(url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')));
    expect(forged.ok).toBe(false);
  });

  it('a resolve while the grant is active returns the same job with another URL', async () => {
    const first = await resolve();
    world.clock.advance(200);
    const again = await resolve();
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(Date.parse(again.expires_at)).toBeGreaterThan(Date.parse(first.expires_at));
    world.clock.advance(200);
    expect((await fetch(again.primary_url)).status).toBe(200);
  });

  it('a resolve after the grant expires continues the job, and after six hours starts another', async () => {
    const first = await resolve();
    world.clock.advance(GRANT_SECONDS);
    expect(idsOf(await resolve())).toEqual(idsOf(first));
    world.clock.advance(LIMITS.countedDownloadWindowSeconds - GRANT_SECONDS);
    expect(idsOf(await resolve())).not.toEqual(idsOf(first));
  });

  it('a resolve with a job id continues the expired job with its progress', async () => {
    const first = await resolve();
    world.clock.advance(GRANT_SECONDS + 1);
    const progress = { bytes_received: 100, provider: first.representation.provider };
    const job = { id: first.download_job.id, progress, etag: first.representation.etag };
    const again = await resolve({ download_job: job });
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(again.download_job.progress).toEqual(progress);
    expect(again.hashes).toEqual(first.hashes);
    const headers = { Range: 'bytes=100-', 'If-Match': again.representation.if_match };
    const rest = await fetch(again.primary_url, { headers });
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(100));
  });

  it('progress below the last value or beyond the file size is rejected', async () => {
    const { id } = (await resolve()).download_job;
    const report = (bytes_received: number) =>
      world.anon.post(pathOf(), { download_job: { id, progress: { bytes_received } } });
    expect((await report(100)).status).toBe(200);
    expect((await report(100)).status).toBe(200);
    for (const [bad, code] of [
      [-1, 'too_small'],
      [99, 'too_small'],
      [bytes.length + 1, 'too_large'],
    ] as const) {
      const refused = await report(bad);
      expect(refusal(refused)).toBe('400 invalid_input');
      const field = 'download_job.progress.bytes_received';
      expect(refused.body.fields).toEqual([{ field, code }]);
    }
    const renewed = await resolve({ download_job: { id } });
    expect(renewed.download_job.progress.bytes_received).toBe(100);
  });

  it('a job of another actor or of another file is 404', async () => {
    const own = await resolve(undefined, alice);
    const foreign = { download_job: { id: own.download_job.id } };
    const asked = await world.anon.post(pathOf(), foreign);
    expect(refusal(asked)).toBe('404 download_session_not_found');
    const unknown = await alice.post(pathOf(), { download_job: { id: randomUUID() } });
    expect(refusal(unknown)).toBe('404 download_session_not_found');
    const other = await alice.post(pathOf(latest.artifactId), foreign);
    expect(refusal(other)).toBe('404 download_session_not_found');
    expect(idsOf(await resolve(foreign, alice))).toEqual(idsOf(own));
  });

  it('a replayed resolve returns the same job and grant with new URLs', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await world.anon.post(pathOf(), undefined, headers);
    world.clock.advance(100);
    const again = await world.anon.post(pathOf(), undefined, headers);
    expect(idsOf(again.body.data)).toEqual(idsOf(first.body.data));
    expect((await fetch(again.body.data.primary_url)).status).toBe(200);
    const bare = await world.anon.request('POST', pathOf());
    expect(bare.status).toBe(200);
  });

  it('unknown, unpublished, held and unsafe files return the same 404', async () => {
    const draft = await bareMod(alice, 'downloads');
    const ready = await readyVersion(world, alice, draft.id, { version: 'ready' });
    const doubtful = new Uint8Array(writeZip([{ name: 'a.exe', content: 'MZ' }]));
    const held = await readyVersion(world, alice, draft.id, { version: 'held' }, doubtful);
    const unsafe = await publishedVersion(world, alice, mod.id, { version: 'unsafe' });
    await world.platform.db.blob.updateMany({
      where: { artifacts: { some: { id: unsafe.artifactId } } },
      data: { state: 'unsafe' },
    });
    const unknown = told(await world.anon.post(pathOf(randomUUID())));
    expect(unknown).toEqual(expect.arrayContaining([404, 'file_not_found']));
    for (const id of [ready.artifactId, held.artifactId, unsafe.artifactId]) {
      for (const actor of [world.anon, alice]) {
        const answer = await actor.post(pathOf(id));
        expect(told(answer)).toEqual(unknown);
        expect(answer.text).not.toContain('/storage/');
      }
    }
  });

  it('a malformed file id is invalid_file_id, and an unknown member is rejected', async () => {
    const malformed = await world.anon.post('/downloads/not-an-id/resolve');
    expect(refusal(malformed)).toBe('400 invalid_file_id');
    const member = await world.anon.post(pathOf(), { job: { id: randomUUID() } });
    expect(refusal(member)).toBe('400 invalid_input');
  });

  longTest('a published file under review can still be resolved', async () => {
    const where = { id: latest.uploadId };
    await world.platform.db.uploadSession.update({ where, data: { reviewState: 'pending' } });
    expect((await world.anon.post(pathOf(latest.artifactId))).status).toBe(200);
  });

  longTest('a resolve returns the same job under /v1 and /api/v1', async () => {
    const one = await resolve();
    const two = await world.anon.request('POST', `/api/v1${pathOf()}`);
    expect(two.status).toBe(200);
    expect(idsOf(two.body.data)).toEqual(idsOf(one));
  });

  it('an anonymous resolve runs two statements during the grant and at most six after it', async () => {
    const bare = () => world.anon.request('POST', pathOf());
    // Jobs of the queue add statements, so the minimum of several tries counts.
    const fewest = async (before: () => void = () => {}) => {
      const counts = [];
      for (const _ of [1, 2, 3, 4, 5]) {
        before();
        await world.settled();
        counts.push((await world.statements(bare)).length);
      }
      return Math.min(...counts);
    };
    await bare();
    const renewed = await fewest();
    expect(renewed).toBe(2);
    expect(await fewest()).toBe(renewed);
    expect(await fewest(() => world.clock.advance(GRANT_SECONDS + 1))).toBeLessThanOrEqual(6);
  });
});
