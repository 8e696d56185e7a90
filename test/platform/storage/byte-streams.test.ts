import { expect, it, vi } from 'vitest';
import { readLater } from '../../../src/platform/storage/byte-streams.js';

const chunks = [Uint8Array.of(1, 2), Uint8Array.of(3)];

it('bytes that are read later are opened when the first of them is taken', async () => {
  const ended = vi.fn();
  const read = vi.fn(async () => {
    async function* bytes() {
      try {
        yield* chunks;
      } finally {
        ended();
      }
    }
    return bytes();
  });
  await readLater(read).return(undefined);
  expect(read).not.toHaveBeenCalled();
  const bytes = readLater(read);
  expect(await bytes.next()).toEqual({ done: false, value: chunks[0] });
  expect([read.mock.calls.length, ended.mock.calls.length]).toEqual([1, 0]);
  await bytes.return(undefined);
  expect(ended).toHaveBeenCalledOnce();
});
