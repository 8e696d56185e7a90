import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OtherBytes } from '../../../src/platform/storage/storage.port.js';
import { eventually } from '../../eventually.js';
import { measuredOf } from './contract-late-writers.js';
import { type DiskSubject, openDisk } from './disk-subject.js';
import { answerOf, bytesOf, etagOf, follow, gather, open as openRequest } from './http.js';
import { once, TYPE } from './subject.js';

let disk: DiskSubject;
beforeEach(async () => {
  disk = await openDisk();
});
afterEach(() => disk.close());

const SIZE = 1_000_000;
const soon = (): Date => new Date(disk.now().getTime() + 600_000);
const signPut = (key: string) =>
  disk.storage.signPut(key, { sizeBytes: SIZE, contentType: TYPE }, soon());
const scratch = (): string[] => readdirSync(join(disk.directory, 'tmp'));

/** Sends half of a body. */
async function half(url: string, headers: Readonly<Record<string, string>> = {}) {
  const sent = openRequest('PUT', url, { ...headers, 'Content-Length': String(SIZE) });
  const answer = answerOf(sent);
  await new Promise((resolve) => sent.write(bytesOf(SIZE).subarray(0, SIZE / 2), resolve));
  return { sent, answer };
}

describe('a disk store with an interrupted client', () => {
  it('the disk store keeps nothing of an interrupted PUT', async () => {
    const signed = await signPut('k');
    const { sent, answer } = await half(signed.url, signed.headers);
    await eventually(() => expect(scratch()).toHaveLength(1));
    const lost = expect(answer).rejects.toThrow();
    sent.destroy();
    await lost;
    await eventually(() => expect(scratch()).toEqual([]));
    expect(await disk.storage.head('k')).toBeNull();
  });
});

describe('a reopened disk store', () => {
  it('a reopened disk store removes the unfinished files of a crashed process', async () => {
    await disk.storage.put('kept', once(bytesOf(10)), TYPE);
    mkdirSync(join(disk.directory, 'tmp', 'leftover'));
    writeFileSync(join(disk.directory, 'tmp', 'leftover', 'data'), bytesOf(10));
    const reopened = disk.reopen();
    expect(scratch()).toEqual([]);
    expect(await gather(await reopened.read('kept'))).toEqual(bytesOf(10));
  });

  it('a reopened disk store keeps the files of running writers and removes those of dead processes', async () => {
    const signed = await signPut('k');
    const { sent, answer } = await half(signed.url, signed.headers);
    await eventually(() => expect(scratch()).toHaveLength(1));
    const [own = ''] = scratch();
    const dead = spawnSync(process.execPath, ['--version']).pid;
    const nameFor = (pid: number, instance: string): string =>
      own.replace(/-\d+-[0-9a-f]{12}-/, `-${pid}-${instance}-`);
    const living = nameFor(process.ppid, 'aaaaaaaaaaaa');
    const earlier = nameFor(process.pid, 'bbbbbbbbbbbb');
    for (const name of [living, earlier, nameFor(dead, 'cccccccccccc')]) {
      mkdirSync(join(disk.directory, 'tmp', name));
    }
    disk.reopen();
    expect(scratch().sort()).toEqual([own, living].sort());
    sent.end(bytesOf(SIZE).subarray(SIZE / 2));
    expect((await answer).status).toBe(200);
  });

  it('a reopened disk store continues an interrupted completion', async () => {
    const object = { contentType: TYPE, sizeBytes: SIZE, partSizeBytes: SIZE };
    const id = await disk.storage.createMultipart('k', object);
    const part = { partNumber: 1, sizeBytes: SIZE };
    await follow(await disk.storage.signPart('k', id, part, soon()), bytesOf(SIZE));
    const folder = join(disk.directory, 'multipart');
    const [name = ''] = readdirSync(folder);
    renameSync(join(folder, name), join(folder, `${name}.sealed`));
    const reopened = disk.reopen();
    expect(await reopened.listParts('k', id)).toHaveLength(1);
    await reopened.completeMultipart('k', id, [{ partNumber: 1, etag: etagOf(bytesOf(SIZE)) }]);
    expect((await gather(await reopened.read('k'))).equals(bytesOf(SIZE))).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('multipart uploads of the disk store', () => {
  const object = { contentType: TYPE, sizeBytes: SIZE, partSizeBytes: SIZE };
  const part = { partNumber: 1, sizeBytes: SIZE };
  const named = [{ partNumber: 1, etag: etagOf(bytesOf(SIZE)) }];

  it('a completion on disk moves no byte', async () => {
    const id = await disk.storage.createMultipart('k', object);
    const inode = statSync(join(multipart(), 'object', 'data')).ino;
    await follow(await disk.storage.signPart('k', id, part, soon()), bytesOf(SIZE));
    await disk.storage.completeMultipart('k', id, named);
    expect(dataFiles().map((path) => statSync(path).ino)).toEqual([inode]);
  });

  it('a promotion on disk creates its own inode without write permission', async () => {
    const id = await disk.storage.createMultipart('k', object);
    await follow(await disk.storage.signPart('k', id, part, soon()), bytesOf(SIZE));
    const writer = openSync(join(multipart(), 'object', 'data'), 'r+');
    await disk.storage.completeMultipart('k', id, named);
    await disk.storage.promote('k', 'promoted', measuredOf(bytesOf(SIZE)));
    writeSync(writer, Buffer.alloc(SIZE), 0, SIZE, 0);
    closeSync(writer);
    expect((await gather(await disk.storage.read('promoted'))).equals(bytesOf(SIZE))).toBe(true);
    const files = dataFiles().map((path) => statSync(path));
    expect(new Set(files.map(({ ino, nlink }) => `${ino} ${nlink}`)).size).toBe(2);
    expect(files.map(({ mode, nlink }) => [mode & 0o777, nlink])).toEqual([
      [0o400, 1],
      [0o400, 1],
    ]);
  });

  it('staged bytes that changed on disk are not promoted', async () => {
    const id = await disk.storage.createMultipart('k', object);
    await follow(await disk.storage.signPart('k', id, part, soon()), bytesOf(SIZE));
    const writer = openSync(join(multipart(), 'object', 'data'), 'r+');
    await disk.storage.completeMultipart('k', id, named);
    writeSync(writer, Buffer.alloc(1), 0, 1, SIZE - 1);
    closeSync(writer);
    const promotion = disk.storage.promote('k', 'promoted', measuredOf(bytesOf(SIZE)));
    await expect(promotion).rejects.toThrow(OtherBytes);
    expect(await disk.storage.head('promoted')).toBeNull();
    expect(scratch()).toEqual([]);
  });

  it('an interrupted promotion is removed and starts again', async () => {
    await disk.storage.put('k', once(bytesOf(SIZE)), TYPE);
    mkdirSync(join(disk.directory, 'tmp', 'leftover'));
    writeFileSync(join(disk.directory, 'tmp', 'leftover', 'data'), bytesOf(SIZE / 2));
    const reopened = disk.reopen();
    expect(scratch()).toEqual([]);
    expect(await reopened.head('promoted')).toBeNull();
    await reopened.promote('k', 'promoted', measuredOf(bytesOf(SIZE)));
    expect((await gather(await reopened.read('promoted'))).equals(bytesOf(SIZE))).toBe(true);
  });

  it('a part that is sent during the seal is refused', async () => {
    const id = await disk.storage.createMultipart('k', object);
    const signed = await disk.storage.signPart('k', id, part, soon());
    await follow(signed, bytesOf(SIZE));
    renameSync(multipart(), `${multipart()}.sealed`);
    const answer = await follow(signed, bytesOf(SIZE, 2));
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
      404,
      { code: 'not_found' },
    ]);
    await disk.storage.completeMultipart('k', id, named);
    expect((await gather(await disk.storage.read('k'))).equals(bytesOf(SIZE))).toBe(true);
  });

  it('a part that started before the seal and ended after it returns not_found', async () => {
    const id = await disk.storage.createMultipart('k', object);
    const signed = await disk.storage.signPart('k', id, part, soon());
    await follow(signed, bytesOf(SIZE));
    const { sent, answer } = await half(signed.url);
    await eventually(() => expect(scratch()).toHaveLength(1));
    await disk.storage.completeMultipart('k', id, named);
    sent.end(bytesOf(SIZE).subarray(SIZE / 2));
    const { status, body } = await answer;
    expect([status, JSON.parse(body.toString())]).toEqual([404, { code: 'not_found' }]);
    expect(disk.unregistered).toEqual([]);
    expect(scratch()).toEqual([]);
  });

  it('all folders and files of the disk store are private to the user of the service', async () => {
    const id = await disk.storage.createMultipart('k', object);
    await follow(await disk.storage.signPart('k', id, part, soon()), bytesOf(SIZE));
    await disk.storage.put('whole', once(bytesOf(10)), TYPE);
    await disk.storage.promote('whole', 'promoted', measuredOf(bytesOf(10)));
    chmodSync(disk.directory, 0o755);
    disk.reopen();
    const names = readdirSync(disk.directory, { recursive: true }).map(String);
    for (const name of ['.', ...names]) {
      const { mode } = statSync(join(disk.directory, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('a part whose replacement was interrupted by a crash does not count', async () => {
    const id = await disk.storage.createMultipart('k', object);
    const signed = await disk.storage.signPart('k', id, part, soon());
    await follow(signed, bytesOf(SIZE));
    writeFileSync(join(multipart(), 'parts', '1.writing'), '');
    expect(await disk.reopen().listParts('k', id)).toEqual([]);
    await expect(disk.storage.completeMultipart('k', id, named)).rejects.toThrow('absent');
    expect((await follow(signed, bytesOf(SIZE))).status).toBe(200);
    await disk.storage.completeMultipart('k', id, named);
  });

  it('a part whose replacement broke off is kept', async () => {
    const id = await disk.storage.createMultipart('k', object);
    const signed = await disk.storage.signPart('k', id, part, soon());
    await follow(signed, bytesOf(SIZE));
    const { sent, answer } = await half(signed.url);
    await eventually(() => expect(scratch()).toHaveLength(1));
    const lost = expect(answer).rejects.toThrow();
    sent.destroy();
    await lost;
    await eventually(() => expect(scratch()).toEqual([]));
    await disk.storage.completeMultipart('k', id, named);
    expect((await gather(await disk.storage.read('k'))).equals(bytesOf(SIZE))).toBe(true);
  });

  it('sweep removes uploads without recent activity, except staged ones, and no others', async () => {
    const old = await disk.storage.createMultipart('old', object);
    const staged = await disk.storage.createMultipart('staging/old', object);
    const used = await disk.storage.createMultipart('used', object);
    disk.pass(3600);
    await follow(await disk.storage.signPart('used', used, part, soon()), bytesOf(SIZE));
    const young = await disk.storage.createMultipart('young', object);
    mkdirSync(join(disk.directory, 'tmp', 'leftover'));
    expect(await disk.storage.sweep(disk.now())).toBe(2);
    expect(scratch()).toEqual([]);
    await expect(disk.storage.listParts('old', old)).rejects.toThrow('no such');
    expect(await disk.storage.listParts('used', used)).toHaveLength(1);
    expect(await disk.storage.listParts('young', young)).toEqual([]);
    expect(await disk.storage.listParts('staging/old', staged)).toEqual([]);
  });

  const multipart = (): string => {
    const folder = join(disk.directory, 'multipart');
    return join(folder, readdirSync(folder)[0] ?? '');
  };
  const dataFiles = (): string[] =>
    readdirSync(join(disk.directory, 'objects'), { recursive: true })
      .map((name) => join(disk.directory, 'objects', String(name)))
      .filter((path) => path.endsWith('data'));
});
