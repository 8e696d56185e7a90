import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCompression } from '../../src/edge/compression.js';
import { type Compressor, createCompressor } from '../../src/edge/compressor.js';
import { serveStatic } from '../../src/platform/http/serve-static.js';
import { LIMITS } from '../../src/registry/limits.js';

const MAX = LIMITS.compressedBytesMax;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server whose responses pass a compressor; returns its port. */
async function serve(
  compressor: Pick<Compressor, 'compress'>,
  listener: RequestListener,
): Promise<number> {
  const compression = createCompression(compressor);
  const server = createServer((req, res) => {
    compression(req, res);
    listener(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a request that accepts Brotli; returns the headers and the raw bytes. */
function ask(port: number, path = '/', method = 'GET') {
  return new Promise<{ headers: Readonly<Record<string, unknown>>; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = { 'Accept-Encoding': 'br' };
      const options = { port, path, method, headers, host: '127.0.0.1', agent: false };
      const sent = request(options, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => resolve({ headers: res.headers, bytes: Buffer.concat(chunks) }));
      });
      sent.on('error', reject).end();
    },
  );
}

/** A compressor that records the lengths of the bodies it gets. */
function noting(compressor: Compressor) {
  const lengths: number[] = [];
  const compress: Compressor['compress'] = (coding, body, isShared) => {
    lengths.push(body.length);
    return compressor.compress(coding, body, isShared);
  };
  return { lengths, compress };
}

const CACHES = ['private, no-store', 'public, max-age=60'];

/** A handler that sends as many bytes of text as the path says. */
const textOf =
  (cache: string): RequestListener =>
  (req, res) => {
    const body = Buffer.alloc(Number(req.url?.slice(1)), 'lantern ');
    res.setHeader('Cache-Control', cache);
    res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length });
    res.end(req.method === 'HEAD' ? undefined : body);
  };

describe('a body above 4 MiB', () => {
  it.each(CACHES)('a body above 4 MiB is sent uncompressed without a wait (%s)', async (cache) => {
    const compressor = noting(createCompressor());
    const port = await serve(compressor, textOf(cache));
    const { headers, bytes } = await ask(port, `/${MAX + 1}`);
    expect(bytes.equals(Buffer.alloc(MAX + 1, 'lantern '))).toBe(true);
    expect(headers).toMatchObject({ 'content-length': String(MAX + 1), vary: 'Accept-Encoding' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(compressor.lengths).toEqual([]);
  });

  it('a body of 4 MiB is compressed', async () => {
    const port = await serve(createCompressor(), textOf(CACHES[0] ?? ''));
    const { headers, bytes } = await ask(port, `/${MAX}`);
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(bytes).length).toBe(MAX);
  });

  it.each([
    [MAX, 'br', undefined],
    [MAX + 1, undefined, String(MAX + 1)],
  ])(
    'HEAD of %i bytes has the content coding of the GET',
    async (length, coding, contentLength) => {
      const port = await serve(createCompressor(), textOf(CACHES[0] ?? ''));
      const { headers } = await ask(port, `/${length}`, 'HEAD');
      expect([headers['content-encoding'], headers['content-length']]).toEqual([
        coding,
        contentLength,
      ]);
      expect((await ask(port, `/${length}`)).headers['content-encoding']).toBe(coding);
    },
  );
});

describe('the queue for compression', () => {
  it('the bytes that wait for compression are bounded, and later bodies are sent uncompressed', async () => {
    const [atOnce, waiting, requests] = [1, 2, 8];
    const arrived: (() => void)[] = [];
    const compressor = noting(createCompressor({ atOnce, waiting }));
    const port = await serve(compressor, (req, res) => {
      arrived.push(() => textOf(CACHES[0] ?? '')(req, res));
      if (arrived.length === requests) for (const answer of arrived) answer();
    });
    const all = await Promise.all(Array.from({ length: requests }, () => ask(port, `/${MAX}`)));
    const isCoded = ({ headers }: (typeof all)[number]) => headers['content-encoding'] === 'br';
    const coded = all.filter(isCoded);
    expect(coded).toHaveLength(atOnce + waiting);
    const plain = all.filter((answer) => !isCoded(answer)).map(({ bytes }) => bytes);
    const whole = Buffer.alloc(MAX, 'lantern ');
    for (const bytes of [...plain, ...coded.map(({ bytes }) => brotliDecompressSync(bytes))]) {
      expect(bytes.equals(whole)).toBe(true);
    }
    expect(Math.max(...compressor.lengths)).toBeLessThanOrEqual(MAX);
  });

  it('a process holds at most 136 MiB of bodies for compression', () => {
    const { compressedBytesMax, compressionsAtOnce, compressionsWaiting } = LIMITS;
    const bytes = compressedBytesMax * (compressionsAtOnce + compressionsWaiting);
    expect(bytes).toBeLessThanOrEqual(136 * 1024 ** 2);
  });
});

describe('a static file without compressed forms', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modport-plain-'));
  beforeAll(() => writeFileSync(join(folder, 'main.js'), 'console.log("plain");\n'.repeat(200)));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('HEAD of a static file without compressed forms has the headers of its uncompressed GET', async () => {
    const app = express();
    app.use(serveStatic(folder, join(folder, 'none')));
    const port = await serve(createCompressor(), app);
    const [get, head] = [await ask(port, '/main.js'), await ask(port, '/main.js', 'HEAD')];
    expect(get.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(get.bytes.length),
      vary: 'Accept-Encoding',
    });
    expect(get.headers['content-encoding']).toBeUndefined();
    expect(head.bytes.length).toBe(0);
    const without = ({ date: _, ...headers }: Readonly<Record<string, unknown>>) => headers;
    expect(without(head.headers)).toEqual(without(get.headers));
  });
});
