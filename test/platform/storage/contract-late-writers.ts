import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type MeasuredBytes,
  ObjectMissing,
  OtherBytes,
  type SignedRequest,
  WrongObject,
} from '../../../src/platform/storage/storage.port.js';
import { answerOf, bytesOf, etagOf, follow, open as openRequest } from './http.js';
import type { Faults, Subject } from './store-under-test.js';
import { once, TYPE, useBench } from './subject.js';

/**
 * The contract for writers that outlive the seal, and for promotions. Objects have one part of
 * `partBytes` and a short last one.
 */
export function lateWriterContract(
  open: () => Promise<Subject>,
  faults: Faults,
  partBytes: number,
): void {
  const whole = bytesOf(partBytes + 12_345);
  const bench = Object.assign(useBench(open), { partBytes, totalBytes: whole.length, whole });
  describe('late writers', () => writerPromises(bench, faults));
  describe('promotions', () => promotionPromises(bench));
}

type Bench = ReturnType<typeof useBench> & {
  readonly partBytes: number;
  readonly totalBytes: number;
  readonly whole: Buffer;
};

/** The digest and size of bytes, as the scan measures them. */
export const measuredOf = (bytes: Uint8Array): MeasuredBytes => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
});

/** Starts a PUT and sends half of its body; `end` sends the rest and returns the status. */
async function hold(bench: Bench, signed: SignedRequest, bytes: Buffer) {
  const before = await bench.writers();
  const headers = { ...signed.headers, 'Content-Length': String(bytes.length) };
  const sent = openRequest('PUT', signed.url, headers);
  const answer = answerOf(sent);
  const half = bytes.length >> 1;
  await new Promise((resolve) => sent.write(bytes.subarray(0, half), resolve));
  await bench.untilWriters(before + 1);
  return {
    async end(): Promise<number> {
      sent.end(bytes.subarray(half));
      return (await answer).status;
    },
  };
}

async function uploaded(bench: Bench, key: string) {
  const id = await bench.storage.createMultipart(key, {
    contentType: TYPE,
    sizeBytes: bench.totalBytes,
    partSizeBytes: bench.partBytes,
  });
  const pieces = [bench.whole.subarray(0, bench.partBytes), bench.whole.subarray(bench.partBytes)];
  const sign = (partNumber: number) => {
    const sizeBytes = pieces[partNumber - 1]?.length ?? 0;
    return bench.storage.signPart(key, id, { partNumber, sizeBytes }, bench.soon());
  };
  for (const [index, piece] of pieces.entries()) {
    expect((await follow(await sign(index + 1), piece)).status).toBe(200);
  }
  const parts = pieces.map((piece, index) => ({ partNumber: index + 1, etag: etagOf(piece) }));
  return { sign, complete: () => bench.storage.completeMultipart(key, id, parts) };
}

function refused(status: number): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
}

function writerPromises(bench: Bench, { takesLateParts = false }: Faults): void {
  it('a single PUT that outlives promotion changes no byte and is refused', async () => {
    const [from, to] = [bench.key(), bench.key()];
    const signed = await bench.signPut(from, bench.totalBytes);
    const held = await hold(bench, signed, bytesOf(bench.totalBytes, 2));
    expect((await follow(signed, bench.whole)).status).toBe(200);
    const sealed = await bench.storage.head(from);
    await bench.storage.promote(from, to, measuredOf(bench.whole));
    refused(await held.end());
    expect(await bench.storage.head(from)).toEqual(sealed);
    for (const key of [from, to]) expect((await bench.bytesAt(key)).equals(bench.whole)).toBe(true);
  });

  it('a writer that outlives the staged object never reaches the promoted one', async () => {
    const [from, to] = [bench.key(), bench.key()];
    const signed = await bench.signPut(from, bench.totalBytes);
    const held = await hold(bench, signed, bytesOf(bench.totalBytes, 2));
    expect((await follow(signed, bench.whole)).status).toBe(200);
    await bench.storage.promote(from, to, measuredOf(bench.whole));
    await bench.storage.remove(from);
    await held.end();
    expect((await bench.bytesAt(to)).equals(bench.whole)).toBe(true);
  });

  it('a writer of a part does not delay the seal, changes no byte and is refused', async () => {
    const [from, to] = [bench.key(), bench.key()];
    const upload = await uploaded(bench, from);
    const held = await hold(bench, await upload.sign(1), bytesOf(bench.partBytes, 2));
    const sealed = await upload.complete();
    expect(sealed.sizeBytes).toBe(bench.totalBytes);
    expect((await bench.bytesAt(from)).equals(bench.whole)).toBe(true);
    await bench.storage.promote(from, to, measuredOf(bench.whole));
    const status = await held.end();
    if (!takesLateParts) refused(status);
    expect((await bench.storage.head(from))?.etag).toBe(sealed.etag);
    for (const key of [from, to]) expect((await bench.bytesAt(key)).equals(bench.whole)).toBe(true);
  });

  it('a part URL that outlives the seal is refused', async () => {
    const [from, to] = [bench.key(), bench.key()];
    const upload = await uploaded(bench, from);
    const signed = await upload.sign(2);
    await upload.complete();
    await bench.storage.promote(from, to, measuredOf(bench.whole));
    expect((await follow(signed, bytesOf(bench.totalBytes - bench.partBytes, 2))).status).toBe(404);
    for (const key of [from, to]) expect((await bench.bytesAt(key)).equals(bench.whole)).toBe(true);
  });
}

function promotionPromises(bench: Bench): void {
  it('a promotion of other bytes than the measured ones is refused and leaves nothing', async () => {
    const from = await bench.stored(bytesOf(5000, 1));
    const to = bench.key();
    for (const other of [bytesOf(5000, 2), bytesOf(4999, 1), bytesOf(5001, 1)]) {
      const promotion = bench.storage.promote(from, to, measuredOf(other));
      await expect(promotion).rejects.toThrow(OtherBytes);
      expect(await bench.storage.head(to)).toBeNull();
    }
  });

  it('a promotion onto an object with other bytes is refused, and that object stays', async () => {
    const bytes = bytesOf(5000, 1);
    const from = await bench.stored(bytes);
    for (const other of [bytesOf(5000, 2), bytesOf(4999, 1)]) {
      const to = await bench.stored(other);
      const promotion = bench.storage.promote(from, to, measuredOf(bytes));
      await expect(promotion).rejects.toThrow(WrongObject);
      expect((await bench.bytesAt(to)).equals(other)).toBe(true);
    }
  });

  it('wrong staged bytes are not reported as a wrong object', async () => {
    const from = await bench.stored(bytesOf(5000, 1));
    const promotion = bench.storage.promote(from, bench.key(), measuredOf(bytesOf(5000, 2)));
    await expect(promotion).rejects.not.toThrow(WrongObject);
  });

  it('a replacement replaces a wrong object of any size and creates a missing one', async () => {
    const bytes = bytesOf(bench.totalBytes, 1);
    const right = { measured: measuredOf(bytes), contentType: TYPE };
    const keys = [
      await bench.stored(bytesOf(bench.totalBytes, 2)),
      await bench.stored(bytesOf(9)),
      bench.key(),
    ];
    for (const key of keys) {
      const head = await bench.storage.replace(key, once(bytes), right);
      expect(head).toMatchObject({ sizeBytes: bench.totalBytes, contentType: TYPE });
      expect(await bench.storage.head(key)).toEqual(head);
      expect((await bench.bytesAt(key)).equals(bytes)).toBe(true);
    }
  });

  it('a replacement with wrong or truncated bytes changes nothing', async () => {
    const bytes = bytesOf(bench.totalBytes, 1);
    const right = { measured: measuredOf(bytes), contentType: TYPE };
    const other = bytesOf(bench.totalBytes, 2);
    const key = await bench.stored(other);
    for (const body of [bytesOf(bench.totalBytes, 3), bytes.subarray(1)]) {
      const replacement = bench.storage.replace(key, once(body), right);
      await expect(replacement).rejects.toThrow(OtherBytes);
      expect((await bench.bytesAt(key)).equals(other)).toBe(true);
    }
  });

  it('a replacement keeps an object that already has the right bytes', async () => {
    const bytes = bytesOf(5000, 1);
    const right = { measured: measuredOf(bytes), contentType: TYPE };
    const key = await bench.stored(bytes);
    const before = await bench.storage.head(key);
    expect(await bench.storage.replace(key, once(bytes), right)).toEqual(before);
    expect(await bench.storage.head(key)).toEqual(before);
  });

  it('an aborted promotion leaves nothing', async () => {
    const bytes = bytesOf(5000, 1);
    const from = await bench.stored(bytes);
    const to = bench.key();
    const signal = AbortSignal.abort(new Error('the run has ended'));
    const promotion = bench.storage.promote(from, to, measuredOf(bytes), signal);
    await expect(promotion).rejects.toThrow('the run has ended');
    expect(await bench.storage.head(to)).toBeNull();
  });

  it('a promotion of an empty object creates one', async () => {
    const from = await bench.stored(Buffer.alloc(0));
    const to = bench.key();
    await bench.storage.promote(from, to, measuredOf(Buffer.alloc(0)));
    expect(await bench.storage.head(to)).toMatchObject({ sizeBytes: 0, contentType: TYPE });
    await expect(bench.storage.promote(bench.key(), to, measuredOf(bench.whole))).rejects.toThrow(
      OtherBytes,
    );
    await expect(
      bench.storage.promote(bench.key(), bench.key(), measuredOf(bench.whole)),
    ).rejects.toThrow(ObjectMissing);
  });
}
