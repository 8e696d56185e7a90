import { describe, expect, it } from 'vitest';
import { longTest } from '../../rounds.js';
import { openDisk } from './disk-subject.js';
import { bytesOf, etagOf, follow } from './http.js';
import { TYPE, useBench } from './subject.js';

describe('responses of the disk store', () => {
  const bench = useBench(() => openDisk());
  const stored = (bytes = bytesOf(10), contentType = TYPE) => bench.stored(bytes, contentType);

  it('the disk store compares ETags strongly for ranges and If-Match', async () => {
    const key = await stored();
    const weak = `W/${etagOf(bytesOf(10))}`;
    const send = async (headers: Record<string, string>) =>
      (await follow(await bench.signGet(key), undefined, headers)).status;
    expect(await send({ Range: 'bytes=0-1', 'If-Range': weak })).toBe(200);
    expect(await send({ 'If-Match': weak })).toBe(412);
    expect(await send({ 'If-None-Match': weak })).toBe(304);
    expect(await send({ 'If-Match': '*' })).toBe(200);
    expect(await send({ 'If-None-Match': '*' })).toBe(304);
  });

  it('HEAD returns the whole size even with a Range header', async () => {
    const signed = await bench.signHead(await stored());
    const answer = await follow(signed, undefined, { Range: 'bytes=0-1' });
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '10']);
  });

  it('responses of the disk store prevent caches and browsers from changing, sharing or sniffing the bytes', async () => {
    const { headers } = await follow(await bench.signGet(await stored(bytesOf(10), 'text/html')));
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=0, no-transform',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'content-type': 'text/html',
    });
  });

  it.each([
    ['plain.zip', `filename="plain.zip"; filename*=UTF-8''plain.zip`],
    ['a "b" %41.zip', `filename="a _b_ _41.zip"; filename*=UTF-8''a%20%22b%22%20%2541.zip`],
    ["it's (1)*.zip", `filename="it's (1)*.zip"; filename*=UTF-8''it%27s%20%281%29%2A.zip`],
    [
      '../x\r\nSet-Cookie: a',
      `filename=".._x__Set-Cookie: a"; filename*=UTF-8''.._x__Set-Cookie%3A%20a`,
    ],
    ['cod\u202Epiz.exe', `filename="cod_piz.exe"; filename*=UTF-8''cod_piz.exe`],
    ['\uD800.zip', `filename="_.zip"; filename*=UTF-8''%EF%BF%BD.zip`],
    ['模组.zip', `filename="__.zip"; filename*=UTF-8''%E6%A8%A1%E7%BB%84.zip`],
  ])('the disk store sends %j as a safe download name', async (filename, expected) => {
    const signed = await bench.storage.signGet(await stored(), { filename }, bench.soon());
    const { status, headers } = await follow(signed);
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; ${expected}`]);
  });

  longTest('a PUT to the disk store streams 128 MiB without holding them in memory', async () => {
    const sizeBytes = 128 * 1024 * 1024;
    const key = crypto.randomUUID();
    const signed = await bench.signPut(key, sizeBytes);
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const chunk = new Uint8Array(1024 * 1024);
    const body = new ReadableStream({
      pull(controller) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
        controller.enqueue(chunk);
        sent += chunk.length;
        if (sent === sizeBytes) controller.close();
      },
    });
    let sent = 0;
    const headers = { ...signed.headers, 'Content-Length': String(sizeBytes) };
    const answer = await fetch(signed.url, { method: 'PUT', headers, body, duplex: 'half' });
    expect(answer.status).toBe(200);
    expect((await bench.storage.head(key))?.sizeBytes).toBe(sizeBytes);
    expect(peak).toBeLessThan(64 * 1024 * 1024);
    await bench.storage.remove(key);
  });
});
