import { type FileHandle, open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { onTestFinished, vi } from 'vitest';

/**
 * Lets all writes to open files after the first `done` ones fail as on a full disk, until the end of
 * the test. Returns the written files; a closed one has the descriptor -1.
 */
export async function fullDisk(done = 0): Promise<readonly FileHandle[]> {
  const probe = await open(devNull);
  const prototype: FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const write = prototype.writeFile;
  const files: FileHandle[] = [];
  const writing = vi.spyOn(prototype, 'writeFile');
  writing.mockImplementation(function (this: FileHandle, ...args) {
    files.push(this);
    if (files.length <= done) return write.apply(this, args);
    return Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
  });
  onTestFinished(() => writing.mockRestore());
  return files;
}
