import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltinScanner } from '../../../src/platform/scanner/builtin-scanner.js';
import { createClamdScanner } from '../../../src/platform/scanner/clamd-scanner.js';
import { combineScanners } from '../../../src/platform/scanner/open-scanner.js';
import type { Scanner } from '../../../src/platform/scanner/scanner.port.js';
import { ARCHIVE_LIMITS, LIMITS } from '../../../src/registry/limits.js';
import { EICAR } from '../../archives/inspect.js';
import { noise, verdictOf } from './contract.js';
import { type FakeClamd, startFakeClamd, versionOf } from './fake-clamd.js';

const CLEAN = { result: 'clean' };
const HOUR_MS = 60 * 60 * 1000;

let clamd: FakeClamd;
let scanner: Scanner;
let now: Date;

const scannerOf = (silenceSeconds?: number) =>
  createClamdScanner(clamd.address, { now: () => now }, silenceSeconds);

beforeEach(async () => {
  now = new Date();
  clamd = await startFakeClamd();
  scanner = scannerOf();
});
afterEach(() => clamd.stop());

const ago = (ms: number) => new Date(now.getTime() - ms);
const reasonOf = async (bytes = noise(100)) => {
  const verdict = await verdictOf(scanner, bytes);
  return verdict.result === 'unknown' ? verdict.reason : verdict.result;
};

describe('signatures of doubtful age', () => {
  it.each([
    ['too old', () => versionOf(ago(LIMITS.signatureAgeSeconds * 1000 + HOUR_MS)), /are of \d/],
    ['of an unknown age', () => 'ClamAV 1.4.6', /unknown/],
    ['of an age that cannot be read', () => 'ClamAV 1.4.6/27001/Fri Foo 99 00:00:00 2026', /unkn/],
    ['from the future', () => versionOf(ago(-48 * HOUR_MS)), /yet to come/],
  ])(
    'signatures that are %s make no content clean, and the engine reports the doubt',
    async (_, version, reason) => {
      clamd.script.version = version();
      expect(await reasonOf()).toMatch(reason);
      expect(await reasonOf(noise(0))).toMatch(reason);
      expect(await scanner.engine()).toMatchObject({ doubt: expect.stringMatching(reason) });
    },
  );

  it('signatures of doubtful age still detect malware', async () => {
    clamd.script.version = 'ClamAV 1.4.6';
    clamd.script.verdict = () => 'stream: Win.Test FOUND';
    expect(await verdictOf(scanner, noise(9))).toEqual({
      result: 'infected',
      signature: 'Win.Test',
    });
  });

  it('the age of the signatures is checked again while the service runs', async () => {
    clamd.script.version = versionOf(ago(LIMITS.signatureAgeSeconds * 1000 - HOUR_MS));
    expect(await reasonOf()).toBe('clean');
    now = ago(-2 * HOUR_MS);
    expect(await reasonOf()).toMatch(/are of \d/);
    clamd.script.version = versionOf(now);
    now = ago(-LIMITS.clamdVersionSeconds * 1000);
    expect(await reasonOf()).toBe('clean');
  });

  it('signatures below the age limit are valid and name their version and their time', async () => {
    const madeAt = ago(LIMITS.signatureAgeSeconds * 1000 - HOUR_MS);
    clamd.script.version = versionOf(madeAt);
    const signatures = 'clamav-1.4.6/27001';
    madeAt.setMilliseconds(0);
    expect(await scanner.engine()).toEqual({ name: 'clamav', signatures, madeAt });
  });
});

describe('incomplete scans of clamd', () => {
  it.each([
    'stream: Heuristics.Limits.Exceeded.MaxFiles FOUND',
    'stream: Heuristics.Limits.Exceeded.MaxScanTime FOUND',
    'stream: Heuristics.Encrypted.Zip FOUND',
    "stream: Can't allocate memory ERROR",
    'INSTREAM: Error writing to temporary file. ERROR',
    'stream: Time limit reached ERROR',
  ])('the scan is unknown for the clamd response %s', async (answer) => {
    clamd.script.verdict = () => answer;
    expect((await verdictOf(scanner, noise(100))).result).toBe('unknown');
  });

  it('every scan is unknown if clamd does not report its limits', async () => {
    // The probe, a too deep archive, gets the same response as other content.
    clamd.script.verdict = (content) => (content.length > 1_000 ? 'stream: OK ' : 'stream: OK');
    expect(await reasonOf()).toMatch(/AlertExceedsMax/);
  });

  it('a scan is unknown if the content is shorter than announced', async () => {
    const scan = scanner.open({ sizeBytes: 100, form: 'packed' });
    await scan.write(noise(99));
    expect(await scan.end()).toEqual({ result: 'unknown', reason: 'truncated' });
    expect(clamd.contents).toEqual([]);
  });

  it('a scan is unknown if the content exceeds the limit of clamd, which closes the connection', async () => {
    clamd.script.streamMaxBytes = 100_000;
    expect(await reasonOf(noise(80_000))).toBe('clean');
    const scan = scanner.open({ sizeBytes: 20 * 200_000, form: 'object' });
    for (let at = 0; at < 20; at += 1) await scan.write(noise(200_000));
    const verdict = await scan.end();
    expect(verdict).toEqual({
      result: 'unknown',
      reason: expect.stringContaining('INSTREAM size limit exceeded'),
    });
    expect(await reasonOf(noise(10))).toBe('clean');
  });

  it('a scan above our own limit is unknown, and nothing is sent', async () => {
    const sizeBytes = ARCHIVE_LIMITS.antivirusStreamBytes + 1;
    const scan = scanner.open({ sizeBytes, form: 'object' });
    await scan.write(noise(1_000));
    expect((await scan.end()).result).toBe('unknown');
    expect(clamd.connections()).toBe(0);
  });
});

describe('failures of clamd', () => {
  const fails = (bytes = noise(100)) => expect(verdictOf(scanner, bytes)).rejects.toThrow();

  it('an unreachable clamd makes scan, ping and engine throw', async () => {
    await clamd.stop();
    await fails();
    await expect(scanner.ping()).rejects.toThrow();
    await expect(scanner.engine()).rejects.toThrow();
    clamd = await startFakeClamd();
  });

  it('a connection that ends before the response makes the scan throw, and the next scan succeeds', async () => {
    clamd.script.verdict = (content) => (content.length === 7 ? 'hang up' : 'stream: OK');
    await fails(noise(7));
    expect(await reasonOf()).toBe('clean');
  });

  it('a clamd that is killed during a scan makes the scan throw', async () => {
    const scan = scanner.open({ sizeBytes: 1_000_000, form: 'packed' });
    await scan.write(noise(500_000));
    await clamd.stop();
    const rest = async () => {
      await scan.write(noise(500_000));
      return scan.end();
    };
    await expect(rest()).rejects.toThrow();
    clamd = await startFakeClamd();
  });

  it('a silent clamd makes the scan throw', async () => {
    scanner = scannerOf(0.05);
    clamd.script.verdict = (content) => (content.length === 7 ? 'say nothing' : 'stream: OK');
    await expect(verdictOf(scanner, noise(7))).rejects.toThrow(/silent/);
  });

  it.each(['COMMAND READ TIMED OUT. ERROR', 'UNKNOWN COMMAND. ERROR', 'stream: MAYBE', ''])(
    'an invalid response makes the scan throw: %s',
    async (answer) => {
      clamd.script.verdict = (content) => (content.length === 7 ? answer : 'stream: OK');
      await fails(noise(7));
    },
  );

  it('a server that is no clamd makes engine and scan throw', async () => {
    clamd.script.version = '220 mail.example ESMTP';
    await expect(scanner.engine()).rejects.toThrow(/version/);
    await fails();
  });
});

describe('the connections to clamd', () => {
  it('scans send each content unchanged over few connections', async () => {
    for (let at = 0; at < 500; at += 1) {
      expect(await verdictOf(scanner, noise(at, at), { pieceBytes: 100 })).toEqual(CLEAN);
    }
    expect(clamd.connections()).toBeLessThanOrEqual(2);
    // Nothing is sent for empty content.
    expect(clamd.contents.map(({ length }) => length)).toEqual(
      Array.from({ length: 499 }, (_, at) => at + 1),
    );
    expect(clamd.contents.every((it) => it.equals(noise(it.length, it.length)))).toBe(true);
  });

  it('a scan applies backpressure if clamd is slow', async () => {
    await reasonOf();
    const bytes = noise(16 * 1024 * 1024);
    const scan = scanner.open({ sizeBytes: bytes.length, form: 'object' });
    clamd.pause();
    let isTaken = false;
    const writing = Promise.resolve(scan.write(bytes)).then(() => {
      isTaken = true;
    });
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    expect(isTaken).toBe(false);
    clamd.resume();
    await writing;
    expect(await scan.end()).toEqual(CLEAN);
    expect(clamd.contents.at(-1)?.equals(bytes)).toBe(true);
  });
});

describe('combined scanners', () => {
  const both = () => combineScanners([createBuiltinScanner(), scanner]);
  const eicar = Buffer.from(EICAR);

  it('content is infected if one combined scanner detects malware, regardless of what the other returns', async () => {
    const infected = { result: 'infected', signature: 'EICAR-Test-File' };
    clamd.script.version = 'ClamAV 1.4.6';
    expect(await verdictOf(both(), eicar)).toEqual({ ...infected, isPartial: true });
    clamd.script.verdict = () => 'hang up';
    expect(await verdictOf(both(), eicar)).toEqual({ ...infected, isPartial: true });
    clamd.script.verdict = () => 'stream: Other FOUND';
    expect(await verdictOf(both(), eicar)).toEqual({ ...infected, others: ['Other'] });
    expect(await verdictOf(both(), noise(9))).toEqual({ result: 'infected', signature: 'Other' });
  });

  it('a scan is unknown if one combined scanner is, and throws if one throws', async () => {
    clamd.script.verdict = (content) =>
      content.length === 7 ? 'stream: No ERROR' : content.length === 8 ? 'hang up' : 'stream: OK';
    expect(await verdictOf(both(), noise(9))).toEqual(CLEAN);
    expect((await verdictOf(both(), noise(7))).result).toBe('unknown');
    await expect(verdictOf(both(), noise(8))).rejects.toThrow();
  });

  it('combined scanners name the signatures of all', async () => {
    const { signatures } = await createBuiltinScanner().engine();
    expect(await both().engine()).toEqual({
      name: 'builtin+clamav',
      signatures: `${signatures} clamav-1.4.6/27001`,
      madeAt: expect.any(Date),
    });
    await both().ping();
  });
});
