import { afterEach, beforeAll, vi } from 'vitest';
import { blobKeyOf } from '../../src/modules/storage/index.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import type { Storage } from '../../src/platform/storage/storage.port.js';
import type { JobKind } from '../../src/registry/jobs.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { archiveOf, newGame, publishedVersion, readyVersion, sha256Of } from '../publishing.js';
import { storedMod, storedVersion } from '../stored-versions.js';

/** The errors that the log received in the current test. */
export const said: string[] = [];
const log: Log = { ...silentLog, error: (_fields, text) => void said.push(String(text)) };

/** A world with a mirror, and ways to look at both stores and to change them. */
export function useMirror() {
  const world = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled', log });
  let alice: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'mirror');
    alice = await world.creator('alice');
    modId = await storedMod(world, alice, 'mirror');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    said.length = 0;
  });

  let count = 0;
  const next = () => {
    count += 1;
    return { version: `${count}.0.0` };
  };
  const bytesOf = (text: string) => new Uint8Array(archiveOf(text.repeat(500)));
  const mirror = (): Storage => {
    if (!world.platform.mirror) throw new Error('there is no mirror');
    return world.platform.mirror.storage;
  };
  const rowOf = (sha256: string) => world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
  const isMirrored = async (sha256: string) => (await rowOf(sha256)).mirroredAt !== null;
  const held = async (store: Storage, sha256: string) => {
    if ((await store.head(blobKeyOf(sha256))) === null) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of await store.read(blobKeyOf(sha256))) chunks.push(chunk);
    return sha256Of(Buffer.concat(chunks));
  };
  const put = (store: Storage, sha256: string, bytes: Uint8Array) =>
    store.put(blobKeyOf(sha256), inTwo(bytes), 'application/zip');
  /** Writes a published file as rows and runs the jobs that follow. */
  const publish = async (text: string) => {
    const bytes = bytesOf(text);
    const file = await storedVersion(world, alice, modId, next(), bytes);
    await world.settled();
    const sha256 = sha256Of(bytes);
    return { ...file, bytes, sha256, blobId: (await rowOf(sha256)).id };
  };
  /** Resets a file to the state before its copy, as if there had been no mirror. */
  const forget = async ({ sha256 }: { readonly sha256: string }) => {
    const none = { mirroredAt: null, mirrorEtag: null, mirrorRun: null };
    await world.platform.db.blob.update({ where: { sha256 }, data: none });
    await mirror().remove(blobKeyOf(sha256));
  };
  const run = async (kind: JobKind) => {
    await enqueue(world.platform.db, { kind, payload: {} });
    await world.settled();
  };
  /** Uploads a file for a new version, and publishes it if asked. */
  const upload = async (bytes: Uint8Array<ArrayBuffer>, state?: 'published') => {
    const make = state ? publishedVersion : readyVersion;
    const file = await make(world, alice, modId, next(), bytes);
    await world.settled();
    return file;
  };
  const ctx = () => createSystemContext(world.platform, 'test');
  const available = async (artifactId: string) =>
    (await world.anon.post(`/downloads/${artifactId}/resolve`)).body.data.fallback.available;
  return {
    world,
    bytesOf,
    mirror,
    rowOf,
    isMirrored,
    held,
    put,
    publish,
    upload,
    forget,
    run,
    ctx,
    available,
  };
}

/** The bytes in two chunks. */
export async function* inTwo(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice(0, 100);
  yield bytes.slice(100);
}
