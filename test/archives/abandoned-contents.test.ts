import { expect, test } from 'vitest';
import { createBombGuard } from '../../src/archives/bomb-guard.js';
import { createSplitter } from '../../src/archives/content-check.js';
import { createFindings } from '../../src/archives/findings.js';
import { createArchiveJob } from '../../src/archives/nested-archives.js';
import type { Scanner } from '../../src/platform/scanner/scanner.port.js';
import { contentPolicyOf } from '../../src/registry/contents.js';
import { writeZip } from './zip-writer.js';

/** A scanner that takes bytes, or gives its verdict, only after `release`. It counts its scans. */
function slowScanner(slow: 'write' | 'end') {
  const scans = { opened: 0, open: 0 };
  let release = (): void => {};
  const taken = new Promise<void>((resolve) => {
    release = resolve;
  });
  const scanner: Scanner = {
    engine: async () => ({ name: 'test', signatures: '1' }),
    ping: async () => {},
    open() {
      scans.opened += 1;
      scans.open += 1;
      return {
        write: () => (slow === 'write' ? taken : undefined),
        async end() {
          if (slow === 'end') await taken;
          scans.open -= 1;
          return { result: 'clean' };
        },
      };
    },
  };
  return { scanner, scans, release };
}

/** Splits files of these contents, for an antivirus. */
function splitterOf(scanner: Scanner, contents: readonly Buffer[]) {
  const job = createArchiveJob(
    {
      scanner,
      findings: createFindings(),
      guard: createBombGuard(10_000),
      policy: contentPolicyOf({ game: null, loaders: [], allowed: [] }),
      pace: () => undefined,
    },
    '7z',
  );
  const files = contents.map(
    (bytes, at) =>
      ({ path: `${at}.txt`, sizeBytes: bytes.length, crc32: null, form: 'packed' }) as const,
  );
  return createSplitter(files, job);
}

test('contents that are abandoned while the antivirus takes a piece leave no scan open', async () => {
  const { scanner, scans, release } = slowScanner('write');
  const contents = ['aaa', 'bbb'].map((text) => Buffer.from(text));
  const splitter = splitterOf(scanner, contents);
  const written = splitter.write(Buffer.concat(contents));
  splitter.abandon();
  release();
  await written;
  expect(scans).toEqual({ opened: 1, open: 0 });
});

test('a nested ZIP that is abandoned before its verdict is not inspected', async () => {
  const zip = writeZip([{ name: 'a.txt', content: 'x' }]);
  const { scanner, scans, release } = slowScanner('end');
  const splitter = splitterOf(scanner, [zip]);
  const written = splitter.write(zip);
  splitter.abandon();
  release();
  await written;
  expect(scans.opened).toBe(1);
});
