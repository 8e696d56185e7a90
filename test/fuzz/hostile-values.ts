import fc from 'fast-check';

/** Texts that are known to break services. */
const NOTORIOUS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\u202egnp.exe',
  '\ufeff',
  '\u{1f409}',
  '-0',
  '1e999',
  '0x10',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '..\\..\\windows',
  "' or 1=1; drop table mods; --",
  '"; select pg_sleep(60); --',
  '$' + '{jndi:ldap://x/a}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '%s%n%x',
  '%00',
  'a\r\nSet-Cookie: a=b',
  '9'.repeat(400),
  '-9223372036854775809',
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '9999-99-99',
  '2026-02-30T25:61:61Z',
];

/** Any text, mostly short. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NOTORIOUS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '\u00fc', '\u{1f409}', '(', '%', '\\'), fc.nat(5_000))
      .map(([sign, count]) => sign.repeat(count)),
  },
);

const nested = (open: string, close: string) => (levels: number) =>
  open.repeat(levels) + close.repeat(levels);

/** Valid JSON of all types, mostly unreasonable. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['null', 'true', 'false', '0', '-1', '0.1', '1e999', '-0', '2147483648'],
      ...['9007199254740993', '123456789012345678901234567890', '[]', '{}', '[null]', '[[]]'],
      ...['"\\ud800"', '"\\u0000"', '{"\\udfff":1}', '{"a":1,"a":2}', '{"__proto__":{"x":1}}'],
      ...['{"constructor":{"prototype":{"x":1}}}', '{"toString":1}', '{"en":"\\ud83d\\ude00"}'],
    ),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 3_000 }).map(nested('[', ']')) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 400 }).map(nested('{"a":', '}')) },
);

/** Mutates a text into bytes that may be invalid text. */
export const brokenBytes = (text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(text, fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255))
    .map(([whole, how, where, byte]) => {
      const bytes = Buffer.from(whole);
      const at = Math.floor(where * bytes.length);
      switch (how) {
        case 0:
          return bytes.subarray(0, at);
        case 1:
          return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
        case 2:
          return Buffer.from(whole, 'utf16le');
        case 3:
          return Buffer.concat([bytes, bytes]);
        case 4:
          return Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]);
        case 5:
          return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
        case 6:
          return Buffer.concat([
            bytes.subarray(0, at),
            Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
          ]);
        case 7:
          return Buffer.from(whole.replace('{', '{"__proto__":{"admin":true},'));
        case 8:
          return Buffer.from(whole.replace('{', '{"unknown_member":1,'));
        default:
          return Buffer.from(whole.replace(/"([a-z_]+)":/i, '"$1":null,"$1":'));
      }
    });

const SEGMENTS = [
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '%2f',
  '..%2f..%2f',
  '%5c',
  ';',
  ';a=b',
  '*',
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  'a%00b',
  '%ff',
  '%c0%ae',
  '%ed%a0%80',
  '%F0%9F%90%89',
  '%EF%BF%BD',
  '%0d%0aX-A:b',
  '+',
  'constructor',
  '__proto__',
  'null',
  '~',
  ':',
  ':resolve',
  '%3Aresolve',
  '{id}',
  '$',
  "'",
  '%22',
];

/** A path segment of a request line, percent-encoded or not. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SEGMENTS) },
  { weight: 2, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 12 }).map(onTheLine) },
  { weight: 1, arbitrary: fc.nat(9_000).map((count) => 'x'.repeat(count)) },
);

/** Removes blanks and control characters, which a request line does not allow. */
export function onTheLine(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '');
}

/** A header value as latin1 bytes, without characters that would end the header. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) =>
    Buffer.from(text.slice(0, 3_000))
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
  ),
  fc
    .string({ unit: 'binary-ascii', maxLength: 40 })
    .map((text) => text.replace(/[^\x20-\x7e]/g, '')),
);
