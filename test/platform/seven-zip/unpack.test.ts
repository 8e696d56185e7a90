import { expect, test } from 'vitest';
import { openNamesDigest } from '../../../src/platform/seven-zip/protocol.js';
import type { Readable } from '../../../src/platform/seven-zip/range-reader.js';
import { type UnpackJob, unpack } from '../../../src/platform/seven-zip/unpack.js';
import { chunked } from '../../archives/inspect.js';
import { pack } from '../../archives/pack.js';
import { block5, vint, writeRar5 } from '../../archives/rar-writer.js';
import { writeSevenZip } from '../../archives/seven-zip-writer.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const large = Buffer.alloc(3 * MIB, 'larger than all buffers together. ');

/** Unpacks a source and returns the result and the unpacked bytes. */
async function unpacked(source: Readable, over: Partial<UnpackJob> = {}) {
  const pieces: Buffer[] = [];
  const result = await unpack({
    source,
    type: '7z',
    memoryBytes: 64 * MIB,
    stallSeconds: 60,
    sink: (piece) => void pieces.push(Buffer.from(piece)),
    ...over,
  });
  return { result, bytes: Buffer.concat(pieces) };
}

/** The digest of sorted names. */
function digestOf(...names: readonly string[]): string {
  const digest = openNamesDigest();
  for (const name of names) digest.add(Buffer.from(name));
  return digest.hex();
}

test('unpack returns all contents in archive order and a digest of all names', async () => {
  const archive = writeSevenZip([
    { name: 'large.bin', content: large },
    { name: 'folder', isFolder: true },
    { name: 'small.txt', content: 'small' },
  ]);
  const { result, bytes } = await unpacked(chunked(archive, [1, 5000, 70_000]));
  const namesDigest = digestOf('folder/', 'large.bin', 'small.txt');
  expect(result).toEqual({ result: 'done', namesDigest });
  expect(bytes.equals(Buffer.concat([large, Buffer.from('small')]))).toBe(true);
});

test('unpack reads a long run of bytes with few requests to the store', async () => {
  const archive = writeSevenZip([{ name: 'large.bin', content: large }]);
  const asked: number[] = [];
  const source: Readable = {
    sizeBytes: archive.length,
    read(range) {
      asked.push(range.start);
      return chunked(archive).read(range);
    },
  };
  expect((await unpacked(source)).result.result).toBe('done');
  expect(asked.length).toBeLessThan(6);
});

test('unpack reads offsets beyond 4 GiB', async () => {
  const head = writeRar5([]).subarray(0, -8);
  // A service block with unused data, and a file after it.
  const service = Buffer.concat([vint(0), vint(5 * GIB), vint(0), vint(0), vint(0), vint(2)]);
  const gap = block5({
    type: 3,
    fields: Buffer.concat([service, Buffer.from('RR')]),
    gapBytes: 5 * GIB,
  });
  const tail = writeRar5([{ name: 'far.txt', content: 'far away' }]).subarray(head.length);
  const front = Buffer.concat([head, gap]);
  const sizeBytes = front.length + 5 * GIB + tail.length;
  const source: Readable = {
    sizeBytes,
    async read({ start, end }) {
      return (async function* () {
        for (let at = start; at <= end; at += 64 * 1024) {
          const piece = Buffer.alloc(Math.min(64 * 1024, end + 1 - at));
          if (at < front.length) front.copy(piece, 0, at);
          const into = sizeBytes - tail.length - at;
          if (into < piece.length) tail.copy(piece, Math.max(0, into), Math.max(0, -into));
          yield piece;
        }
      })();
    },
  };
  const { result, bytes } = await unpacked(source, { type: 'Rar5' });
  expect(result).toEqual({ result: 'done', namesDigest: digestOf('far.txt') });
  expect(bytes.toString()).toBe('far away');
});

test('unpack distinguishes broken, unsupported and too memory-hungry archives', async () => {
  const packed = await pack('a.7z', { 'a.txt': large }, '-m0=LZMA2');
  const broken = Buffer.from(packed);
  broken[60] = (broken[60] ?? 0) ^ 1;
  expect((await unpacked(chunked(broken))).result).toMatchObject({ result: 'broken' });
  // A dictionary of 64 MiB, regardless of the content.
  const hungry = writeSevenZip([{ name: 'a', content: 'a' }], {
    method: '21',
    properties: Buffer.from([28]),
  });
  const little = await unpacked(chunked(hungry), { memoryBytes: 20 * MIB });
  expect(little.result).toEqual({ result: 'memory' });
  const unknown = writeSevenZip([{ name: 'a', content: 'a' }], { method: '04f71101' });
  expect((await unpacked(chunked(unknown))).result).toEqual({ result: 'unsupported' });
});

test('unpack throws errors of the store and of the sink, and the reason of an abort', async () => {
  const archive = writeSevenZip([{ name: 'large.bin', content: large }]);
  const fails: Readable = {
    sizeBytes: archive.length,
    read: async ({ start }) => {
      if (start === 0) return chunked(archive).read({ start, end: 40 });
      throw new Error('the store is gone');
    },
  };
  await expect(unpacked(fails)).rejects.toThrow(/the store/);
  const sink = (): never => {
    throw new Error('nobody takes it');
  };
  await expect(unpacked(chunked(archive), { sink })).rejects.toThrow('nobody takes it');
  const controller = new AbortController();
  const ended = unpacked(chunked(archive), {
    signal: controller.signal,
    sink: () => {
      controller.abort(new Error('the process stops'));
      return new Promise(() => {});
    },
  });
  await expect(ended).rejects.toThrow('the process stops');
});

test('unpack with an abort while 7-Zip is loaded throws the reason and reads nothing', async () => {
  const archive = writeSevenZip([{ name: 'small.txt', content: 'small' }]);
  let reads = 0;
  const source: Readable = {
    sizeBytes: archive.length,
    read(range) {
      reads += 1;
      return chunked(archive).read(range);
    },
  };
  const controller = new AbortController();
  const ended = unpacked(source, { signal: controller.signal });
  // Each call waits for the module, even if an earlier one has compiled it.
  controller.abort(new Error('the process stops'));
  await expect(ended).rejects.toThrow('the process stops');
  expect(reads).toBe(0);
});
