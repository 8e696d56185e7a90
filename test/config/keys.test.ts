import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { complaint } from './complaint.js';

const KEY = Buffer.alloc(32, 0xfb);
const BASE64 = KEY.toString('base64');

describe.each(['ENCRYPTION_KEY', 'ENCRYPTION_KEY_PREVIOUS'])('%s', (name) => {
  test.each([
    ['64 hex digits', KEY.toString('hex')],
    ['64 hex digits in upper case', KEY.toString('hex').toUpperCase()],
    ['base64', BASE64],
    ['base64 without padding', BASE64.slice(0, -1)],
    ['base64url', KEY.toString('base64url')],
    ['base64 and the line break of a file', `${BASE64}\n`],
  ])('a key as %s is read', (_form, value) => {
    const { encryptionKey, encryptionKeyPrevious } = loadConfig({
      ENCRYPTION_KEY: BASE64,
      [name]: value,
    });
    const key = name === 'ENCRYPTION_KEY' ? encryptionKey : encryptionKeyPrevious;
    expect(key).toEqual(KEY);
  });

  test.each([
    ['a character that base64 does not have', `${BASE64.slice(0, 9)}*${BASE64.slice(9)}`],
    ['such a character in place of another', `${BASE64.slice(0, 9)}*${BASE64.slice(10, 43)}A=`],
    ['quotes', `"${BASE64}"`],
    ['text behind the padding', `${BASE64}AAAA`],
    ['31 bytes', KEY.subarray(1).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['63 hex digits', KEY.toString('hex').slice(1)],
  ])('a key with %s is refused', (_fault, value) => {
    expect(complaint({ ENCRYPTION_KEY: BASE64, [name]: value })).toBe(
      `${name} has a wrong form; it takes 32 bytes as 64 hex digits or in base64`,
    );
  });
});
