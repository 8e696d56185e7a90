import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createClient, download, downloadBlob } from '@modport/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/folder.js';
import { mod, requests, testClient, withFaults } from './support/service.js';

// Two stores that lie stand here, with the responses of the service around their addresses. The last
// tests use the second store of the service itself.

const file = mod('stand-alone');
const bytes = randomBytes(200_000);
const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const sha256 = sha256Of(bytes);

let server: Server;
let base: string;
let seen: string[];
/** Decides what the first store does. */
let primary: (request: IncomingMessage, reply: ServerResponse) => void;
let fallbackBody: Record<string, unknown>;

beforeEach(async () => {
  seen = [];
  const { body } = await testClient().post('/downloads/{artifact_id}/resolve', {
    params: { path: { artifact_id: file.artifact_id } },
    body: {},
  });
  const facts = { size_bytes: bytes.length, sha256, hashes: { sha256 } };
  const resolved = () => ({
    ...body.data,
    ...facts,
    primary_url: `${base}/first`,
    head_url: `${base}/first`,
    representation: { provider: 'first', etag_scope: 'first', etag: '"a"', if_match: '"a"' },
    fallback: { available: true, endpoint: '/f', url: null },
  });
  server = createServer((request, reply) => {
    const { method = '', url = '', headers } = request;
    seen.push(`${method} ${url} ${headers.range ?? '-'} ${headers['if-match'] ?? '-'}`);
    const json = (data: object) =>
      reply.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    if (url.endsWith('/resolve')) json(resolved());
    else if (url.endsWith('/fallback')) json({ ...resolved(), ...fallbackBody });
    else if (url === '/first') primary(request, reply);
    else second(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  base = `http://127.0.0.1:${address.port}`;
  fallbackBody = {
    fallback_url: `${base}/second`,
    head_url: `${base}/second`,
    expires_in: 300,
    representation: { provider: 'second', etag_scope: 'second', etag: null, if_match: null },
    requires_head_before_range: true,
  };
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** A store that knows its own ETag only. */
function second(request: IncomingMessage, reply: ServerResponse): void {
  const { range, 'if-match': ifMatch } = request.headers;
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (range !== undefined && ifMatch !== '"b"') {
    reply.writeHead(412).end();
    return;
  }
  reply.writeHead(range === undefined ? 200 : 206, {
    etag: '"b"',
    'content-length': bytes.length - from,
    ...(range === undefined
      ? {}
      : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  reply.end(request.method === 'HEAD' ? undefined : bytes.subarray(from));
}

const blob = () => downloadBlob(createClient({ baseUrl: `${base}/v1` }), file.artifact_id);

describe('the second store', () => {
  it('a store that is down is replaced by the second one', async () => {
    primary = (_request, reply) => reply.writeHead(503).end();
    expect((await blob()).sha256).toBe(sha256);
    expect(seen.filter((one) => one.includes('/second'))).toEqual(['GET /second - -']);
  });

  it('the second store continues with its own ETag, which HEAD tells', async () => {
    let count = 0;
    primary = (_request, reply) => {
      count += 1;
      if (count > 1) reply.writeHead(500).end();
      else {
        reply.writeHead(200, { etag: '"a"', 'content-length': bytes.length });
        reply.write(bytes.subarray(0, 60_000), () => setImmediate(() => reply.destroy()));
      }
    };
    const target = join(await temporaryFolder(), 'mod.zip');
    const client = createClient({ baseUrl: `${base}/v1` });
    expect((await download(client, file.artifact_id, target)).sha256).toBe(sha256);
    const [head, get] = seen.filter((one) => one.includes('/second'));
    expect(head).toBe('HEAD /second - -');
    expect(get).toMatch(/^GET \/second bytes=[1-9]\d*- "b"$/);
    expect(seen.find((one) => one.startsWith('GET /first bytes'))).toContain('"a"');
  });

  it('wrong bytes of the first store are fetched from the second one', async () => {
    primary = (_request, reply) => reply.end(randomBytes(bytes.length));
    expect((await blob()).sha256).toBe(sha256);
    expect(seen.filter((one) => one.startsWith('GET /'))).toEqual([
      'GET /first - -',
      'GET /second - -',
    ]);
  });

  it('a fallback for another file is refused', async () => {
    primary = (_request, reply) => reply.writeHead(503).end();
    const other = 'd'.repeat(64);
    fallbackBody = { ...fallbackBody, sha256: other, hashes: { sha256: other } };
    await expect(blob()).rejects.toMatchObject({ fault: 'digest' });
    expect(seen.some((one) => one.includes('/second'))).toBe(false);
  });

  it('one byte for each connection ends as an error instead of never', async () => {
    primary = (request, reply) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
      reply.writeHead(from === 0 ? 200 : 206, { etag: '"a"', ...(from === 0 ? {} : range) });
      reply.write(bytes.subarray(from, from + 1), () => setImmediate(() => reply.destroy()));
    };
    const target = join(await temporaryFolder(), 'mod.zip');
    const client = createClient({ baseUrl: `${base}/v1` });
    await expect(download(client, file.artifact_id, target)).rejects.toThrow('transfer');
    expect(seen.filter((one) => one.startsWith('GET /first')).length).toBeLessThan(120);
  });
});

describe('the second store of the service', () => {
  const copied = mod('copied-pack');

  it('a download continues in the second store when the first one is lost in the middle', async () => {
    await withFaults(
      { match: { path: '^/storage/' }, fault: { kind: 'cut', after: 300_000 } },
      { match: { path: '^/storage/' }, times: 99, fault: { kind: 'refuse' } },
    );
    const target = join(await temporaryFolder(), 'mod.zip');
    await download(testClient(), copied.artifact_id, target);
    expect(sha256Of(await readFile(target))).toBe(copied.sha256);
    const [head, get] = await requests('/mirror/');
    expect(head).toMatchObject({ method: 'HEAD', range: null });
    expect(get?.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(get?.if_match).toMatch(/^"/);
    expect([get?.status, (await requests('/fallback')).length]).toEqual([206, 1]);
  });

  it('the whole file comes from the second store if the first one has wrong bytes', async () => {
    await withFaults({ match: { path: '^/storage/' }, fault: { kind: 'corrupt', at: 5000 } });
    const target = join(await temporaryFolder(), 'mod.zip');
    await download(testClient(), copied.artifact_id, target);
    expect(sha256Of(await readFile(target))).toBe(copied.sha256);
    const [get] = await requests('/mirror/');
    expect(get).toMatchObject({ method: 'GET', range: null, status: 200 });
  });

  it('a mod that does not allow its second store gets none, and no file', async () => {
    await withFaults({ match: { path: '^/storage/' }, times: 99, fault: { kind: 'refuse' } });
    const target = join(await temporaryFolder(), 'mod.zip');
    await expect(download(testClient(), file.artifact_id, target)).rejects.toThrow();
    await expect(readFile(target)).rejects.toThrow('ENOENT');
    expect(await requests('/fallback')).toEqual([]);
  });
});
