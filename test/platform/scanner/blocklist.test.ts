import { describe, expect, it } from 'vitest';
import { createBlocklist, withBlocklist } from '../../../src/platform/scanner/blocklist.js';
import { createBuiltinScanner, SIGNATURES } from '../../../src/platform/scanner/builtin-scanner.js';
import type { Scanner } from '../../../src/platform/scanner/scanner.port.js';
import { sha256Of } from '../../publishing.js';
import { noise, scannerContract, verdictOf } from './contract.js';

const bytes = noise(10_000);
const entry = { sha256: sha256Of(bytes), sizeBytes: bytes.length, name: 'Bad-1' };
const blocking = (entries = [entry], scanner = createBuiltinScanner()) =>
  withBlocklist(scanner, createBlocklist(entries));

describe('a blocklist', () => {
  it('a blocklist finds a file within an archive by its size and digest', async () => {
    const scanner = blocking();
    const infected = { result: 'infected', signature: 'Blocked.Bad-1' };
    expect(await verdictOf(scanner, bytes, { pieceBytes: 999 })).toEqual(infected);
    expect(await verdictOf(scanner, noise(10_000, 2))).toEqual({ result: 'clean' });
    expect(await verdictOf(scanner, noise(9_999))).toEqual({ result: 'clean' });
  });

  it('a blocklist compares whole objects by their measured digest', async () => {
    const list = createBlocklist([{ ...entry, sizeBytes: null }]);
    expect(list.foundIn(entry.sha256)).toBe('Blocked.Bad-1');
    expect(list.foundIn(sha256Of(noise(9_999)))).toBeNull();
    expect(list.ofSize(bytes.length)).toBeUndefined();
    expect(await verdictOf(blocking(), bytes, { form: 'object' })).toEqual({ result: 'clean' });
  });

  it('a blocklist match wins if the antivirus fails at the end, and includes the antivirus result', async () => {
    const failing: Scanner = {
      ...createBuiltinScanner(),
      open: () => ({ write() {}, end: () => Promise.reject(new Error('away')) }),
    };
    expect(await verdictOf(blocking([entry], failing), bytes)).toMatchObject({
      signature: 'Blocked.Bad-1',
    });
    const finding: Scanner = {
      ...createBuiltinScanner(),
      open: () => ({ write() {}, end: async () => ({ result: 'infected', signature: 'Virus' }) }),
    };
    expect(await verdictOf(blocking([entry], finding), bytes)).toMatchObject({
      signature: 'Blocked.Bad-1',
      others: ['Virus'],
    });
    await expect(verdictOf(blocking([entry], failing), noise(5))).rejects.toThrow('away');
  });

  it('the revision of a blocklist depends on its entries and not on their order', async () => {
    const other = { ...entry, sha256: sha256Of(noise(3)) };
    const of = async (entries: (typeof entry)[]) => (await blocking(entries).engine()).signatures;
    expect(await of([entry, other])).toBe(await of([other, entry]));
    expect(new Set([await of([]), await of([entry]), await of([other])]).size).toBe(3);
  });
});

scannerContract('one with a blocklist', async () => {
  const [signature] = SIGNATURES;
  if (!signature) throw new Error('there are no signatures');
  return {
    scanner: blocking(),
    literal: signature.bytes,
    signature: signature.name,
    close: async () => undefined,
  };
});
