import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  keyIdOf,
  makeSecret,
  prefixOf,
} from '../../../../src/modules/identity/credentials/secret.js';
import { foreignKeys } from '../../../keys.js';

const keys = foreignKeys();

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'.split('');

describe('the secrets of tokens and keys', () => {
  it.each(['pat', 'api_key', 'account_key', 'app'] as const)(
    'the secrets of %s have a prefix, a public id, 256 random bits and a checksum',
    (kind) => {
      const { text, keyId } = makeSecret(keys, kind);
      expect(text).toMatch(new RegExp(`^${prefixOf(kind)}_[0-9a-f]{16}_[A-Za-z0-9]{49}$`));
      expect(text.split('_')[1]).toBe(keyId);
      expect(keyIdOf(text)).toBe(keyId);
    },
  );

  it('keyIdOf detects any single wrong character of a secret', () => {
    const { text } = makeSecret(keys, 'pat');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: text.length - 1 }),
        fc.constantFrom(...SIGNS),
        (at, sign) => {
          fc.pre(sign !== text[at]);
          expect(keyIdOf(text.slice(0, at) + sign + text.slice(at + 1))).toBeNull();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keyIdOf detects two swapped characters or a missing one', () => {
    const { text } = makeSecret(keys, 'account_key');
    for (let at = 0; at < text.length - 1; at += 1) {
      const [a = '', b = ''] = [text[at], text[at + 1]];
      if (a !== b) expect(keyIdOf(text.slice(0, at) + b + a + text.slice(at + 2))).toBeNull();
      expect(keyIdOf(text.slice(0, at) + text.slice(at + 1))).toBeNull();
    }
  });

  it('keyIdOf still accepts tokens of release 0.1 without a checksum', () => {
    expect(keyIdOf(`mpat_0123456789abcdef_${'aZ9-_'.repeat(8)}abc`)).toBe('0123456789abcdef');
    expect(keyIdOf(`mfak_0123456789abcdef_${'a'.repeat(43)}`)).toBeNull();
  });
});
