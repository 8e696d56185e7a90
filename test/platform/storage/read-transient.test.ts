import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { readTransient } from '../../../src/platform/storage/disk/copy-exactly.js';

test('a file whose size cannot be read is closed', async () => {
  const file = await open(fileURLToPath(import.meta.url));
  vi.spyOn(file, 'stat').mockRejectedValue(new Error('EIO'));
  await expect(readTransient(file).next()).rejects.toThrow('EIO');
  expect(file.fd).toBe(-1);
});
