import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBucket } from '../../../src/platform/storage/s3/connect.js';
import { sendPart } from '../../../src/platform/storage/s3/multiparts.js';
import { ObjectExists, StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { runChild } from '../../child.js';
import { startTcpProxy } from '../../service/tcp-proxy.js';
import { measuredOf } from './contract-late-writers.js';
import { startForgetfulProxy } from './forgetful-proxy.js';
import { bytesOf, follow, gather } from './http.js';
import { NEEDS_S3, openS3, S3_SERVER, type S3Subject } from './s3-subject.js';
import { once, TYPE } from './subject.js';

const MIB = 1024 * 1024;

describe.skipIf(S3_SERVER === undefined)(`a bucket of S3${NEEDS_S3}`, () => {
  let s3: S3Subject;
  beforeAll(async () => {
    s3 = await openS3();
  });
  afterAll(() => s3.close());
  const newKey = () => `staging/${crypto.randomUUID()}`;

  it('a bucket that supports all conditions passes the probe, which leaves nothing behind', async () => {
    expect(await s3.storage.probe()).toEqual([]);
    expect(await s3.storage.list('probe/')).toEqual([]);
    expect(await s3.storage.listMultiparts('probe/')).toEqual([]);
  });

  it('a signed PUT with an unsigned S3 header is refused and copies no other object', async () => {
    await s3.storage.put('blobs/another', once(bytesOf(1000, 9)), TYPE);
    const until = new Date(Date.now() + 60_000);
    const [single, many] = [newKey(), newKey()];
    const put = await s3.storage.signPut(single, { sizeBytes: 1000, contentType: TYPE }, until);
    const object = { contentType: TYPE, sizeBytes: 1000, partSizeBytes: 1000 };
    const id = await s3.storage.createMultipart(many, object);
    const part = await s3.storage.signPart(many, id, { partNumber: 1, sizeBytes: 1000 }, until);
    for (const [name, value] of [
      ['x-amz-copy-source', `/${s3.settings.bucket}/blobs/another`],
      ['x-amz-acl', 'public-read'],
    ] as const) {
      for (const signed of [put, part]) {
        const answer = await follow(signed, bytesOf(1000), { [name]: value });
        expect([name, answer.status]).toEqual([name, 403]);
      }
    }
    expect(await s3.storage.head(single)).toBeNull();
    expect(await s3.storage.listParts(many, id)).toEqual([]);
    await s3.storage.abortMultipart(many, id);
  });

  it('put stores a stream of unknown length in parts, completely', async () => {
    const bytes = bytesOf(20 * MIB + 17);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000);
    }
    const key = newKey();
    const head = await s3.storage.put(key, pieces(), TYPE);
    expect(head).toMatchObject({ sizeBytes: bytes.length, contentType: TYPE });
    expect(head.etag).toMatch(/-3"$/);
    expect((await gather(await s3.storage.read(key))).equals(bytes)).toBe(true);
    await expect(s3.storage.put(key, once(bytesOf(1)), TYPE)).rejects.toThrow(ObjectExists);
  });

  it('put keeps no part of a large stream that broke', async () => {
    const key = newKey();
    async function* broken() {
      yield bytesOf(17 * MIB);
      throw new Error('the source broke');
    }
    await expect(s3.storage.put(key, broken(), TYPE)).rejects.toThrow('the source broke');
    expect(await s3.storage.head(key)).toBeNull();
    expect(await s3.storage.listMultiparts(key)).toEqual([]);
  });

  it('concurrent promotions in several copies create one object with its type and leave no upload open', async () => {
    const bytes = bytesOf(12 * MIB);
    const [from, to] = [newKey(), newKey()];
    await s3.storage.put(from, once(bytes), 'application/java-archive');
    const heads = await Promise.all(
      Array.from({ length: 4 }, () => s3.storage.promote(from, to, measuredOf(bytes))),
    );
    expect(new Set(heads.map(({ etag }) => etag)).size).toBe(1);
    expect(heads[0]).toMatchObject({
      sizeBytes: bytes.length,
      contentType: 'application/java-archive',
      etag: expect.stringMatching(/-3"$/),
    });
    expect((await gather(await s3.storage.read(to))).equals(bytes)).toBe(true);
    expect(await s3.storage.listMultiparts(to)).toEqual([]);
  });

  it('listParts returns more parts than one page has', async () => {
    const key = `blobs/${crypto.randomUUID()}`;
    const object = { contentType: TYPE, sizeBytes: 20 * 1024 * MIB, partSizeBytes: 16 * MIB };
    const multipartId = await s3.storage.createMultipart(key, object);
    const bucket = connectBucket(s3.settings);
    const numbers = Array.from({ length: 1280 }, (_, index) => index + 1);
    for (let at = 0; at < numbers.length; at += 40) {
      const some = numbers.slice(at, at + 40);
      await Promise.all(some.map((n) => sendPart(bucket, { key, multipartId }, n, bytesOf(9, n))));
    }
    bucket.close();
    const listed = await s3.storage.listParts(key, multipartId);
    expect(listed.map(({ partNumber }) => partNumber)).toEqual(numbers);
    expect(await s3.storage.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await s3.storage.sweep(new Date(Date.now() + 60_000))).toBe(1);
    expect(await s3.storage.listMultiparts(key)).toEqual([]);
  });

  it('the ping of a server that keeps conditions passes each time', async () => {
    const storage = s3.reopen();
    for (let each = 0; each < LIMITS.storeConditionsEveryChecks; each += 1) await storage.ping();
    expect(Math.abs(storage.clockAheadSeconds?.() ?? Infinity)).toBeLessThan(2);
    await storage.close();
  });

  it('the ping object is removed at process end, or by a sweep for a dead process', async () => {
    const [living, dead] = [s3.reopen(), s3.reopen()];
    await living.ping();
    await dead.ping();
    expect(await s3.storage.list('probe/')).toHaveLength(2);
    await living.close();
    expect(await s3.storage.list('probe/')).toHaveLength(1);
    expect(await s3.storage.sweep(new Date(Date.now() + 60_000))).toBe(1);
    expect(await s3.storage.list('probe/')).toEqual([]);
    await dead.close();
  });

  it('one of two processes that write one key concurrently wins, and its bytes are stored', async () => {
    const program = `
      import { createS3Storage } from './src/platform/storage/s3-storage.js';
      const [settings, seed] = process.argv.slice(2).map((text) => JSON.parse(text));
      const clock = { now: () => new Date() };
      const storage = createS3Storage({ settings, storeName: 'primary', clock });
      await storage.ping();
      console.log('ready');
      for (let round = 0; round < 20; round += 1) {
        const body = (async function* () { yield Buffer.alloc(100_000, seed); })();
        const wins = await storage.put('race/' + round, body, 'text/plain').then(
          () => true,
          (error) => { if (error.name === 'ObjectExists') return false; throw error; },
        );
        console.log(wins);
      }
      await storage.close();`;
    const seeds = [1, 2];
    const children = await Promise.all(
      seeds.map((seed) => runChild(program, [JSON.stringify(s3.settings), String(seed)])),
    );
    for (const child of children) expect(await child.line()).toBe('ready');
    for (let round = 0; round < 20; round += 1) {
      const wins = await Promise.all(
        children.map(async (child) => (await child.line()) === 'true'),
      );
      expect(wins.filter(Boolean)).toHaveLength(1);
      const winner = seeds[wins.indexOf(true)] ?? 0;
      const standing = await gather(await s3.storage.read(`race/${round}`));
      expect(standing.equals(Buffer.alloc(100_000, winner))).toBe(true);
    }
    for (const child of children) await child.kill();
  });
});

describe.skipIf(S3_SERVER === undefined)(`a bucket of S3 behind a bad network${NEEDS_S3}`, () => {
  let s3: S3Subject;
  beforeAll(async () => {
    s3 = await openS3();
  });
  afterAll(() => s3.close());

  it('a bucket is unavailable during an outage and works again without a restart', async () => {
    const proxy = await startTcpProxy(s3.settings.endpoint, 80);
    const storage = s3.reopen({ endpoint: new URL(proxy.url).origin });
    await storage.put('k', once(bytesOf(10)), TYPE);
    await proxy.cut();
    await expect(storage.head('k')).rejects.toThrow(StoreUnavailable);
    await expect(storage.ping()).rejects.toThrow(StoreUnavailable);
    await proxy.mend();
    expect(await storage.head('k')).toMatchObject({ sizeBytes: 10 });
    await storage.close();
    await proxy.close();
  });

  it('read returns a large object whole even if the connection breaks in the middle', async () => {
    const bytes = bytesOf(30 * MIB);
    await s3.storage.put('large', once(bytes), TYPE);
    const proxy = await startTcpProxy(s3.settings.endpoint, 80);
    const storage = s3.reopen({ endpoint: new URL(proxy.url).origin });
    const kept: Uint8Array[] = [];
    let hasBroken = false;
    for await (const chunk of await storage.read('large')) {
      kept.push(chunk);
      if (hasBroken) continue;
      hasBroken = true;
      await proxy.cut();
      await proxy.mend();
    }
    expect(Buffer.concat(kept).equals(bytes)).toBe(true);
    await storage.close();
    await proxy.close();
  });

  it('put recognizes its own write if the response to it was lost', async () => {
    const proxy = await startForgetfulProxy(s3.settings.endpoint, /^PUT /);
    const storage = s3.reopen({ endpoint: proxy.url });
    const head = await storage.put('once', once(bytesOf(1000)), TYPE);
    expect(proxy.forgotten()).toBe(1);
    expect(head.sizeBytes).toBe(1000);
    await storage.close();
    await proxy.close();
  });

  it('promote recognizes its own copy if the response to it was lost', async () => {
    await s3.storage.put('from', once(bytesOf(1000)), TYPE);
    const proxy = await startForgetfulProxy(s3.settings.endpoint, /^POST .*uploadId=/);
    const storage = s3.reopen({ endpoint: proxy.url });
    const measured = measuredOf(bytesOf(1000));
    expect((await storage.promote('from', 'to', measured)).sizeBytes).toBe(1000);
    expect(proxy.forgotten()).toBe(1);
    await storage.close();
    await proxy.close();
  });
});
