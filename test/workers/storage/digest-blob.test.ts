import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../src/platform/log.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { archiveOf, bareMod, newGame, readyVersion, sha256Of } from '../../publishing.js';
import { runJob } from '../catalog/stored-mod.js';

const log = { ...silentLog, error: vi.fn() };
const world = useWorld({}, { jobs: 'when-settled', log });
let alice: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'digests');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'digests')).id;
});

afterEach(() => {
  vi.restoreAllMocks();
});

const bytesOf = (text: string) => new Uint8Array(archiveOf(text));
const hexOf = (algorithm: string, bytes: Uint8Array) =>
  createHash(algorithm).update(bytes).digest('hex');
const digestsOf = async (bytes: Uint8Array) => {
  const where = { sha256: sha256Of(bytes) };
  return world.platform.db.blob.findUniqueOrThrow({ where, select: { sha512: true, sha1: true } });
};
const keep = (bytes: Uint8Array<ArrayBuffer>) =>
  readyVersion(world, alice, modId, { version: sha256Of(bytes).slice(0, 20) }, bytes);
/** Resets stored bytes to the state before SHA-512 and SHA-1 were computed. */
const forget = async (bytes: Uint8Array, more: object = {}) => {
  const data = { sha512: null, sha1: null, ...more };
  await world.platform.db.blob.update({ where: { sha256: sha256Of(bytes) }, data });
  await world.platform.db.job.deleteMany({ where: { kind: 'digest-blob' } });
};
const sweep = () => runJob(world, 'sweep-digests');

describe('further digests of stored bytes', () => {
  it('SHA-512 and SHA-1 of a blob are stored soon after its upload is accepted', async () => {
    const bytes = bytesOf('accepted');
    await keep(bytes);
    expect(await digestsOf(bytes)).toEqual({
      sha512: hexOf('sha512', bytes),
      sha1: hexOf('sha1', bytes),
    });
  });

  it('sweep-digests computes the digests of blobs stored before digests existed', async () => {
    const bytes = bytesOf('stored before');
    await keep(bytes);
    await forget(bytes);
    await sweep();
    expect(await digestsOf(bytes)).toEqual({
      sha512: hexOf('sha512', bytes),
      sha1: hexOf('sha1', bytes),
    });
  });

  it('digest-blob is not queued if the uploader declared both digests and the scan confirmed them', async () => {
    const bytes = bytesOf('declared');
    const { sha256, sha512, sha1 } = {
      sha256: sha256Of(bytes),
      sha512: hexOf('sha512', bytes),
      sha1: hexOf('sha1', bytes),
    };
    const version = await alice.post(`/mods/${modId}/versions`, { version: 'declared' });
    const made = await alice.post('/uploads', {
      modId,
      versionId: version.body.data.id,
      filename: 'mod.zip',
      sizeBytes: bytes.length,
      expectedHashes: { sha256, sha512: sha512.toUpperCase(), sha1 },
      fileKind: 'main',
    });
    const { upload, upload_id } = made.body.data;
    await fetch(upload.url, { method: upload.method, headers: upload.headers, body: bytes });
    await alice.post(`/uploads/${upload_id}/complete`, {});
    await world.settled();
    expect(await digestsOf(bytes)).toEqual({ sha512, sha1 });
    const blob = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
    const where = { kind: 'digest-blob', dedupeKey: blob.id };
    expect(await world.platform.db.job.count({ where })).toBe(0);
  });

  it('digest-blob logs bytes that do not match their SHA-256 and stores no digests for them', async () => {
    const bytes = bytesOf('rotten');
    await keep(bytes);
    await forget(bytes);
    const { storage } = world.platform;
    const read = storage.readTransient.bind(storage);
    vi.spyOn(storage, 'readTransient').mockImplementation(async (key, range) =>
      key.endsWith(sha256Of(bytes)) ? flipped(await read(key, range)) : read(key, range),
    );
    log.error.mockClear();
    await sweep();
    expect(await digestsOf(bytes)).toEqual({ sha512: null, sha1: null });
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ sha256: sha256Of(bytes) }),
      'stored bytes have changed',
    );
    // The next sweep does not read them again.
    await sweep();
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['unsafe', { state: 'unsafe' }],
    ['removed', { removedAt: new Date() }],
  ] as const)('digest-blob computes no digests of bytes that are %s', async (name, data) => {
    const bytes = bytesOf(name);
    await keep(bytes);
    await forget(bytes, data);
    const read = vi.spyOn(world.platform.storage, 'readTransient');
    const { id } = await world.platform.db.blob.findUniqueOrThrow({
      where: { sha256: sha256Of(bytes) },
    });
    await enqueue(world.platform.db, { kind: 'digest-blob', payload: { blobId: id } });
    await sweep();
    expect(read.mock.calls.filter(([key]) => key.endsWith(sha256Of(bytes)))).toEqual([]);
    expect(await digestsOf(bytes)).toEqual({ sha512: null, sha1: null });
  });
});

async function* flipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield chunk.map((byte) => byte ^ 1);
}
