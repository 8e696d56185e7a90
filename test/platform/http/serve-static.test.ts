import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error A script of the build, in plain JavaScript.
import { compressStatic } from '../../../scripts/compress-static.mjs';
import { serveStatic } from '../../../src/platform/http/serve-static.js';

const ground = mkdtempSync(join(tmpdir(), 'modport-static-'));
const files = join(ground, 'files');
const variants = join(ground, 'variants');
const PROGRAM = 'console.log("a line that repeats");\n'.repeat(200);
let server: Server;
let port = 0;

const REFUSAL = { code: 'refused' };
const sourcesOf = (contents: Readonly<Record<string, string>>) =>
  Object.entries(contents).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
const CONTENTS = {
  'main.js': PROGRAM,
  'deep/style.css': PROGRAM,
  'small.js': 'x',
  'font.woff2': PROGRAM,
  'lost.js': PROGRAM,
};

beforeAll(async () => {
  mkdirSync(join(files, 'deep'), { recursive: true });
  for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(files, name), text);
  await compressStatic(variants, sourcesOf(CONTENTS));
  const app = express();
  app.set('etag', false);
  app.use('/app', serveStatic(files, variants));
  // These compressed forms disappear while the service runs.
  for (const name of ['lost.js.br', 'lost.js.gz']) rmSync(join(variants, name));
  app.use((_req, res) => void res.status(404).send('left to the service'));
  app.use((error: { status: number }, _req: Request, res: Response, _next: NextFunction) => {
    res.status(error.status).json(REFUSAL);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(ground, { recursive: true });
});

async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const sent = request({ port, path, method, headers, host: '127.0.0.1' }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      sent.on('error', reject).end();
    },
  );
}

describe('a static file with compressed forms', () => {
  it.each(['/app/main.js', '/app/deep/style.css'])(
    '%s is sent in the accepted encoding',
    async (path) => {
      const plain = await ask(path);
      const br = await ask(path, { 'Accept-Encoding': 'gzip, br' });
      const gzip = await ask(path, { 'Accept-Encoding': 'gzip' });
      expect([plain.bytes.toString(), plain.headers['content-encoding']]).toEqual([
        PROGRAM,
        undefined,
      ]);
      expect(brotliDecompressSync(br.bytes).toString()).toBe(PROGRAM);
      expect(gunzipSync(gzip.bytes).toString()).toBe(PROGRAM);
      for (const { headers, bytes } of [plain, br, gzip]) {
        expect(headers['content-type']).toBe(plain.headers['content-type']);
        expect(headers['vary']).toBe('Accept-Encoding');
        expect(headers['content-length']).toBe(String(bytes.length));
        expect(headers['etag']).toMatch(/^W\/"/);
      }
    },
  );

  it('an ETag of one encoding returns 304 only for that encoding', async () => {
    const br = { 'Accept-Encoding': 'br' };
    const { headers } = await ask('/app/main.js', br);
    const condition = { 'If-None-Match': String(headers['etag']) };
    const same = await ask('/app/main.js', { ...br, ...condition });
    expect([same.status, same.bytes.length, same.headers['vary']]).toEqual([
      304,
      0,
      'Accept-Encoding',
    ]);
    const other = await ask('/app/main.js', condition);
    expect([other.status, other.bytes.toString()]).toEqual([200, PROGRAM]);
  });

  it('HEAD of a static file returns the headers of GET', async () => {
    const br = { 'Accept-Encoding': 'br' };
    const [get, head] = [await ask('/app/main.js', br), await ask('/app/main.js', br, 'HEAD')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('a range applies to the uncompressed file', async () => {
    const part = await ask('/app/main.js', { 'Accept-Encoding': 'br', Range: 'bytes=0-6' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'console']);
    expect(part.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['/app/main.js', 'br;q=0', 200],
    ['/app/small.js', 'br', 200],
    ['/app/font.woff2', 'br', 200],
    ['/app/main.js.br', 'br', 404],
    ['/app/sources.json', 'br', 404],
    ['/app/..%2fvariants/main.js.br', 'br', 404],
    ['/app/none.js', 'br', 404],
  ])('%s with Accept-Encoding %j returns no compressed form', async (path, coding, status) => {
    const answer = await ask(path, { 'Accept-Encoding': coding });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([status, undefined]);
  });
});

describe('an error about a static file', () => {
  it.each([
    ['a compressed form that was removed', '/app/lost.js', { 'Accept-Encoding': 'br' }, 404],
    ['a condition on a compressed form', '/app/main.js', { 'Accept-Encoding': 'gzip' }, 412],
    ['a condition on the file itself', '/app/main.js', {}, 412],
    ['a condition on a file without forms', '/app/font.woff2', {}, 412],
  ])('an error for %s has no header of the file', async (_, path, headers, status) => {
    const condition = status === 412 ? { 'If-Match': '"another"' } : {};
    const answer = await ask(path, { ...headers, ...condition });
    expect([answer.status, JSON.parse(answer.bytes.toString())]).toEqual([status, REFUSAL]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    const ofBytes = ['content-encoding', 'content-range', 'accept-ranges'];
    const ofTheFile = [...ofBytes, 'etag', 'last-modified'];
    expect(ofTheFile.filter((name) => name in answer.headers)).toEqual([]);
  });

  it('a range outside of a static file returns 416 with its size and no body', async () => {
    const { status, headers, bytes } = await ask('/app/main.js', { Range: 'bytes=99999-' });
    expect([status, bytes.length, headers['content-length']]).toEqual([416, 0, '0']);
    expect(headers['content-range']).toBe(`bytes */${PROGRAM.length}`);
    const ofBytes = ['content-encoding', 'content-type', 'etag', 'last-modified'];
    expect(ofBytes.filter((name) => name in headers)).toEqual([]);
  });
});

describe('compressed forms', () => {
  it('compressed forms of removed or small files are not kept', async () => {
    const folder = join(ground, 'other');
    await compressStatic(folder, sourcesOf({ 'a.js': PROGRAM, 'b.js': PROGRAM, 'c.js': 'x' }));
    await compressStatic(folder, sourcesOf({ 'a.js': `${PROGRAM}//`, 'c.js': 'x' }));
    expect(readdirSync(folder).sort()).toEqual(['a.js.br', 'a.js.gz', 'sources.json']);
  });
});
