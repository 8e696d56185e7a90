import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, follow, yearsFrom } from './http.js';
import type { Faults, Subject } from './store-under-test.js';
import { TYPE, useBench } from './subject.js';

const SIZE = 10_000;
const BYTES = bytesOf(SIZE);

/** The promises of reads over signed URLs. */
export function readContract(open: () => Promise<Subject>, faults: Faults): void {
  const bench = useBench(open);
  describe('a signed GET', () => rangePromises(bench, faults));
  describe('a signed HEAD', () => headPromises(bench));
}

type Bench = ReturnType<typeof useBench>;

function rangePromises(bench: Bench, { roughHttp = false }: Faults): void {
  let key = '';
  beforeAll(async () => {
    key = await bench.stored(BYTES);
  });
  const get = async (headers: Record<string, string> = {}) =>
    follow(await bench.signGet(key), undefined, headers);

  it('a signed GET returns the stored bytes with a strong ETag, as a download', async () => {
    const answer = await get({ 'Accept-Encoding': 'gzip, br' });
    expect(answer.status).toBe(200);
    expect(answer.body.equals(BYTES)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': TYPE,
      'content-length': String(SIZE),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.stringMatching(/GMT$/),
      'content-disposition': expect.stringMatching(/^attachment/),
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['the first byte', 'bytes=0-0', 0, 0],
    ['a middle', 'bytes=100-4999', 100, 4999],
    ['the rest', 'bytes=9000-', 9000, SIZE - 1],
    ['a suffix', 'bytes=-7', SIZE - 7, SIZE - 1],
    ['a range beyond the end', 'bytes=9990-99999', 9990, SIZE - 1],
    ['a suffix longer than the whole', 'bytes=-99999', 0, SIZE - 1],
  ])('a signed GET serves a requested range: %s', async (_, range, start, end) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${SIZE}`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(answer.body.equals(BYTES.subarray(start, end + 1))).toBe(true);
  });

  it('a signed GET refuses a range beyond the end and returns the size', async () => {
    const answer = await get({ Range: `bytes=${SIZE}-` });
    expect(answer.status).toBe(416);
    if (roughHttp) return;
    expect(answer.headers['content-range']).toBe(`bytes */${SIZE}`);
  });

  it.each(['bytes=0-9,20-29', 'bytes=abc', 'lines=1-2'])(
    'a signed GET returns the whole object for %s, which it does not support',
    async (range) => {
      const answer = await get({ Range: range });
      expect(answer.status).toBe(200);
      expect(answer.body.equals(BYTES)).toBe(true);
    },
  );

  it.skipIf(roughHttp)('If-Range returns a range only for the current representation', async () => {
    const { etag = '', 'last-modified': modified = '' } = (await get()).headers;
    const range = { Range: 'bytes=0-9' };
    expect((await get({ ...range, 'If-Range': etag })).status).toBe(206);
    expect((await get({ ...range, 'If-Range': modified })).status).toBe(206);
    expect((await get({ ...range, 'If-Range': '"other"' })).status).toBe(200);
    expect((await get({ ...range, 'If-Range': yearsFrom(modified, -1) })).status).toBe(200);
  });

  it('If-Match with a range returns 206 for the current ETag and 412 for another', async () => {
    const range = { Range: 'bytes=0-9' };
    const { etag = '' } = (await get()).headers;
    expect((await get({ ...range, 'If-Match': etag })).status).toBe(206);
    expect((await get({ ...range, 'If-Match': '"other"' })).status).toBe(412);
  });

  it('a signed GET returns any range of an object of any size', async () => {
    const cases = fc
      .integer({ min: 1, max: 200_000 })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(cases, async ([size, one, other]) => {
        const bytes = bytesOf(size, size);
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const signed = await bench.signGet(await bench.stored(bytes));
        const answer = await follow(signed, undefined, { Range: `bytes=${start}-${end}` });
        expect(answer.status).toBe(206);
        expect(answer.body.equals(bytes.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
}

function headPromises(bench: Bench): void {
  it('a signed HEAD returns size, type and ETag of the whole without a body', async () => {
    const key = await bench.stored(BYTES);
    const answer = await follow(await bench.signHead(key));
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({
      'content-length': String(SIZE),
      'content-type': TYPE,
      'accept-ranges': 'bytes',
      etag: (await bench.storage.head(key))?.etag,
    });
  });

  it('a signed HEAD and GET return the signed name and type', async () => {
    const key = await bench.stored(BYTES);
    const served = { filename: 'Grüße.zip', contentType: 'application/java-archive' };
    for (const sign of [bench.storage.signHead, bench.storage.signGet]) {
      const { headers } = await follow(await sign(key, served, bench.soon()));
      expect(headers['content-type']).toBe('application/java-archive');
      expect(headers['content-disposition']).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip");
    }
  });
}
