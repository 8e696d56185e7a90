import { describe, expect, it } from 'vitest';
import { answerOf, bytesOf, call, etagOf, follow, open as openRequest } from './http.js';
import type { Faults, Subject } from './store-under-test.js';
import { TYPE, useBench } from './subject.js';

/** The promises of writes to signed URLs, and of all signatures. */
export function putContract(open: () => Promise<Subject>, faults: Faults): void {
  const bench = useBench(open);
  describe('a signed PUT', () => putPromises(bench, faults));
  describe('a signature', () => signaturePromises(bench));
}

type Bench = ReturnType<typeof useBench>;

function putPromises(bench: Bench, { keepsWhatBrokeOff = false }: Faults): void {
  it('a signed PUT stores exactly the sent bytes and returns the ETag of the object', async () => {
    const key = bench.key();
    const bytes = bytesOf(300_001);
    const answer = await follow(await bench.signPut(key, bytes.length), bytes);
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toBe(etagOf(bytes));
    expect(await bench.storage.head(key)).toMatchObject({
      sizeBytes: bytes.length,
      etag: answer.headers['etag'],
      contentType: TYPE,
    });
    expect((await bench.bytesAt(key)).equals(bytes)).toBe(true);
  });

  it('a signed PUT accepts an empty object', async () => {
    const key = bench.key();
    expect((await follow(await bench.signPut(key, 0), Buffer.alloc(0))).status).toBe(200);
    expect((await bench.storage.head(key))?.sizeBytes).toBe(0);
    expect((await follow(await bench.signGet(key))).body).toHaveLength(0);
  });

  it('a second PUT to the same key is refused and the first bytes stay', async () => {
    const key = bench.key();
    const first = bytesOf(1000, 1);
    const signed = await bench.signPut(key, 1000);
    expect((await follow(signed, first)).status).toBe(200);
    expect((await follow(signed, bytesOf(1000, 2))).status).toBe(412);
    expect((await follow(await bench.signPut(key, 1000), bytesOf(1000, 3))).status).toBe(412);
    expect((await bench.bytesAt(key)).equals(first)).toBe(true);
  });

  it('one of 64 concurrent PUTs to one key wins, and its bytes are stored', async () => {
    const key = bench.key();
    const signed = await bench.signPut(key, 5000);
    const bodies = Array.from({ length: 64 }, (_, index) => bytesOf(5000, index + 1));
    const answers = await Promise.all(bodies.map((body) => follow(signed, body)));
    const winners = bodies.filter((_, index) => answers[index]?.status === 200);
    // A store that receives the bodies itself accepts a few at once and returns 503 to the others.
    const refused = answers.filter(({ status }) => status === 412 || status === 503);
    expect(refused).toHaveLength(63);
    expect(winners).toHaveLength(1);
    expect(winners[0]?.equals(await bench.bytesAt(key))).toBe(true);
  });

  it.each([
    ['fewer bytes than signed', { 'Content-Length': '999' }, 999],
    ['more bytes than signed', { 'Content-Length': '1001' }, 1001],
    ['no length', { 'Transfer-Encoding': 'chunked' }, 1000],
    ['another content type', { 'Content-Length': '1000', 'Content-Type': 'text/html' }, 1000],
    ['no If-None-Match', { 'Content-Length': '1000', 'If-None-Match': '' }, 1000],
  ])('a signed PUT with %s is refused and stores nothing', async (_, headers, sizeBytes) => {
    const key = bench.key();
    const signed = await bench.signPut(key, 1000);
    const sent = Object.entries({ ...signed.headers, ...headers }).filter(([, value]) => value);
    const answer = await call('PUT', signed.url, Object.fromEntries(sent), bytesOf(sizeBytes));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await bench.storage.head(key)).toBeNull();
  });

  it('a signed PUT with a wrong Content-MD5 is refused and stores nothing', async () => {
    const key = bench.key();
    const md5 = Buffer.from(etagOf(bytesOf(1000, 2)).slice(1, -1), 'hex').toString('base64');
    const signed = await bench.signPut(key, 1000);
    const answer = await follow(signed, bytesOf(1000, 1), { 'Content-MD5': md5 });
    expect(answer.status).toBe(400);
    expect(await bench.storage.head(key)).toBeNull();
    expect((await follow(signed, bytesOf(1000, 2), { 'Content-MD5': md5 })).status).toBe(200);
  });

  it.skipIf(keepsWhatBrokeOff)(
    'an interrupted PUT leaves nothing, and the same URL then accepts the whole body',
    async () => {
      const key = bench.key();
      const bytes = bytesOf(400_000);
      const signed = await bench.signPut(key, bytes.length);
      const sent = openRequest('PUT', signed.url, {
        ...signed.headers,
        'Content-Length': '400000',
      });
      const lost = expect(answerOf(sent)).rejects.toThrow();
      await new Promise((resolve) => sent.write(bytes.subarray(0, 200_000), resolve));
      sent.destroy();
      await lost;
      expect(await bench.storage.head(key)).toBeNull();
      expect((await follow(signed, bytes)).status).toBe(200);
      expect((await bench.bytesAt(key)).equals(bytes)).toBe(true);
    },
  );
}

function signaturePromises(bench: Bench): void {
  const altered = (url: string): string => {
    const parsed = new URL(url);
    const end = parsed.pathname.endsWith('A') ? 'B' : 'A';
    parsed.pathname = parsed.pathname.slice(0, -1) + end;
    return parsed.href;
  };

  it('a changed signature is refused', async () => {
    const key = await bench.stored(bytesOf(100));
    expect((await call('GET', altered((await bench.signGet(key)).url))).status).toBe(403);
    const put = await bench.signPut(bench.key(), 10);
    expect((await follow({ ...put, url: altered(put.url) }, bytesOf(10))).status).toBe(403);
  });

  it('a signature for one method does not work for another', async () => {
    const bytes = bytesOf(100);
    const key = await bench.stored(bytes);
    const get = await bench.signGet(key);
    const headers = { 'Content-Type': TYPE, 'If-None-Match': '*', 'Content-Length': '100' };
    expect((await call('PUT', get.url, headers, bytes)).status).toBe(403);
    expect((await call('DELETE', get.url)).status).toBe(403);
    expect((await call('GET', (await bench.signHead(key)).url)).status).toBe(403);
    expect((await call('GET', (await bench.signPut(key, 100)).url)).status).toBe(403);
  });

  it('a signature is valid until its expiry and not afterwards', async () => {
    const key = await bench.stored(bytesOf(100));
    const fresh = bench.key();
    // Signed for ten minutes. The clock of a server cannot be stopped, so both sides keep a margin.
    const young = await bench.aged(570, () => bench.signGet(key));
    expect((await follow(young)).status).toBe(200);
    const old = await bench.aged(601, () => bench.signGet(key));
    expect((await follow(old)).status).toBeGreaterThanOrEqual(400);
    const oldPut = await bench.aged(601, () => bench.signPut(fresh, 100));
    expect((await follow(oldPut, bytesOf(100))).status).toBeGreaterThanOrEqual(400);
    expect(await bench.storage.head(fresh)).toBeNull();
  });
}
