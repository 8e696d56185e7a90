import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCoding } from '../../../src/platform/http/content-coding.js';
import { eventually } from '../../eventually.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const CASES = [
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const;

describe.each(CASES)('a text that was compressed with %s and left open', (coding, decode) => {
  it('an open text gives itself and the end with which it is closed', async () => {
    const texts = fc.uint8Array({ maxLength: 5_000 });
    const ends = fc.uint8Array({ maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(texts, ends, async (text, end) => {
        const opened = await openCoding(coding, Buffer.from(text));
        expect(decode(opened.close(Buffer.from(end)))).toEqual(Buffer.concat([text, end]));
      }),
    );
  });

  it('an open text takes several ends, also the longest one', async () => {
    const text = Buffer.from('lanterns and bridges '.repeat(2_000));
    const opened = await openCoding(coding, text);
    for (const length of [0, 1, 255, 256, 65_535]) {
      const end = Buffer.alloc(length, 'e');
      // Compared as bytes: a matcher takes seconds for so many.
      const given = decode(opened.close(end));
      expect(given.equals(Buffer.concat([text, end]))).toBe(true);
    }
    expect(opened.length).toBeLessThan(text.length / 20);
  });

  it('an open text takes only the memory of its bytes, because stores count it so', async () => {
    const text = Buffer.from('lanterns and bridges '.repeat(40));
    collect();
    const before = process.memoryUsage().arrayBuffers;
    const kept = await Promise.all(Array.from({ length: 500 }, () => openCoding(coding, text)));
    // The streams of zlib close a little later.
    await eventually(() => {
      collect();
      const bytes = process.memoryUsage().arrayBuffers - before;
      expect(bytes).toBeLessThan(kept.length * 1024);
    });
  });
});
