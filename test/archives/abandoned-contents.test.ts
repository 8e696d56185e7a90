import { expect, test } from 'vitest';
import { createBombGuard } from '../../src/archives/bomb-guard.js';
import { createSplitter } from '../../src/archives/content-check.js';
import { createFindings } from '../../src/archives/findings.js';
import { createArchiveJob } from '../../src/archives/nested-archives.js';
import type { Scanner } from '../../src/platform/scanner/scanner.port.js';
import { contentPolicyOf } from '../../src/registry/contents.js';

/** A scanner that takes bytes only when `release` is called. It counts its scans. */
function slowScanner() {
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
        write: () => taken,
        async end() {
          scans.open -= 1;
          return { result: 'clean' };
        },
      };
    },
  };
  return { scanner, scans, release };
}

test('contents that are abandoned while the antivirus takes a piece leave no scan open', async () => {
  const { scanner, scans, release } = slowScanner();
  const job = createArchiveJob(
    {
      scanner,
      findings: createFindings(),
      guard: createBombGuard(10),
      policy: contentPolicyOf({ game: null, loaders: [], allowed: [] }),
      pace: () => undefined,
    },
    '7z',
  );
  const fileOf = (path: string) => ({ path, sizeBytes: 3, crc32: null, form: 'packed' }) as const;
  const splitter = createSplitter(['a.txt', 'b.txt'].map(fileOf), job);
  const written = splitter.write(Buffer.from('aaabbb'));
  splitter.abandon();
  release();
  await written;
  expect(scans).toEqual({ opened: 1, open: 0 });
});
