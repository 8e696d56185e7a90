import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClamdScanner } from '../../../src/platform/scanner/clamd-scanner.js';
import type { Scanner } from '../../../src/platform/scanner/scanner.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { CLAMD_PATH, type Clamd, LITERAL, LITERAL_NAME, NEEDS_CLAMD, startClamd } from './clamd.js';
import { noise, scannerContract, verdictOf } from './contract.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = { now: () => new Date() };

describe.skipIf(CLAMD_PATH === undefined)(`with a clamd${NEEDS_CLAMD}`, () => {
  scannerContract('ClamAV', async () => {
    const clamd = await startClamd();
    return {
      scanner: createClamdScanner({ path: clamd.path }, clock),
      literal: LITERAL,
      signature: LITERAL_NAME,
      close: () => clamd.stop(),
    };
  });

  describe('ClamAV', () => {
    const known = noise(1_234_567);
    let clamd: Clamd;
    let scanner: Scanner;
    beforeAll(async () => {
      const settings = ['AlertExceedsMax yes', 'StreamMaxLength 2M', 'MaxFiles 3'];
      clamd = await startClamd({ known, settings, overTcp: true });
      scanner = createClamdScanner({ path: clamd.path }, clock);
    });
    afterAll(() => clamd.stop());

    it.each([1_000, 65_531, 65_532, 65_536, 300_000])(
      'ClamAV gets each byte in chunks of %i and detects the whole by its hash',
      async (pieceBytes) => {
        expect(await verdictOf(scanner, known, { pieceBytes })).toEqual({
          result: 'infected',
          signature: 'Modport.Test.Hash.UNOFFICIAL',
        });
        expect(await verdictOf(scanner, known.subarray(1), { pieceBytes })).toEqual({
          result: 'clean',
        });
      },
    );

    it('ClamAV looks into compressed content', async () => {
      expect(await verdictOf(scanner, gzipSync(LITERAL))).toMatchObject({ result: 'infected' });
    });

    it('ClamAV can be reached over TCP', async () => {
      const remote = createClamdScanner({ host: '127.0.0.1', port: clamd.port }, clock);
      await remote.ping();
      expect(await verdictOf(remote, LITERAL)).toMatchObject({ signature: LITERAL_NAME });
    });

    it.each(['its socket', 'TCP'])(
      'ClamAV returns unknown above its own stream limit, over %s',
      async (by) => {
        const address =
          by === 'TCP' ? { host: '127.0.0.1', port: clamd.port } : { path: clamd.path };
        const limited = createClamdScanner(address, clock);
        for (const sizeBytes of [2.5, 4, 12]) {
          const verdict = await verdictOf(limited, noise(sizeBytes * 1024 * 1024), {
            pieceBytes: 1024 * 1024,
          });
          expect([sizeBytes, verdict]).toEqual([
            sizeBytes,
            { result: 'unknown', reason: expect.stringContaining('size limit exceeded') },
          ]);
          expect(await verdictOf(limited, noise(10))).toEqual({ result: 'clean' });
        }
      },
    );
  });

  const withClamd = async (
    options: Parameters<typeof startClamd>[0],
    work: (scanner: Scanner, clamd: Clamd) => Promise<void>,
  ) => {
    const clamd = await startClamd(options);
    await work(createClamdScanner({ path: clamd.path }, clock), clamd).finally(() => clamd.stop());
  };

  it('signatures above the age limit make no content clean', async () => {
    const madeAt = new Date(Date.now() - LIMITS.signatureAgeSeconds * 1000 - DAY_MS);
    await withClamd({ madeAt }, async (scanner) => {
      expect(await verdictOf(scanner, noise(10))).toEqual({
        result: 'unknown',
        reason: `the signatures are of ${madeAt.toISOString().slice(0, 10)}`,
      });
      expect(await verdictOf(scanner, LITERAL)).toMatchObject({ result: 'infected' });
    });
  });

  it('signatures without a time make no content clean', async () => {
    await withClamd({ madeAt: null }, async (scanner) => {
      expect(await verdictOf(scanner, noise(10))).toMatchObject({
        result: 'unknown',
        reason: expect.stringContaining('unknown'),
      });
    });
  });

  it('a clamd without AlertExceedsMax makes no content clean', async () => {
    await withClamd({ settings: [] }, async (scanner) => {
      expect(await verdictOf(scanner, noise(10))).toMatchObject({
        result: 'unknown',
        reason: expect.stringContaining('AlertExceedsMax'),
      });
    });
  });

  it('a clamd that is killed during a scan makes the scan and the ping throw', async () => {
    await withClamd({}, async (scanner, clamd) => {
      const scan = scanner.open({ sizeBytes: 2_000_000, form: 'packed' });
      await scan.write(noise(1_000_000));
      await clamd.kill();
      const rest = async () => {
        await scan.write(noise(1_000_000));
        return scan.end();
      };
      await expect(rest()).rejects.toThrow();
      await expect(scanner.ping()).rejects.toThrow();
    });
  });
});
