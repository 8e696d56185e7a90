import { describe, expect, it } from 'vitest';
import { ObjectExists, ObjectMissing } from '../../../src/platform/storage/storage.port.js';
import { measuredOf } from './contract-late-writers.js';
import { bytesOf, follow, gather } from './http.js';
import type { Subject } from './store-under-test.js';
import { once, TYPE, useBench } from './subject.js';

/** The promises of whole objects inside the service. */
export function objectContract(open: () => Promise<Subject>): void {
  const bench = useBench(open);
  describe('an object', () => objectPromises(bench));
}

/** Copies each chunk before the next read, which may reuse its memory. */
async function copied(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const kept: Buffer[] = [];
  for await (const chunk of chunks) kept.push(Buffer.from(chunk));
  return Buffer.concat(kept);
}

function objectPromises(bench: ReturnType<typeof useBench>): void {
  it('an object written by the service is never overwritten', async () => {
    const key = await bench.stored(bytesOf(100, 1));
    await expect(bench.storage.put(key, once(bytesOf(100, 2)), TYPE)).rejects.toThrow(ObjectExists);
    expect((await bench.bytesAt(key)).equals(bytesOf(100, 1))).toBe(true);
  });

  it('an object is not created if its source fails', async () => {
    const key = bench.key();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytesOf(100);
      throw new Error('the source broke');
    }
    await expect(bench.storage.put(key, broken(), TYPE)).rejects.toThrow('the source broke');
    expect(await bench.storage.head(key)).toBeNull();
  });

  it('an object can be read in any range', async () => {
    const key = await bench.stored(bytesOf(1000));
    const read = await bench.storage.read(key, { start: 10, end: 19 });
    expect((await gather(read)).equals(bytesOf(1000).subarray(10, 20))).toBe(true);
  });

  it('an object can be read whole and in any range by a reader that keeps no chunk', async () => {
    const bytes = bytesOf(3_500_001);
    const key = await bench.stored(bytes);
    expect((await copied(await bench.storage.readTransient(key))).equals(bytes)).toBe(true);
    const range = { start: 1_000_003, end: 3_400_000 };
    const part = await copied(await bench.storage.readTransient(key, range));
    expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });

  it('a reader can stop in the middle of an object', async () => {
    const key = await bench.stored(bytesOf(3_000_000));
    for await (const chunk of await bench.storage.readTransient(key)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await bench.bytesAt(key)).length).toBe(3_000_000);
  });

  it('a promoted object exists at both keys, and a second promotion returns the same', async () => {
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

  it('concurrent promotions of an object create it once', async () => {
    const from = await bench.stored(bytesOf(5000));
    const to = bench.key();
    const measured = measuredOf(bytesOf(5000));
    const heads = await Promise.all(
      Array.from({ length: 16 }, () => bench.storage.promote(from, to, measured)),
    );
    expect(new Set(heads.map((head) => head.lastModified.getTime())).size).toBe(1);
  });

  it('a missing object cannot be read, promoted or found', async () => {
    const key = bench.key();
    await expect(bench.storage.read(key)).rejects.toThrow(ObjectMissing);
    const measured = measuredOf(bytesOf(10));
    await expect(bench.storage.promote(key, bench.key(), measured)).rejects.toThrow(ObjectMissing);
    expect(await bench.storage.head(key)).toBeNull();
    expect((await follow(await bench.signGet(key))).status).toBe(404);
    expect((await follow(await bench.signHead(key))).status).toBe(404);
  });

  it('a removed object is gone, can be removed again, and its key can be reused', async () => {
    const key = await bench.stored(bytesOf(100, 1));
    const get = await bench.signGet(key);
    await bench.storage.remove(key);
    await bench.storage.remove(key);
    expect((await follow(get)).status).toBe(404);
    expect((await follow(await bench.signPut(key, 100), bytesOf(100, 2))).status).toBe(200);
  });

  it('a store responds to a ping', async () => {
    await expect(bench.storage.ping()).resolves.toBeUndefined();
  });
}
