import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createBuiltinScanner,
  revisionOf,
  SIGNATURES,
} from '../../../src/platform/scanner/builtin-scanner.js';
import { scannerContract } from './contract.js';

async function verdict(content: Uint8Array) {
  const scan = createBuiltinScanner().open({
    sizeBytes: content.length,
    form: 'object',
  });
  await scan.write(content);
  return scan.end();
}

describe('the built-in scanner', () => {
  test.each(SIGNATURES.map(({ name, bytes }) => ({ name, bytes })))(
    'content that contains $name is infected',
    async ({ name, bytes }) => {
      const content = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]);
      expect(await verdict(content)).toEqual({ result: 'infected', signature: name });
    },
  );

  test('content with all but the last byte of a signature is clean', async () => {
    for (const { bytes } of SIGNATURES) {
      expect(await verdict(bytes.subarray(0, -1))).toEqual({ result: 'clean' });
    }
  });

  test('content with several signatures names all of them in the order of the list', async () => {
    const all = SIGNATURES.map((signature) => signature.bytes);
    const [signature, ...others] = new Set(SIGNATURES.map(({ name }) => name));
    const infected = { result: 'infected', signature, others };
    expect(await verdict(Buffer.concat(all))).toEqual(infected);
    expect(await verdict(Buffer.concat(all.reverse()))).toEqual(infected);
  });

  test('the revision of the built-in scanner changes with any signature', async () => {
    const engine = await createBuiltinScanner().engine();
    expect(engine).toEqual({ name: 'builtin', signatures: revisionOf(SIGNATURES) });
    const renamed = SIGNATURES.map((it, i) => (i === 0 ? { ...it, name: 'Other' } : it));
    expect(revisionOf(SIGNATURES.slice(1))).not.toBe(engine.signatures);
    expect(revisionOf(renamed)).not.toBe(engine.signatures);
  });

  test('no signature appears in the source, where an antivirus of the host would detect it', () => {
    const source = readFileSync(
      new URL('../../../src/platform/scanner/builtin-scanner.ts', import.meta.url),
    );
    for (const { bytes } of SIGNATURES) expect(source.includes(Buffer.from(bytes))).toBe(false);
  });
});

scannerContract('the built-in one', async () => {
  const [signature] = SIGNATURES;
  if (!signature) throw new Error('there are no signatures');
  return {
    scanner: createBuiltinScanner(),
    literal: signature.bytes,
    signature: signature.name,
    close: async () => undefined,
  };
});
