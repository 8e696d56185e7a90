import { describe, expect, it } from 'vitest';
import { ObjectExists, ObjectMissing } from '../../../src/platform/storage/storage.port.js';
import { measuredOf } from './contract-late-writers.js';
import { bytesOf, follow, gather } from './http.js';
import type { Subject } from './store-under-test.js';
import { once, TYPE, useBench } from './subject.js';

/** What whole objects have to keep, as the service itself handles them. */
export function objectContract(open: () => Promise<Subject>): void {
  const bench = useBench(open);
  describe('an object', () => objectPromises(bench));
}

/** Copies each chunk before it asks for the next, whose memory may be the same. */
async function copied(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const kept: Buffer[] = [];
  for await (const chunk of chunks) kept.push(Buffer.from(chunk));
  return Buffer.concat(kept);
}

function objectPromises(bench: ReturnType<typeof useBench>): void {
  it('written by the service is never overwritten', async () => {
    const key = await bench.stored(bytesOf(100, 1));
    await expect(bench.storage.put(key, once(bytesOf(100, 2)), TYPE)).rejects.toThrow(ObjectExists);
    expect((await bench.bytesAt(key)).equals(bytesOf(100, 1))).toBe(true);
  });

  it('whose source fails while it is written does not come to be', async () => {
    const key = bench.key();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytesOf(100);
      throw new Error('the source broke');
    }
    await expect(bench.storage.put(key, broken(), TYPE)).rejects.toThrow('the source broke');
    expect(await bench.storage.head(key)).toBeNull();
  });

  it('gives any range of its bytes to the service', async () => {
    const key = await bench.stored(bytesOf(1000));
    const read = await bench.storage.read(key, { start: 10, end: 19 });
    expect((await gather(read)).equals(bytesOf(1000).subarray(10, 20))).toBe(true);
  });

  it('gives all of its bytes, and any range, to a reader that keeps no chunk', async () => {
    const bytes = bytesOf(3_500_001);
    const key = await bench.stored(bytes);
    expect((await copied(await bench.storage.readTransient(key))).equals(bytes)).toBe(true);
    const range = { start: 1_000_003, end: 3_400_000 };
    const part = await copied(await bench.storage.readTransient(key, range));
    expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });

  it('can be left in the middle of reading', async () => {
    const key = await bench.stored(bytesOf(3_000_000));
    for await (const chunk of await bench.storage.readTransient(key)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await bench.bytesAt(key)).length).toBe(3_000_000);
  });

  it('promoted stands at both keys, and a second promotion answers the same', async () => {
    const bytes = bytesOf(5000);
    const from = await bench.stored(bytes);
    const to = bench.key();
    const measured = measuredOf(bytes);
    const first = await bench.storage.promote(from, to, measured);
    expect(first).toMatchObject({ sizeBytes: 5000, contentType: TYPE });
    expect((await bench.storage.promote(from, to, measured)).etag).toBe(first.etag);
    await bench.storage.remove(from);
    expect((await bench.bytesAt(to)).equals(bytes)).toBe(true);
    expect((await bench.storage.promote(from, to, measured)).etag).toBe(first.etag);
  });

  it('promoted by many at once comes to be once', async () => {
    const from = await bench.stored(bytesOf(5000));
    const to = bench.key();
    const measured = measuredOf(bytesOf(5000));
    const heads = await Promise.all(
      Array.from({ length: 16 }, () => bench.storage.promote(from, to, measured)),
    );
    expect(new Set(heads.map((head) => head.lastModified.getTime())).size).toBe(1);
  });

  it('that is not there cannot be read, promoted or found', async () => {
    const key = bench.key();
    await expect(bench.storage.read(key)).rejects.toThrow(ObjectMissing);
    const measured = measuredOf(bytesOf(10));
    await expect(bench.storage.promote(key, bench.key(), measured)).rejects.toThrow(ObjectMissing);
    expect(await bench.storage.head(key)).toBeNull();
    expect((await follow(await bench.signGet(key))).status).toBe(404);
    expect((await follow(await bench.signHead(key))).status).toBe(404);
  });

  it('removed is gone, may be removed again, and leaves room for a new one', async () => {
    const key = await bench.stored(bytesOf(100, 1));
    const get = await bench.signGet(key);
    await bench.storage.remove(key);
    await bench.storage.remove(key);
    expect((await follow(get)).status).toBe(404);
    expect((await follow(await bench.signPut(key, 100), bytesOf(100, 2))).status).toBe(200);
  });

  it('is taken and given by a store that answers ping', async () => {
    await expect(bench.storage.ping()).resolves.toBeUndefined();
  });
}
