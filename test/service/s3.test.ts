import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import type { Creator, Json } from '../actors.js';
import { writeZip } from '../archives/zip-writer.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { NEEDS_S3, newBucket, S3_SERVER } from '../platform/storage/s3-subject.js';
import {
  archiveOf,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  putBytes,
  refusal,
} from '../publishing.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

const MIB = 1024 * 1024;
/** A bucket behind a proxy that tests can cut, a bucket for copies, and the environment of both. */
async function prepare() {
  const { bucket, ...server } = await newBucket();
  const { bucket: copies } = await newBucket();
  const proxy = await startTcpProxy(server.endpoint, 80);
  const endpoint = new URL(proxy.url).origin;
  const environment = {
    S3_ENDPOINT: endpoint,
    S3_REGION: server.region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    // The mirror is on the same server, without the proxy.
    S3_MIRROR_ENDPOINT: server.endpoint,
    S3_MIRROR_REGION: server.region,
    S3_MIRROR_BUCKET: copies,
    S3_MIRROR_ACCESS_KEY_ID: server.accessKeyId,
    S3_MIRROR_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_MIRROR_FORCE_PATH_STYLE: 'true',
  };
  const mirrorAddress = `${server.endpoint}/${copies}/`;
  return { proxy, environment, address: `${endpoint}/${bucket}/`, mirrorAddress };
}

const prepared = S3_SERVER && (await prepare());

describe.skipIf(prepared === undefined)(`a service with S3 storage${NEEDS_S3}`, () => {
  const world = useWorld(prepared?.environment);
  const proxy = (): TcpProxy => {
    if (prepared === undefined) throw new Error('there is no server');
    return prepared.proxy;
  };
  let alice: Creator;
  let modId: string;
  beforeAll(async () => {
    await newGame(world, 'bucket');
    alice = await world.creator('alice');
    modId = (await draftMod(alice, 'bucket')).id;
  });
  afterAll(() => prepared?.proxy.close());

  let count = 0;
  const reserve = async (bytes: Uint8Array): Promise<Json> => {
    count += 1;
    const version = await draftVersion(alice, modId, { version: `0.${count}.0` });
    const made = await alice.post(
      '/uploads',
      declarationOf({ modId, versionId: version.id }, bytes),
    );
    expect(made.status).toBe(201);
    return made.body.data;
  };
  const resolve = async (artifactId: string): Promise<Json> => {
    const answer = await world.anon.post(`/downloads/${artifactId}/resolve`);
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  const small = (text: string) => new Uint8Array(archiveOf(text));

  it('a file in S3 is scanned, published and downloaded by ranges', async () => {
    const bytes = small('by ranges '.repeat(1000));
    const { artifactId } = await publishedVersion(world, alice, modId, { version: '1.0.0' }, bytes);
    const { primary_url, head_url, representation } = await resolve(artifactId);
    expect(primary_url.startsWith(prepared?.address)).toBe(true);
    const head = await fetch(head_url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(head.headers.get('etag')).toBe(representation.etag);
    const pieces: Buffer[] = [];
    for (const range of ['bytes=0-99', 'bytes=100-']) {
      const headers = { Range: range, 'If-Match': representation.if_match };
      const piece = await fetch(primary_url, { headers });
      expect(piece.status).toBe(206);
      expect(piece.headers.get('content-disposition')).toMatch(/^attachment; filename="mod\.zip"/);
      pieces.push(Buffer.from(await piece.arrayBuffer()));
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    const other = await fetch(primary_url, { headers: { 'If-Match': '"other"' } });
    expect(other.status).toBe(412);
  });

  it('a file over 100 MiB is uploaded to S3 in parts, with quoted or bare ETags', async () => {
    const half = Buffer.alloc(50.5 * MIB, 'a');
    const bytes = writeZip([
      { name: 'one.txt', content: half, method: 'store' },
      { name: 'two.txt', content: half, method: 'store' },
    ]);
    const { upload_id, upload } = await reserve(bytes);
    const parts: Json[] = [];
    const send = async (part: Json) => {
      const start = (part.partNumber - 1) * upload.partSizeBytes;
      const chunk = new Uint8Array(bytes.subarray(start, start + part.sizeBytes));
      const put = await putBytes(part, chunk);
      expect(put.status).toBe(200);
      const etag = String(put.headers.get('etag'));
      parts.push({
        partNumber: part.partNumber,
        etag: part.partNumber % 2 === 0 ? etag : etag.slice(1, -1),
      });
    };
    const sign = (partNumbers: number[]) =>
      alice.post(`/uploads/${upload_id}/parts`, { partNumbers });
    expect(refusal(await sign([5]))).toBe('429 rate_limited');
    for (const part of upload.parts) await send(part);
    const rest = await sign([5, 6, 7]);
    for (const part of rest.body.data.parts) await send(part);
    const completed = await alice.post(`/uploads/${upload_id}/complete`, { parts });
    expect(completed.status).toBe(202);
    await world.settled();
    const { body } = await alice.get(`/uploads/${upload_id}`);
    expect(body.data.lifecycleStatus).toBe('ready');
  });

  it('a second PUT to S3 returns 412, and the upload still completes', async () => {
    const bytes = small('sent twice');
    const { upload_id, upload } = await reserve(bytes);
    expect((await putBytes(upload, bytes)).status).toBe(200);
    expect((await putBytes(upload, bytes)).status).toBe(412);
    expect((await alice.post(`/uploads/${upload_id}/complete`, {})).status).toBe(202);
  });

  it('a service with S3 storage serves no /storage route', async () => {
    expect((await fetch(`${world.baseUrl}/storage/abc`)).status).toBe(404);
  });

  it('an S3 outage returns 503 with Retry-After, makes /readyz fail, and recovers without a restart', async () => {
    const bytes = small('while it was away');
    const { upload_id, upload } = await reserve(bytes);
    expect((await putBytes(upload, bytes)).status).toBe(200);
    await proxy().cut();
    const away = await alice.post(`/uploads/${upload_id}/complete`, {});
    expect(refusal(away)).toBe('503 service_unavailable');
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    await readiness(world.baseUrl, 503, { parts: { storage: 'down', database: 'up' } });
    expect((await world.anon.get('/mods')).status).toBe(200);
    await proxy().mend();
    await readiness(world.baseUrl, 200, { status: 'ready' });
    expect((await alice.post(`/uploads/${upload_id}/complete`, {})).status).toBe(202);
    await world.settled();
    const { body } = await alice.get(`/uploads/${upload_id}`);
    expect(body.data.lifecycleStatus).toBe('ready');
  });

  it('a download continues from the mirror during an S3 outage and returns to S3 afterwards', async () => {
    const bytes = small('from two stores '.repeat(1000));
    const { artifactId } = await publishedVersion(world, alice, modId, { version: '2.0.0' }, bytes);
    await world.settled();
    const check = async (times: number) => {
      for (let time = 0; time < times; time += 1) await world.platform.mirror?.check();
    };
    // The outage of the test before may have been noted.
    await check(LIMITS.storeUpAfter);
    const begun = await resolve(artifactId);
    const range = (Range: string) => ({
      headers: { Range, 'If-Match': begun.representation.etag },
    });
    const first = await fetch(begun.primary_url, range('bytes=0-99'));
    expect(first.status).toBe(206);
    const pieces = [Buffer.from(await first.arrayBuffer())];
    await proxy().cut();
    await check(LIMITS.storeDownAfter);
    const away = await resolve(artifactId);
    expect(away.primary_url.startsWith(prepared?.mirrorAddress)).toBe(true);
    expect(away.representation).toMatchObject({ provider: 'mirror', etag: null });
    const asked = { downloadSessionId: begun.download_session_id };
    const answer = await world.anon.post(`/downloads/${artifactId}/fallback`, asked);
    expect(answer.status).toBe(200);
    const { fallback_url, head_url, expires_at } = answer.body.data;
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.parse(away.expires_at));
    const head = await fetch(head_url, { method: 'HEAD' });
    const headers = { Range: 'bytes=100-', 'If-Match': String(head.headers.get('etag')) };
    const rest = await fetch(fallback_url, { headers });
    expect(rest.status).toBe(206);
    pieces.push(Buffer.from(await rest.arrayBuffer()));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    await proxy().mend();
    await check(LIMITS.storeUpAfter);
    expect((await resolve(artifactId)).primary_url.startsWith(prepared?.address)).toBe(true);
  });

  it('/readyz returns 503 while S3 hangs', async () => {
    proxy().hold();
    await readiness(world.baseUrl, 503, { parts: { storage: 'down', database: 'up' } });
    await proxy().mend();
    await readiness(world.baseUrl, 200, { status: 'ready' });
  });
});

/** Waits, because a timer checks the stores every few seconds. */
function readiness(baseUrl: string, status: number, health: object): Promise<void> {
  return eventually(async () => {
    const ready = await fetch(`${baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([status, health]);
  });
}
