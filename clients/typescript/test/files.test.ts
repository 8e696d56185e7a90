import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openOwn, whileInUse } from '../src/node/files.js';
import { temporaryFolder } from './support/folder.js';

/** Work that fails with these codes, and then succeeds. */
function failing(...codes: readonly string[]) {
  const left = [...codes];
  return async () => {
    const code = left.shift();
    if (code === undefined) return 'done';
    throw Object.assign(new Error(code), { code });
  };
}

describe('a file that another program has open', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'])('%s on Windows is tried again', async (code) => {
    expect(await whileInUse(failing(code, code), 'win32')).toBe('done');
  });

  it.each([
    ['ENOSPC', 'win32'],
    ['ENOENT', 'win32'],
    ['EACCES', 'linux'],
  ] as const)('%s on %s is an error at once', async (code, platform) => {
    const work = failing(code);
    await expect(whileInUse(work, platform)).rejects.toMatchObject({ code });
    expect(await work()).toBe('done');
  });
});

describe('a file that is opened for writing', () => {
  it('a file whose status cannot be read is closed', async () => {
    const path = join(await temporaryFolder(), 'a.part');
    const other = await open(path, 'w');
    const opened: FileHandle[] = [];
    const stat = vi.spyOn(Object.getPrototypeOf(other) as FileHandle, 'stat');
    stat.mockImplementation(async function (this: FileHandle) {
      opened.push(this);
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    try {
      await expect(openOwn(path, 0o600)).rejects.toMatchObject({ code: 'EIO' });
      expect(opened.map(({ fd }) => fd)).toEqual([-1]);
    } finally {
      stat.mockRestore();
      await other.close();
    }
  });
});
