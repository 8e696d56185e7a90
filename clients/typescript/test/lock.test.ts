import { randomUUID } from 'node:crypto';
import promises, {
  mkdir,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tryLock, waitForLock } from '../src/node/lock.js';
import { lockOfFile } from '../src/node/lock-of-file.js';
import { temporaryFolder } from './support/folder.js';
import { fullDisk } from './support/full-disk.js';

const HOUR_MS = 3_600_000;
const TIMES = { beatMs: 200, staleMs: 60_000 };

describe('the lock between processes', () => {
  it.each([-HOUR_MS, HOUR_MS])(
    'a holder that lives keeps the lock although the clock jumps by %i ms',
    async (jumpMs) => {
      const path = join(await temporaryFolder(), 'lock');
      const held = await tryLock(path, TIMES);
      const touched = new Date(Date.now() - jumpMs);
      await utimes(path, touched, touched);
      expect(await tryLock(path, TIMES)).toBeNull();
      expect(await held?.isHeld()).toBe(true);
      await held?.release();
      const next = await tryLock(path, TIMES);
      expect(await next?.isHeld()).toBe(true);
      await next?.release();
    },
  );

  it('a lock that no process touches any more is taken over', async () => {
    const path = join(await temporaryFolder(), 'lock');
    const lost = await tryLock(path, { ...TIMES, beatMs: HOUR_MS });
    const touched = new Date(Date.now() - HOUR_MS);
    await utimes(path, touched, touched);
    const next = await tryLock(path, TIMES);
    expect(await next?.isHeld()).toBe(true);
    expect(await lost?.isHeld()).toBe(false);
    await lost?.release();
    expect(await next?.isHeld()).toBe(true);
    await next?.release();
  });

  it('a system error of the lock of a file names the file, regardless of its own name', async () => {
    for (const name of ['mod.jar', 'mod.lock']) {
      const path = join(await temporaryFolder(), 'missing', name);
      await expect(lockOfFile(path, 0)).rejects.toMatchObject({ code: 'ENOENT', path });
    }
  });

  it('a file or a folder that is no lock, or is too large to read, is refused, and stays', async () => {
    const folder = await temporaryFolder();
    const [file, other] = [join(folder, 'yarn.lock'), join(folder, 'other.lock')];
    const large = join(folder, 'large.lock');
    await writeFile(file, '{"name":"mine"}');
    await mkdir(other);
    // No process can read so many bytes at once. They are a hole, which takes no space.
    await writeFile(large, '');
    await truncate(large, 2 ** 31);
    const touched = new Date(Date.now() - HOUR_MS);
    for (const path of [file, other, large]) {
      await utimes(path, touched, touched);
      await expect(tryLock(path, TIMES)).rejects.toMatchObject({ fault: 'unsafe' });
    }
    expect(await readFile(file, 'utf8')).toBe('{"name":"mine"}');
    expect(await readdir(folder)).toEqual(['large.lock', 'other.lock', 'yarn.lock']);
  });

  it.each([true, false])(
    'a lock that cannot be written leaves no file and no open handle (hard links: %s)',
    async (hasLinks) => {
      const folder = await temporaryFolder();
      if (!hasLinks) {
        const refusal = Object.assign(new Error('EPERM'), { code: 'EPERM' });
        const linking = vi.spyOn(promises, 'link').mockRejectedValue(refusal);
        syncBuiltinESMExports();
        onTestFinished(() => {
          linking.mockRestore();
          syncBuiltinESMExports();
        });
      }
      const files = await fullDisk(hasLinks ? 0 : 1);
      await expect(tryLock(join(folder, 'lock'))).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(files.map(({ fd }) => fd)).toEqual(hasLinks ? [-1] : [-1, -1]);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('the holder of the lock removes what killed processes left of it, and no other file', async () => {
    const folder = await temporaryFolder();
    const [old, fresh] = [`lock.${randomUUID()}`, `lock.${randomUUID()}`];
    const others = ['lock.txt', `other.${randomUUID()}`];
    for (const name of [old, fresh, ...others]) await writeFile(join(folder, name), '');
    const touched = new Date(Date.now() - HOUR_MS);
    for (const name of [old, ...others]) await utimes(join(folder, name), touched, touched);
    const held = await tryLock(join(folder, 'lock'), TIMES);
    expect((await readdir(folder)).toSorted()).toEqual(['lock', fresh, ...others].toSorted());
    await held?.release();
  });

  it('a process that slept until another one removed its draft takes the lock at the next attempt', async () => {
    const path = join(await temporaryFolder(), 'lock');
    const { link } = promises;
    const linking = vi.spyOn(promises, 'link').mockImplementationOnce(async (draft, to) => {
      await rm(draft);
      await link(draft, to);
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      linking.mockRestore();
      syncBuiltinESMExports();
    });
    const lock = await tryLock(path, TIMES);
    expect(await lock?.isHeld()).toBe(true);
    expect(linking).toHaveBeenCalledTimes(2);
    await lock?.release();
  });

  it('a wait for the lock ends with the reason of the signal', async () => {
    const path = join(await temporaryFolder(), 'lock');
    const held = await tryLock(path, TIMES);
    const stop = new AbortController();
    const waiting = waitForLock(path, HOUR_MS, stop.signal);
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await held?.release();
  });
});
