import { expect, test } from 'vitest';
import { createRangeReader } from '../../../src/platform/seven-zip/range-reader.js';

/** A source whose streams open only when `open` is called. It counts those that are open. */
function slowSource() {
  const bytes = Buffer.from('the bytes of an archive');
  let open: () => void = () => {};
  let count = 0;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  async function* stream(start: number) {
    count += 1;
    try {
      yield bytes.subarray(start);
    } finally {
      count -= 1;
    }
  }
  const read = async ({ start }: { readonly start: number }) => {
    await opening;
    return stream(start);
  };
  return { source: { sizeBytes: bytes.length, read }, open, openStreams: () => count };
}

test('a reader that is closed while a stream opens closes that stream too', async () => {
  const { source, open, openStreams } = slowSource();
  const reader = createRangeReader(source);
  const read = reader.read(4, new Uint8Array(5));
  const closed = reader.close();
  open();
  await Promise.allSettled([read, closed]);
  expect(openStreams()).toBe(0);
});

test('a closed reader opens no stream', async () => {
  const { source, open, openStreams } = slowSource();
  open();
  const reader = createRangeReader(source);
  await reader.read(4, new Uint8Array(5));
  await reader.close();
  await expect(reader.read(9, new Uint8Array(3))).rejects.toThrow('the reader is closed');
  expect(openStreams()).toBe(0);
});
