import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi } from '../../src/demo/api.js';
import { createClient, type RestClient } from '../../src/demo/client.js';
import { ProblemResponse } from '../../src/demo/problem-response.js';
import type { NewUploadSession } from '../../src/demo/shapes.js';
import { bytesSource, fileSource, sendBytes, waitForUpload } from '../../src/demo/upload.js';
import { type FakeRegistry, problem, type Reply, type Seen, startFake } from './fake-registry.js';

let fake: FakeRegistry | null = null;
afterEach(async () => {
  await fake?.close();
  fake = null;
});

const partSizeBytes = 1000;
const client = (baseUrl: string): RestClient =>
  createClient({ baseUrl, token: 'secret', pause: async () => {} });

/** A store for parts: signs the requested parts and keeps what it receives. */
function createPartStore(totalBytes: number) {
  const arrived = new Map<number, Buffer>();
  const signings: number[][] = [];
  const totalParts = Math.ceil(totalBytes / partSizeBytes);
  const sign = (url: string, partNumber: number, signature: number) => ({
    partNumber,
    method: 'PUT',
    url: `${url}/store/${partNumber}?signature=${signature}`,
    headers: { 'x-signed': String(signature) },
    sizeBytes: Math.min(partSizeBytes, totalBytes - (partNumber - 1) * partSizeBytes),
  });
  return {
    arrived,
    signings,
    session: (url: string): NewUploadSession => ({
      upload_id: 'u1',
      lifecycleStatus: 'uploading',
      strategy: 'multipart',
      upload: {
        partSizeBytes,
        totalParts,
        concurrency: 4,
        parts: [1, 2, 3, 4].map((partNumber) => sign(url, partNumber, 0)),
      },
    }),
    handle(seen: Seen, url: string): Reply {
      if (seen.method === 'PUT') {
        const partNumber = Number(/store\/(\d+)/.exec(seen.path)?.[1]);
        arrived.set(partNumber, seen.body);
        return { status: 200, headers: { etag: `"etag-${partNumber}"` } };
      }
      const { partNumbers } = JSON.parse(seen.body.toString());
      signings.push(partNumbers);
      const parts = partNumbers.map((n: number) => sign(url, n, signings.length));
      return { status: 200, body: { data: { upload_id: 'u1', parts } } };
    },
  };
}

describe('a multipart upload', () => {
  it('a multipart upload sends four parts at once, signs four at a time, and lists the ETags in order', async () => {
    const bytes = randomBytes(10_400);
    const store = createPartStore(bytes.length);
    let inFlight = 0;
    let most = 0;
    let openGate = (): void => {};
    const fourAtOnce = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    fake = await startFake(async (seen, url) => {
      if (seen.method !== 'PUT') return store.handle(seen, url);
      inFlight += 1;
      most = Math.max(most, inFlight);
      if (inFlight === 4) openGate();
      await fourAtOnce;
      inFlight -= 1;
      return store.handle(seen, url);
    });
    const rest = client(fake.url);
    const body = await sendBytes(
      rest,
      createApi(rest),
      store.session(fake.url),
      bytesSource(bytes),
    );
    expect(most).toBe(4);
    expect(store.signings).toEqual([
      [5, 6, 7, 8],
      [9, 10, 11],
    ]);
    expect(body.parts).toEqual(
      Array.from({ length: 11 }, (_, at) => ({ partNumber: at + 1, etag: `"etag-${at + 1}"` })),
    );
    const whole = Buffer.concat(
      Array.from({ length: 11 }, (_, at) => store.arrived.get(at + 1) ?? Buffer.of()),
    );
    expect(whole.equals(bytes)).toBe(true);
  });

  it('a multipart upload repeats only the failed part, with a new signature', async () => {
    const bytes = randomBytes(4000);
    const store = createPartStore(bytes.length);
    let refusals = 2;
    fake = await startFake((seen, url) => {
      if (seen.path.startsWith('/store/3') && refusals > 0) {
        refusals -= 1;
        return { status: 403 };
      }
      return store.handle(seen, url);
    });
    const rest = client(fake.url);
    await sendBytes(rest, createApi(rest), store.session(fake.url), bytesSource(bytes));
    expect(store.signings).toEqual([[3], [3]]);
    const tries = fake.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path);
    expect(tries.filter((path) => path.startsWith('/store/3'))).toHaveLength(3);
    expect(tries).toHaveLength(6);
    expect(tries).toContain('/store/3?signature=2');
    expect(store.arrived.get(3)?.equals(bytes.subarray(2000, 3000))).toBe(true);
  });

  it('a multipart upload fails after three tries of a part and names the part', async () => {
    const store = createPartStore(12_000);
    fake = await startFake((seen, url) =>
      seen.path.startsWith('/store/2') ? { status: 500 } : store.handle(seen, url),
    );
    const rest = client(fake.url);
    const sending = sendBytes(
      rest,
      createApi(rest),
      store.session(fake.url),
      bytesSource(randomBytes(12_000)),
    );
    await expect(sending).rejects.toThrow('the store did not take part 2: status 500');
  });

  it('fileSource reads a file from disk part by part', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'modport-upload-'));
    const bytes = randomBytes(4321);
    await writeFile(join(folder, 'file.zip'), bytes);
    const source = await fileSource(join(folder, 'file.zip'));
    const store = createPartStore(bytes.length);
    fake = await startFake(store.handle);
    const rest = client(fake.url);
    await sendBytes(rest, createApi(rest), store.session(fake.url), source);
    await rm(folder, { recursive: true });
    expect(source.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(store.arrived.get(5)?.equals(bytes.subarray(4000))).toBe(true);
    for (const { method, headers } of fake.seen) {
      if (method === 'PUT') expect(headers['content-length']).toBeDefined();
    }
  });
});

describe('a single upload', () => {
  const session = (url: string): NewUploadSession => ({
    upload_id: 'u1',
    lifecycleStatus: 'uploading',
    strategy: 'single',
    upload: { method: 'PUT', url: `${url}/store/1?sig=s`, headers: { 'if-none-match': '*' } },
  });

  it('a single upload sends every returned header and no token', async () => {
    fake = await startFake(() => ({ status: 200 }));
    const rest = client(fake.url);
    await sendBytes(rest, createApi(rest), session(fake.url), bytesSource(Buffer.from('bytes')));
    expect(fake.seen).toHaveLength(1);
    expect(fake.seen[0]?.headers).toMatchObject({ 'if-none-match': '*', 'content-length': '5' });
    expect(fake.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('a single upload is not sent again if the store returns 412', async () => {
    fake = await startFake(() => ({ status: 412 }));
    const rest = client(fake.url);
    const body = await sendBytes(
      rest,
      createApi(rest),
      session(fake.url),
      bytesSource(Buffer.of(1)),
    );
    expect(body).toEqual({});
    expect(fake.seen).toHaveLength(1);
  });
});

describe('the client', () => {
  it('the REST client repeats a retryable refusal with the same key, after retry_after_seconds', async () => {
    let calls = 0;
    const waits: number[] = [];
    fake = await startFake(() => {
      calls += 1;
      if (calls < 3)
        return problem(429, 'rate_limited', { retryable: true, retry_after_seconds: 7 });
      return { status: 201, body: { data: { id: 'm1', slug: 's', title: { en: 'S' } } } };
    });
    const pause = async (ms: number) => void waits.push(ms);
    const api = createApi(createClient({ baseUrl: fake.url, token: 't', pause }));
    const made = await api.createMod({ game_slug: 'g', title: {}, description: {} });
    expect(made.id).toBe('m1');
    expect(new Set(fake.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(waits).toHaveLength(2);
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(7000);
  });

  it('the REST client throws a final refusal with its code after one request', async () => {
    fake = await startFake(() => problem(409, 'cover_required', { detail: 'Add a cover first.' }));
    const refused = createApi(client(fake.url)).publishVersion('m', 'v');
    await expect(refused).rejects.toBeInstanceOf(ProblemResponse);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'cover_required' });
    expect(fake.seen).toHaveLength(1);
  });

  it('the REST client names the endpoint of a response that breaks the contract', async () => {
    fake = await startFake(() => ({ status: 200, body: { data: [{ id: 1 }] } }));
    await expect(createApi(client(fake.url)).listGames()).rejects.toThrow('GET /v1/games returned');
  });

  it('waitForUpload polls a job until the session needs a person or is final', async () => {
    const states = ['uploaded', 'validating', 'scanning', 'quarantined', 'ready'];
    fake = await startFake(() => ({
      status: 200,
      body: { data: { upload_id: 'u', lifecycleStatus: states.shift(), strategy: 'single' } },
    }));
    const rest = client(fake.url);
    const end = await waitForUpload(rest, createApi(rest), '/v1/uploads/u');
    expect(end.lifecycleStatus).toBe('quarantined');
    expect(fake.seen).toHaveLength(4);
  });
});
