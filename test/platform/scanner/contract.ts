import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scanner, Verdict } from '../../../src/platform/scanner/scanner.port.js';

/** A scanner, and a literal that one of its signatures detects. */
export interface ScannerSubject {
  readonly scanner: Scanner;
  readonly literal: Uint8Array;
  /** The name of that signature. */
  readonly signature: string;
  close(): Promise<void>;
}

/** The verdict of a scanner on bytes that arrive in chunks. */
export async function verdictOf(
  scanner: Scanner,
  bytes: Uint8Array,
  { form = 'packed', pieceBytes = bytes.length || 1 }: Manner = {},
): Promise<Verdict> {
  const scan = scanner.open({ sizeBytes: bytes.length, form });
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // The buffer is cleared after each write, so that a scanner that kept it would fail.
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

/** Pseudo-random bytes, the same each time. */
export function noise(length: number, seed = 1): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** The promises of every scanner. */
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

    it('a scanner detects malware at the start, in the middle and at the end', async () => {
      const { scanner } = subject;
      for (const bytes of [around(0, 50_000), around(70_000, 70_000), around(200_000, 0)]) {
        expect(await verdictOf(scanner, bytes)).toEqual(infected());
        expect(await verdictOf(scanner, bytes, { form: 'object' })).toEqual(infected());
      }
    });

    it.each([1, 7, 4096, 65_535, 65_536, 65_537])(
      'a scanner detects malware in chunks of %i bytes whose buffers are reused',
      async (pieceBytes) => {
        const bytes = pieceBytes === 1 ? around(90, 90) : around(140_001, 70_001);
        expect(await verdictOf(subject.scanner, bytes, { pieceBytes })).toEqual(infected());
      },
    );

    it('a scanner returns clean for clean and for empty content', async () => {
      for (const length of [0, 1, 65_536, 300_000]) {
        expect(await verdictOf(subject.scanner, noise(length))).toEqual({ result: 'clean' });
      }
      expect(await verdictOf(subject.scanner, subject.literal.subarray(1))).toEqual({
        result: 'clean',
      });
    });

    it('a scanner separates concurrent scans', async () => {
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

    it('a scanner works after an aborted scan', async () => {
      const scan = subject.scanner.open({ sizeBytes: 500_000, form: 'packed' });
      await scan.write(around(1_000, 300_000));
      await scan.end();
      expect(await verdictOf(subject.scanner, noise(10))).toEqual({ result: 'clean' });
      expect(await verdictOf(subject.scanner, subject.literal)).toEqual(infected());
    });

    it('a scanner handles a thousand small contents in sequence', async () => {
      const found = new Set<string>();
      for (let at = 0; at < 1_000; at += 1) {
        found.add((await verdictOf(subject.scanner, noise(at % 97, at))).result);
      }
      expect([...found]).toEqual(['clean']);
    });

    it('a scanner names its engine and signatures and responds to a ping', async () => {
      const engine = await subject.scanner.engine();
      const { madeAt, ...named } = engine;
      // Only an engine with a database of signatures knows when it was made.
      expect(madeAt ?? new Date()).toBeInstanceOf(Date);
      expect(named).toEqual({
        name: expect.stringMatching(/./),
        signatures: expect.stringMatching(/./),
      });
      expect(await subject.scanner.engine()).toEqual(engine);
      await subject.scanner.ping();
    });
  });
}
