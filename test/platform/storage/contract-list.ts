import { describe, expect, it } from 'vitest';
import type { Storage } from '../../../src/platform/storage/storage.port.js';
import { bytesOf } from './http.js';
import type { Subject } from './store-under-test.js';
import { once, TYPE, useBench } from './subject.js';

/** The promises of listings, on which a clean-up relies. */
export function listContract(open: () => Promise<Subject>): void {
  const bench = useBench(open);
  describe('a listing of objects', () => objectPromises(bench));
  describe('a listing of unfinished multipart uploads', () => multipartPromises(bench));
}

type Bench = ReturnType<typeof useBench>;

/** Walks to the end in pages of two and returns the keys in listing order. */
async function walk(
  storage: Storage,
  prefix: string,
  meanwhile: (pageKeys: string[]) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    const page = (await storage.list(prefix, keys.at(-1), 2)).map(({ key }) => key);
    expect(page.length).toBeLessThanOrEqual(2);
    if (page.length === 0) return keys;
    keys.push(...page);
    await meanwhile(page);
  }
}

async function filled(bench: Bench, names: readonly string[]): Promise<string> {
  const folder = `list/${crypto.randomUUID()}/`;
  for (const [index, name] of names.entries()) {
    await bench.storage.put(folder + name, once(bytesOf(index)), TYPE);
  }
  return folder;
}

// No name is the folder of another: a store over a file system may not accept both.
const NAMES = ['a/b', 'a b', 'ab', 'b', 'ü+%2F', 'z'];

function objectPromises(bench: Bench): void {
  it('a listing names each object once, page by page, with its size and time', async () => {
    const folder = await filled(bench, NAMES);
    const keys = await walk(bench.storage, folder);
    expect([...keys].sort()).toEqual(NAMES.map((name) => folder + name).sort());
    expect(await walk(bench.storage, folder)).toEqual(keys);
    for (const listed of await bench.storage.list(folder)) {
      const head = await bench.storage.head(listed.key);
      expect(listed.sizeBytes).toBe(head?.sizeBytes);
      // S3 reports whole seconds in headers and finer times in listings.
      const apart = Number(head?.lastModified) - listed.lastModified.getTime();
      expect(Math.abs(apart)).toBeLessThan(1000);
    }
  });

  it('a listing names no object outside its prefix and no removed one', async () => {
    const folder = await filled(bench, NAMES);
    await bench.storage.remove(`${folder}ab`);
    const names = (await walk(bench.storage, `${folder}a`)).map((key) => key.slice(folder.length));
    expect(names.sort()).toEqual(['a b', 'a/b']);
    expect(await bench.storage.list(`${folder}none`)).toEqual([]);
  });

  it('a listing continues while a clean-up removes the listed objects', async () => {
    const folder = await filled(bench, NAMES);
    const keys = await walk(bench.storage, folder, async (page) => {
      for (const key of page) await bench.storage.remove(key);
    });
    expect(keys).toHaveLength(NAMES.length);
    expect(await bench.storage.list(folder)).toEqual([]);
  });
}

function multipartPromises(bench: Bench): void {
  const object = { contentType: TYPE, sizeBytes: 12, partSizeBytes: 12 };

  it('a listing names each unfinished multipart upload once, with its key, id and start', async () => {
    const folder = `list/${crypto.randomUUID()}/`;
    const opened: string[] = [];
    for (const key of ['a', 'b', 'b', 'c'].map((name) => folder + name)) {
      opened.push(`${key} ${await bench.storage.createMultipart(key, object)}`);
    }
    const found: Awaited<ReturnType<Storage['listMultiparts']>> = [];
    for (;;) {
      const page = await bench.storage.listMultiparts(folder, found.at(-1), 3);
      if (page.length === 0) break;
      found.push(...page);
    }
    const named = found.map(({ key, multipartId }) => `${key} ${multipartId}`);
    expect(named.sort()).toEqual([...opened].sort());
    for (const { key, multipartId, initiatedAt } of found) {
      expect(initiatedAt).toBeInstanceOf(Date);
      await bench.storage.abortMultipart(key, multipartId);
    }
    expect(await bench.storage.listMultiparts(folder)).toEqual([]);
  });

  it('a listing continues while a clean-up aborts the listed uploads', async () => {
    const folder = `list/${crypto.randomUUID()}/`;
    for (const name of ['a', 'b', 'b', 'c', 'd']) {
      await bench.storage.createMultipart(folder + name, object);
    }
    let page = await bench.storage.listMultiparts(folder, undefined, 2);
    while (page.length > 0) {
      for (const { key, multipartId } of page) await bench.storage.abortMultipart(key, multipartId);
      page = await bench.storage.listMultiparts(folder, page.at(-1), 2);
    }
    expect(await bench.storage.listMultiparts(folder)).toEqual([]);
  });

  it('a listing of uploads is separate from that of objects, and ends with the removal of the key', async () => {
    const key = bench.key();
    await bench.storage.createMultipart(key, object);
    expect(await bench.storage.list(key)).toEqual([]);
    expect(await bench.storage.listMultiparts(key)).toHaveLength(1);
    await bench.storage.remove(key);
    expect(await bench.storage.listMultiparts(key)).toEqual([]);
  });
}
