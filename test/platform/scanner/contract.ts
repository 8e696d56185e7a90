import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scanner, Verdict } from '../../../src/platform/scanner/scanner.port.js';

/** A scanner, and a literal that it has a signature of. */
export interface ScannerSubject {
  readonly scanner: Scanner;
  readonly literal: Uint8Array;
  /** What it calls that. */
  readonly signature: string;
  close(): Promise<void>;
}

/** What a scanner says of bytes that come in pieces of a size. */
export async function verdictOf(
  scanner: Scanner,
  bytes: Uint8Array,
  { form = 'packed', pieceBytes = bytes.length || 1 }: Manner = {},
): Promise<Verdict> {
  const scan = scanner.open({ name: 'content.bin', sizeBytes: bytes.length, form });
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // One buffer for all pieces: a scanner that kept it would see others.
    const piece = Uint8Array.from(bytes.subarray(at, at + pieceBytes));
    await scan.write(piece);
    piece.fill(0);
  }
  return scan.end();
}

interface Manner {
  readonly form?: 'object' | 'packed';
  readonly pieceBytes?: number;
}

/** Bytes without any meaning, the same each time. */
export function noise(length: number, seed = 1): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** What every scanner has to do, whatever stands behind it. */
export function scannerContract(name: string, open: () => Promise<ScannerSubject>): void {
  describe(`the contract of scanners: ${name}`, () => {
    let subject: ScannerSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject?.close());

    const around = (before: number, after: number) =>
      Buffer.concat([noise(before), subject.literal, noise(after)]);
    const infected = () => ({ result: 'infected', signature: subject.signature });

    it('finds what it knows at the beginning, in the middle and at the end', async () => {
      const { scanner } = subject;
      for (const bytes of [around(0, 50_000), around(70_000, 70_000), around(200_000, 0)]) {
        expect(await verdictOf(scanner, bytes)).toEqual(infected());
        expect(await verdictOf(scanner, bytes, { form: 'object' })).toEqual(infected());
      }
    });

    it.each([1, 7, 4096, 65_535, 65_536, 65_537])(
      'finds it in pieces of %i bytes, whose buffers are used again',
      async (pieceBytes) => {
        const bytes = pieceBytes === 1 ? around(90, 90) : around(140_001, 70_001);
        expect(await verdictOf(subject.scanner, bytes, { pieceBytes })).toEqual(infected());
      },
    );

    it('calls clean what is, and also what holds nothing', async () => {
      for (const length of [0, 1, 65_536, 300_000]) {
        expect(await verdictOf(subject.scanner, noise(length))).toEqual({ result: 'clean' });
      }
      expect(await verdictOf(subject.scanner, subject.literal.subarray(1))).toEqual({
        result: 'clean',
      });
    });

    it('keeps contents apart that are scanned at one time', async () => {
      const lengths = Array.from({ length: 20 }, (_, at) => at * 9_973);
      const verdicts = await Promise.all(
        lengths.map((length, at) =>
          verdictOf(subject.scanner, at % 2 ? around(length, 0) : noise(length), {
            pieceBytes: 8_192,
          }),
        ),
      );
      expect(verdicts.map(({ result }) => result)).toEqual(
        lengths.map((_, at) => (at % 2 ? 'infected' : 'clean')),
      );
    });

    it('goes on well after a scan that was given up', async () => {
      const scan = subject.scanner.open({ name: 'a', sizeBytes: 500_000, form: 'packed' });
      await scan.write(around(1_000, 300_000));
      await scan.end();
      expect(await verdictOf(subject.scanner, noise(10))).toEqual({ result: 'clean' });
      expect(await verdictOf(subject.scanner, subject.literal)).toEqual(infected());
    });

    it('takes a thousand small contents one after the other', async () => {
      const found = new Set<string>();
      for (let at = 0; at < 1_000; at += 1) {
        found.add((await verdictOf(subject.scanner, noise(at % 97, at))).result);
      }
      expect([...found]).toEqual(['clean']);
    });

    it('tells which signatures it has, and that it is there', async () => {
      const engine = await subject.scanner.engine();
      expect(engine).toEqual({
        name: expect.stringMatching(/./),
        signatures: expect.stringMatching(/./),
      });
      expect(await subject.scanner.engine()).toEqual(engine);
      await subject.scanner.ping();
    });
  });
}
