import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ObjectExists,
  ObjectMissing,
  PartMismatch,
} from '../../../src/platform/storage/storage.port.js';
import { type Answer, answerOf, bytesOf, etagOf, follow, open as openRequest } from './http.js';
import type { Faults, Subject } from './store-under-test.js';
import { TYPE, useBench } from './subject.js';

/** The promises of multipart uploads with two parts of a size and a short last one. */
export function multipartContract(
  open: () => Promise<Subject>,
  faults: Faults,
  partBytes: number,
): void {
  const bench = Object.assign(useBench(open), shapeOf(partBytes));
  describe('a multipart upload', () => {
    uploadPromises(bench, faults);
    refusalPromises(bench);
    endingPromises(bench);
  });
}

/** The bytes that are uploaded, and their parts. */
function shapeOf(partBytes: number) {
  const whole = bytesOf(2 * partBytes + 12_345);
  return {
    partBytes,
    totalBytes: whole.length,
    whole,
    piece: (partNumber: number): Buffer =>
      whole.subarray((partNumber - 1) * partBytes, partNumber * partBytes),
  };
}

type Bench = ReturnType<typeof useBench> & ReturnType<typeof shapeOf>;

interface Upload {
  readonly key: string;
  readonly id: string;
  put(partNumber: number, bytes?: Buffer): Promise<Answer>;
  complete(etags?: readonly string[]): ReturnType<Bench['storage']['completeMultipart']>;
}

async function begin(bench: Bench): Promise<Upload> {
  const key = bench.key();
  const id = await bench.storage.createMultipart(key, {
    contentType: TYPE,
    sizeBytes: bench.totalBytes,
    partSizeBytes: bench.partBytes,
  });
  return {
    key,
    id,
    async put(partNumber, bytes = bench.piece(partNumber)) {
      const part = { partNumber, sizeBytes: bench.piece(partNumber).length };
      return follow(await bench.storage.signPart(key, id, part, bench.soon()), bytes);
    },
    complete: (etags = [1, 2, 3].map((partNumber) => etagOf(bench.piece(partNumber)))) =>
      bench.storage.completeMultipart(
        key,
        id,
        etags.map((etag, index) => ({ partNumber: index + 1, etag })),
      ),
  };
}

async function begun(bench: Bench, partNumbers: readonly number[]): Promise<Upload> {
  const upload = await begin(bench);
  for (const partNumber of partNumbers) {
    expect((await upload.put(partNumber)).status).toBe(200);
  }
  return upload;
}

function uploadPromises(bench: Bench, { keepsWhatBrokeOff = false }: Faults): void {
  it('a multipart upload with parts in any order and a short last part becomes the object', async () => {
    const upload = await begun(bench, [3, 1, 2]);
    expect(await bench.storage.head(upload.key)).toBeNull();
    const head = await upload.complete();
    const md5s = [1, 2, 3].map((part) => createHash('md5').update(bench.piece(part)).digest());
    const etag = createHash('md5').update(Buffer.concat(md5s)).digest('hex');
    expect(head).toMatchObject({
      sizeBytes: bench.totalBytes,
      contentType: TYPE,
      etag: `"${etag}-3"`,
    });
    expect((await follow(await bench.signGet(upload.key))).body.equals(bench.whole)).toBe(true);
  });

  it('a multipart upload lists the stored parts in order, and no others', async () => {
    const upload = await begun(bench, [3, 1]);
    expect(await bench.storage.listParts(upload.key, upload.id)).toEqual([
      { partNumber: 1, etag: etagOf(bench.piece(1)), sizeBytes: bench.partBytes },
      { partNumber: 3, etag: etagOf(bench.piece(3)), sizeBytes: 12_345 },
    ]);
  });

  it('a multipart upload accepts a part again and keeps the later bytes', async () => {
    const upload = await begun(bench, [1, 2, 3]);
    const other = bytesOf(bench.partBytes, 2);
    expect((await upload.put(2, other)).headers['etag']).toBe(etagOf(other));
    await expect(upload.complete()).rejects.toThrow(PartMismatch);
    await upload.complete([etagOf(bench.piece(1)), etagOf(other), etagOf(bench.piece(3))]);
    const bytes = Buffer.concat([bench.piece(1), other, bench.piece(3)]);
    expect((await bench.bytesAt(upload.key)).equals(bytes)).toBe(true);
  });

  it('a multipart upload keeps exactly one of two concurrent writes to a part', async () => {
    const upload = await begun(bench, [1, 3]);
    const rivals = [bytesOf(bench.partBytes, 2), bytesOf(bench.partBytes, 3)];
    const answers = await Promise.all(rivals.map((bytes) => upload.put(2, bytes)));
    expect(answers.map(({ status }) => status).filter((code) => code === 200)).not.toHaveLength(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const stored = (await bench.storage.listParts(upload.key, upload.id))[1];
    const kept = rivals.find((bytes) => etagOf(bytes) === stored?.etag) ?? Buffer.alloc(0);
    await upload.complete([etagOf(bench.piece(1)), etagOf(kept), etagOf(bench.piece(3))]);
    const bytes = Buffer.concat([bench.piece(1), kept, bench.piece(3)]);
    expect((await bench.bytesAt(upload.key)).equals(bytes)).toBe(true);
  });

  it.skipIf(keepsWhatBrokeOff)(
    'a multipart upload does not keep an interrupted part, and accepts it whole afterwards',
    async () => {
      const upload = await begun(bench, [1, 3]);
      const part = { partNumber: 2, sizeBytes: bench.partBytes };
      const signed = await bench.storage.signPart(upload.key, upload.id, part, bench.soon());
      const sent = openRequest('PUT', signed.url, { 'Content-Length': String(bench.partBytes) });
      const lost = expect(answerOf(sent)).rejects.toThrow();
      await new Promise((resolve) => sent.write(bench.piece(2).subarray(0, 200_000), resolve));
      sent.destroy();
      await lost;
      const held = await bench.storage.listParts(upload.key, upload.id);
      expect(held.map(({ partNumber }) => partNumber)).toEqual([1, 3]);
      await expect(upload.complete()).rejects.toThrow(PartMismatch);
      expect((await upload.put(2)).status).toBe(200);
      await upload.complete();
      expect((await bench.bytesAt(upload.key)).equals(bench.whole)).toBe(true);
    },
  );
}

function refusalPromises(bench: Bench): void {
  it('a multipart upload refuses a part of another size than signed', async () => {
    const upload = await begin(bench);
    expect((await upload.put(3, bytesOf(12_344))).status).toBeGreaterThanOrEqual(400);
    expect((await upload.put(3, bytesOf(12_346))).status).toBeGreaterThanOrEqual(400);
    expect(await bench.storage.listParts(upload.key, upload.id)).toEqual([]);
  });

  it('a multipart upload cannot complete without all of its parts', async () => {
    const upload = await begun(bench, [1, 3]);
    await expect(upload.complete()).rejects.toThrow(PartMismatch);
    expect(await bench.storage.head(upload.key)).toBeNull();
    await upload.put(2);
    await upload.complete();
  });

  it('a multipart upload completes with quoted and unquoted ETags', async () => {
    const upload = await begun(bench, [1, 2, 3]);
    const [first = '', second = '', third = ''] = [1, 2, 3].map((part) =>
      etagOf(bench.piece(part)),
    );
    const head = await upload.complete([first, second.slice(1, -1), third.slice(1, -1)]);
    expect(head.sizeBytes).toBe(bench.totalBytes);
  });

  it('a multipart upload cannot complete with wrong ETags', async () => {
    const upload = await begun(bench, [1, 2, 3]);
    const etags = [1, 2, 3].map((partNumber) => etagOf(bench.piece(partNumber)));
    const [first = '', second = '', third = ''] = etags;
    await expect(upload.complete([first, third, second])).rejects.toThrow(PartMismatch);
    await expect(upload.complete([first, etagOf(bench.whole), third])).rejects.toThrow(
      PartMismatch,
    );
    expect(await bench.storage.head(upload.key)).toBeNull();
    await upload.complete();
  });
}

function endingPromises(bench: Bench): void {
  it('a multipart upload completes only once', async () => {
    const upload = await begun(bench, [1, 2, 3]);
    await upload.complete();
    await expect(upload.complete()).rejects.toThrow(ObjectExists);
    expect((await bench.bytesAt(upload.key)).equals(bench.whole)).toBe(true);
  });

  it('a multipart upload does not replace an object that was written to its key meanwhile', async () => {
    const upload = await begun(bench, [1, 2, 3]);
    await follow(await bench.signPut(upload.key, 10), bytesOf(10));
    await expect(upload.complete()).rejects.toThrow(ObjectExists);
    expect((await bench.bytesAt(upload.key)).equals(bytesOf(10))).toBe(true);
  });

  it('an aborted multipart upload is removed with its parts and can be aborted again', async () => {
    const upload = await begun(bench, [1]);
    await bench.storage.abortMultipart(upload.key, upload.id);
    await bench.storage.abortMultipart(upload.key, upload.id);
    await expect(bench.storage.listParts(upload.key, upload.id)).rejects.toThrow(ObjectMissing);
    await expect(upload.complete()).rejects.toThrow(ObjectMissing);
    expect((await upload.put(3)).status).toBe(404);
  });

  it('a multipart upload is removed with its key', async () => {
    const upload = await begun(bench, [1]);
    await bench.storage.remove(upload.key);
    await expect(bench.storage.listParts(upload.key, upload.id)).rejects.toThrow(ObjectMissing);
  });

  it('a multipart upload is found only by its own key and id', async () => {
    const upload = await begun(bench, [1]);
    for (const [key, id] of [
      [bench.key(), upload.id],
      [upload.key, crypto.randomUUID()],
    ] as const) {
      await expect(bench.storage.listParts(key, id)).rejects.toThrow(ObjectMissing);
    }
  });
}
