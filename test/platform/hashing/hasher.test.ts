import { createHash, randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { inspectArchive } from '../../../src/archives/inspect-archive.js';
import { startHasher } from '../../../src/platform/hashing/open-hasher.js';
import { createBuiltinScanner } from '../../../src/platform/scanner/builtin-scanner.js';
import { chunked, expectationOf } from '../../archives/inspect.js';

const MIB = 1024 * 1024;
const BYTES = randomFillSync(Buffer.alloc(3 * MIB));
const ALL = { sha512: true, sha1: true };

const digest = (algorithm: string) => createHash(algorithm).update(BYTES).digest('hex');
const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort');

test.each([[[BYTES.length]], [[1, 70_000, 262_144, 600_000]]])(
  'the hasher thread computes digests of chunks of %j bytes and does not read a chunk later',
  async (sizes) => {
    const hasher = startHasher(ALL);
    const piece = Buffer.alloc(BYTES.length);
    for (let at = 0, i = 0; at < BYTES.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      // The same buffer each time, as the store does it.
      const lengthBytes = BYTES.copy(piece, 0, at, at + size);
      await hasher.update(piece.subarray(0, lengthBytes));
      at += lengthBytes;
    }
    expect(await hasher.end()).toEqual({
      sha256: digest('sha256'),
      sha512: digest('sha512'),
      sha1: digest('sha1'),
    });
    await hasher.close();
  },
);

test('the hasher computes only the requested digests, also of no bytes', async () => {
  const hasher = startHasher({ sha512: false, sha1: false });
  expect(await hasher.end()).toEqual({ sha256: createHash('sha256').digest('hex') });
  await hasher.close();
});

test('a hasher thread that ended rejects all pending and later calls', async () => {
  const hasher = startHasher(ALL);
  await hasher.update(BYTES.subarray(0, 10));
  const ended = hasher.end();
  await Promise.all([expect(ended).rejects.toThrow('the hash thread has ended'), hasher.close()]);
  await expect(Promise.resolve(hasher.update(BYTES))).rejects.toThrow(/has ended/);
});

test('an aborted inspection leaves no thread', async () => {
  const before = threads().length;
  let during = 0;
  const source = {
    ...chunked(BYTES),
    sizeBytes: 100 * MIB,
    read: async () =>
      (async function* () {
        yield BYTES;
        during = threads().length;
        throw new Error('the process stops');
      })(),
  };
  const inspection = inspectArchive(source, expectationOf(BYTES), createBuiltinScanner());
  await expect(inspection).rejects.toThrow('the process stops');
  expect(during).toBe(before + 1);
  expect(threads().length).toBe(before);
});
