import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import type { ScannedContent, Scanner, Verdict } from '../../src/platform/scanner/scanner.port.js';
import { chunked, EICAR, expectationOf, inspect, verdictOf } from './inspect.js';
import { packed, text, virus } from './inspected-entries.js';
import { writeZip } from './zip-writer.js';

/** A scanner with one verdict for everything; it counts the scans that did not end. */
function scannerThat(answer: (form: ScannedContent['form']) => Verdict | Error) {
  let open = 0;
  const scanner: Scanner = {
    engine: async () => ({ name: 'test', signatures: '1' }),
    ping: async () => {},
    open({ form }) {
      open += 1;
      return {
        write() {},
        async end() {
          open -= 1;
          const verdict = answer(form);
          if (verdict instanceof Error) throw verdict;
          return verdict;
        },
      };
    },
  };
  return { scanner, open: () => open };
}

describe('faults of the scanner and the store', () => {
  const good = writeZip([text, packed]);

  test('an unknown antivirus verdict leads to review', async () => {
    const { scanner } = scannerThat(() => ({ result: 'unknown', reason: 'stale signatures' }));
    expect(await verdictOf(good, {}, scanner)).toBe('review antivirus_unknown');
  });

  test('an antivirus detection in one file makes the upload infected', async () => {
    const { scanner } = scannerThat((form) =>
      form === 'packed' ? { result: 'infected', signature: 'Some.Virus' } : { result: 'clean' },
    );
    expect(await verdictOf(good, {}, scanner)).toBe('infected Some.Virus');
  });

  test('the antivirus scans every file separately, stored or deflated', async () => {
    const shown: string[] = [];
    const { scanner } = scannerThat((form) => {
      shown.push(form);
      return { result: 'clean' };
    });
    expect(await verdictOf(good, {}, scanner)).toBe('clean');
    expect(shown).toEqual(['stored', 'packed', 'object']);
  });

  test('an antivirus error makes the inspection throw and ends every scan', async () => {
    const { scanner, open } = scannerThat((form) =>
      form === 'packed' ? new Error('connection reset') : { result: 'clean' },
    );
    await expect(verdictOf(good, {}, scanner)).rejects.toThrow('connection reset');
    expect(open()).toBe(0);
  });

  test('a broken archive leaves no scan open', async () => {
    const broken = writeZip([text, { ...packed, packed: Buffer.alloc(20, 0xff) }]);
    const { scanner, open } = scannerThat(() => ({ result: 'clean' }));
    expect(await verdictOf(broken, {}, scanner)).toBe('archive_validation_failed');
    expect(open()).toBe(0);
  });

  test.each([
    ['fewer bytes than it has', -1],
    ['more bytes than it has', 1],
  ])('a store that returns %s makes the inspection throw', async (_, surplus) => {
    const given =
      surplus > 0 ? Buffer.concat([good, Buffer.alloc(surplus)]) : good.subarray(0, surplus);
    const source = {
      sizeBytes: good.length,
      read: (range?: { start: number; end: number }) => chunked(range ? good : given).read(range),
    };
    await expect(
      inspectArchive(source, expectationOf(good), createBuiltinScanner()),
    ).rejects.toThrow(/the stream of an object/);
  });

  test('a stream that breaks off makes the inspection throw', async () => {
    const source = {
      ...chunked(good),
      async read(range?: { start: number; end: number }) {
        if (range) return chunked(good).read(range);
        return (async function* () {
          yield good.subarray(0, good.length - 200);
          throw new Error('the store is gone');
        })();
      },
    };
    await expect(
      inspectArchive(source, expectationOf(good), createBuiltinScanner()),
    ).rejects.toThrow('the store is gone');
  });

  test('the inspection of an object whose beginning cannot be read opens no stream of the whole', async () => {
    const read = vi.fn().mockRejectedValue(new Error('the store is gone'));
    const source = { sizeBytes: good.length, read };
    await expect(
      inspectArchive(source, expectationOf(good), createBuiltinScanner()),
    ).rejects.toThrow('the store is gone');
    expect(read.mock.calls).toEqual([[expect.objectContaining({ start: 0 })]]);
  });
});

describe('chunk boundaries', () => {
  const nested = writeZip([virus, packed]);
  const archives: [string, Buffer][] = [
    ['good', writeZip([text, packed, { ...packed, name: 'b', descriptor: 'signed' }])],
    ['infected', writeZip([text, virus])],
    ['infected within', writeZip([{ name: 'in.zip', content: nested, method: 'deflate' }])],
    ['damaged', writeZip([text, { ...packed, central: { crc: 1 }, local: { crc: 1 } }, virus])],
    ['undeflatable', writeZip([virus, { ...packed, packed: Buffer.alloc(20, 0xff) }])],
    ['lying', writeZip([{ ...packed, central: { sizeBytes: 1 }, local: { sizeBytes: 1 } }])],
    [
      'to be reviewed',
      writeZip([
        { name: 'a', content: '\x7fELF' },
        { name: 'b.zip', content: writeZip([text]) },
      ]),
    ],
    ['no archive', Buffer.from(`PK\x03\x04${EICAR}`)],
  ];
  test.each(archives)(
    'chunk boundaries do not change the outcome of an archive that is %s',
    async (_, bytes) => {
      const expected = expectationOf(bytes);
      const whole = await inspect(bytes);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
          async (chunks) => {
            const source = chunked(bytes, chunks);
            expect(await inspectArchive(source, expected, createBuiltinScanner())).toEqual(whole);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
