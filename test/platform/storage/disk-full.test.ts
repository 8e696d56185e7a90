import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreFull } from '../../../src/platform/storage/storage.port.js';
import { type DiskSubject, openDisk } from './disk-subject.js';
import { bytesOf, follow } from './http.js';
import { TYPE } from './subject.js';

let disk: DiskSubject;
beforeEach(async () => {
  disk = await openDisk();
});
afterEach(() => disk.close());

const SIZE = 1_000_000;
const soon = (): Date => new Date(disk.now().getTime() + 600_000);

// A limit on file sizes simulates a full disk for one process of an ordinary user. Only Linux has
// the tool that sets it.
const limitable = spawnSync('prlimit', ['--version']).status === 0;

describe.runIf(limitable)('a full disk store', () => {
  const limit = (bytes: string): void => {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
  };
  afterEach(() => limit('unlimited'));

  it('a full disk store returns 503, keeps nothing, and accepts the same PUT once there is room', async () => {
    const signed = await disk.storage.signPut('k', { sizeBytes: SIZE, contentType: TYPE }, soon());
    limit(String(SIZE - 100));
    const answer = await follow(signed, bytesOf(SIZE));
    limit('unlimited');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(answer.body.toString())).toEqual({ code: 'service_unavailable' });
    expect(readdirSync(join(disk.directory, 'tmp'))).toEqual([]);
    expect((await follow(signed, bytesOf(SIZE))).status).toBe(200);
  });

  it('a full disk store drops a part that it could not write whole, and returns 503', async () => {
    const object = { contentType: TYPE, sizeBytes: SIZE, partSizeBytes: SIZE };
    const id = await disk.storage.createMultipart('k', object);
    const part = { partNumber: 1, sizeBytes: SIZE };
    const signed = await disk.storage.signPart('k', id, part, soon());
    limit(String(SIZE - 100));
    expect((await follow(signed, bytesOf(SIZE))).status).toBe(503);
    limit('unlimited');
    expect(await disk.storage.listParts('k', id)).toEqual([]);
    expect((await follow(signed, bytesOf(SIZE))).status).toBe(200);
  });

  it('a full disk store refuses a promotion as StoreFull, keeps nothing, and promotes once there is room', async () => {
    const bytes = bytesOf(SIZE);
    const body = (async function* () {
      yield bytes;
    })();
    await disk.storage.put('staged', body, TYPE);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const promote = () => disk.storage.promote('staged', 'k', { sha256, sizeBytes: SIZE });
    limit(String(SIZE - 100));
    await expect(promote()).rejects.toBeInstanceOf(StoreFull);
    limit('unlimited');
    expect(await disk.storage.head('k')).toBeNull();
    expect(readdirSync(join(disk.directory, 'tmp'))).toEqual([]);
    expect(await promote()).toMatchObject({ sizeBytes: SIZE });
  });

  it('a full disk store fails its ping until there is room', async () => {
    limit('0');
    await expect(disk.storage.ping()).rejects.toThrow('EFBIG');
    limit('unlimited');
    await expect(disk.storage.ping()).resolves.toBeUndefined();
  });
});

describe('a disk store without its directory', () => {
  it('a disk store without its directory fails its ping', async () => {
    rmSync(join(disk.directory, 'tmp'), { recursive: true });
    await expect(disk.storage.ping()).rejects.toThrow('ENOENT');
  });
});
