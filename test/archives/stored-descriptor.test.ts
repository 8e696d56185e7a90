import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRecordSearch } from '../../src/archives/zip/record-search.js';
import { inspect, verdictOf } from './inspect.js';
import { type EntrySpec, writeZip } from './zip-writer.js';

const REVIEW = 'review nested_archive_not_inspected';
const hidden = writeZip([{ name: 'run.txt', content: 'not in the directory' }]);
const header = hidden.subarray(0, hidden.indexOf('PK\x01\x02', 0, 'latin1'));
const central = hidden.subarray(header.length);

/** A descriptor with the size of the bytes before it. */
function descriptorAt(sizeBytes: number, sizeFieldBytes: 4 | 8): Buffer {
  const bytes = Buffer.alloc(8 + 2 * sizeFieldBytes);
  bytes.write('PK\x07\x08', 'latin1');
  bytes.writeUInt32LE(sizeBytes, 8);
  bytes.writeUInt32LE(sizeBytes, 8 + sizeFieldBytes);
  return bytes;
}

function stored(content: Buffer | string, over: Partial<EntrySpec> = {}): Buffer {
  const plain: EntrySpec = { name: 'readme.txt', content: 'a file of the mod' };
  return writeZip([{ name: 'data.bin', content, descriptor: 'signed', ...over }, plain]);
}

describe('stored entries with data descriptors', () => {
  const padding = Buffer.alloc(70_000, 'texture ');

  test.each<[string, Buffer]>([
    ['a local header', Buffer.concat([Buffer.from('x'), header])],
    ['a local header in the middle', Buffer.concat([padding, header, padding])],
    ['a header of the directory', Buffer.concat([padding, central, padding])],
    ['a descriptor of 32 bits', Buffer.concat([padding, descriptorAt(padding.length, 4), padding])],
    ['a descriptor of 64 bits', Buffer.concat([padding, descriptorAt(padding.length, 8), padding])],
    ['the start of a local header at its end', Buffer.concat([padding, header.subarray(0, 9)])],
  ])('a stored entry goes to review if its content holds %s', async (_, content) => {
    expect(await verdictOf(stored(content))).toBe(REVIEW);
    expect(await verdictOf(stored(content, { descriptor: 'bare' }))).toBe(REVIEW);
  });

  test('a stored entry goes to review even if its local header has the sizes', async () => {
    const content = Buffer.concat([padding, header]);
    const { length } = content;
    const local = { compressedBytes: length, sizeBytes: length };
    expect(await verdictOf(stored(content, { local }))).toBe(REVIEW);
  });

  test('the review names the entry and its cause', async () => {
    const { outcome } = await inspect(stored(Buffer.concat([padding, header])));
    expect(outcome).toMatchObject({
      kind: 'review',
      findings: [{ code: 'entries_in_content', path: 'data.bin' }],
    });
  });

  test.each<[string, Buffer]>([
    ['text', padding],
    ['bytes', randomBytes(100_000)],
    ['nothing', Buffer.alloc(0)],
    ['the letters PK', Buffer.from('PK PKPK PK')],
    ['signatures without a header', Buffer.concat([padding, Buffer.from('PK\x03\x04'), padding])],
    ['a descriptor of another size', Buffer.concat([padding, descriptorAt(9, 4), padding])],
  ])('a stored entry is clean if its content is %s', async (_, content) => {
    expect(await verdictOf(stored(content))).toBe('clean');
    expect(await verdictOf(stored(content, { descriptor: 'bare' }))).toBe('clean');
  });

  test('a local header in the content is clean if the entry is deflated or has no descriptor', async () => {
    const content = Buffer.concat([padding, header, padding]);
    expect(await verdictOf(stored(content, { method: 'deflate' }))).toBe('clean');
    const plain = writeZip([{ name: 'data.bin', content }]);
    expect(await verdictOf(plain)).toBe('clean');
  });

  test('the record search finds a record at any chunk boundary', () => {
    const content = Buffer.concat([padding.subarray(0, 40), header, padding.subarray(0, 40)]);
    for (let pieceBytes = 1; pieceBytes < 60; pieceBytes++) {
      const search = createRecordSearch();
      for (let at = 0; at < content.length; at += pieceBytes) {
        search.take(content.subarray(at, at + pieceBytes));
      }
      expect(search.hasFound()).toBe(true);
    }
  });
});
