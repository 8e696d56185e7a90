import { describe, expect, it } from 'vitest';
import { whileInUse } from '../src/node/files.js';

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
