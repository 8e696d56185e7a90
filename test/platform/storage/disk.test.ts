import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneKey } from '../../keys.js';
import { inLongTests } from '../../rounds.js';
import { storageContract } from './contract.js';
import { objectContract } from './contract-objects.js';
import { putContract } from './contract-put.js';
import { readContract } from './contract-read.js';
import { type DiskSubject, openDisk } from './disk-subject.js';
import { type Answer, bytesOf, call, follow } from './http.js';
import { once as body, TYPE } from './subject.js';

/** Several chunks of a stream. */
const PART_BYTES = 600_000;

storageContract('a directory', () => openDisk(), {}, PART_BYTES);

// A mirror has other signed URLs, and its objects are promoted like those of any directory.
const openMirror = () =>
  openDisk(({ handler }) => handler, { storeName: 'mirror', mountPath: '/mirror' });
describe('the directory of a mirror', () => {
  putContract(openMirror, {});
  objectContract(openMirror);
  readContract(openMirror, {});
});
inLongTests(() => storageContract('the directory of a mirror', openMirror, {}, PART_BYTES));

describe('a signed URL of the disk store', () => {
  let disk: DiskSubject;
  beforeAll(async () => {
    disk = await openDisk(({ handler }) => express().use('/storage', handler));
  });
  afterAll(() => disk.close());

  const soon = (): Date => new Date(disk.now().getTime() + 60_000);
  const signPut = (key: string, sizeBytes = 10) =>
    disk.storage.signPut(key, { sizeBytes, contentType: TYPE }, soon());
  const signGet = (key: string) => disk.storage.signGet(key, {}, soon());
  const codeOf = ({ body }: Answer): unknown => JSON.parse(body.toString()).code;
  const detailOf = ({ body }: Answer): unknown => JSON.parse(body.toString()).detail;
  async function stored(bytes = bytesOf(10), contentType = TYPE): Promise<string> {
    const key = crypto.randomUUID();
    await disk.storage.put(key, body(bytes), contentType);
    return key;
  }

  it('a signed URL contains neither the key nor the file name in clear text, and differs each time', async () => {
    const sign = () => disk.storage.signGet('staging/secret', { filename: 'plan.zip' }, soon());
    const { url } = await sign();
    expect(new URL(url).pathname).toMatch(/^\/storage\/[\w-]+$/);
    const sealed = Buffer.from(url.slice(url.lastIndexOf('/') + 1), 'base64url').toString('latin1');
    expect(sealed).not.toMatch(/secret|plan/);
    expect((await sign()).url).not.toBe(url);
  });

  it('a signed URL is valid only for its exact key, even if the key looks like a path', async () => {
    const [key, ...others] = ['a/../b', 'b', '/b', './b'];
    await disk.storage.put(String(key), body(bytesOf(10)), TYPE);
    expect((await follow(await signGet(String(key)))).status).toBe(200);
    for (const other of others) expect((await follow(await signGet(other))).status).toBe(404);
  });

  it('a signed URL of another installation is refused as forbidden', async () => {
    const foreign = disk.reopen({ signingKeys: oneKey(Buffer.alloc(32, 8)) });
    const answer = await follow(await foreign.signGet(await stored(), {}, soon()));
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
  });

  it('a truncated or extended signed URL is refused as forbidden', async () => {
    const { url } = await signGet(await stored());
    const base = url.slice(0, url.lastIndexOf('/') + 1);
    for (const other of [url.slice(0, -4), url.slice(0, -1), `${url}A`, `${base}A`]) {
      expect((await call('GET', other)).status).toBe(403);
    }
  });

  it('an expired signed URL returns 410 with the code of downloads or of uploads', async () => {
    const key = await stored();
    const get = await signGet(key);
    const head = await disk.storage.signHead(key, {}, soon());
    const put = await signPut(crypto.randomUUID());
    disk.pass(59);
    expect((await follow(get)).status).toBe(200);
    disk.pass(1);
    const answers = [await follow(get), await follow(put, bytesOf(10))];
    expect(answers.map(({ status }) => status)).toEqual([410, 410]);
    expect(answers.map(codeOf)).toEqual(['download_session_expired', 'session_expired']);
    expect((await follow(head)).status).toBe(410);
  });

  it('a refused PUT or GET returns the code of its reason', async () => {
    const key = await stored();
    const put = await signPut(crypto.randomUUID());
    const wrongType = { ...put, headers: { ...put.headers, 'Content-Type': 'text/html' } };
    const answers = [
      await follow(await signPut(key), bytesOf(10)),
      await follow(put, bytesOf(11)),
      await follow(wrongType, bytesOf(10)),
      await follow(await signGet(crypto.randomUUID())),
      await follow(await signGet(key), undefined, { 'If-Match': '"other"' }),
      await follow(await signGet(key), undefined, {
        'If-Unmodified-Since': new Date(0).toUTCString(),
      }),
    ];
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [412, 'precondition_failed'],
      [400, 'invalid_size'],
      [400, 'invalid_request'],
      [404, 'not_found'],
      [412, 'precondition_failed'],
      [412, 'precondition_failed'],
    ]);
    const details = answers.map(detailOf);
    expect(details[0]).toContain('complete the upload');
    for (const detail of details.slice(4)) {
      expect(detail).toContain('If-Match or If-Unmodified-Since');
    }
    for (const { headers } of answers) {
      expect(headers['content-type']).toBe('application/problem+json');
    }
    expect(disk.unregistered).toEqual([]);
  });

  it('a refused PUT gets a response even if the client reads only after it sent everything', async () => {
    const sizeBytes = 64 * 1024 * 1024;
    const { url, headers } = await signPut(await stored(), sizeBytes);
    const { port, pathname, host } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1').pause();
    const lines = Object.entries({ Host: host, 'Content-Length': String(sizeBytes), ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`PUT ${pathname} HTTP/1.1\r\n${head}\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(Buffer.alloc(sizeBytes), () => resolve());
    });
    const [answer] = await once(socket.resume(), 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1.1 412 /);
  });

  it('a signed URL has only one valid spelling', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const key = await stored();
    for (const filename of ['a', 'ab', 'abc']) {
      const { url } = await disk.storage.signGet(key, { filename }, soon());
      const other = alphabet[alphabet.indexOf(url.slice(-1)) ^ 1];
      expect((await call('GET', `${url.slice(0, -1)}${other}`)).status).toBe(403);
    }
  });

  it('signPut rejects a content type that would break its header', async () => {
    const object = { sizeBytes: 1, contentType: 'a/b\r\nx: y' };
    await expect(disk.storage.signPut('k', object, soon())).rejects.toThrow(TypeError);
  });
});
