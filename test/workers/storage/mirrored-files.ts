import { afterEach, vi } from 'vitest';
import { blobKeyOf } from '../../../src/modules/storage/index.js';
import { type Log, silentLog } from '../../../src/platform/log.js';
import type { Storage } from '../../../src/platform/storage/storage.port.js';
import type { JobKind } from '../../../src/registry/jobs.js';
import { createSystemContext } from '../../../src/request/context.js';
import { useWorld, type World } from '../../harness.js';
import { archiveOf, publishedVersion, readyVersion, sha256Of } from '../../publishing.js';
import { storedVersion } from '../../stored-versions.js';
import { runJob, type StoredMod, useStoredMod } from '../catalog/stored-mod.js';

/** The errors that the log received in the current test. */
export const said: string[] = [];
const log: Log = { ...silentLog, error: (_fields, text) => void said.push(String(text)) };

/** A world with a mirror, and ways to look at both stores and to change them. */
export function useMirror() {
  const world = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled', log });
  const mod = useStoredMod(world, 'mirror');
  afterEach(() => {
    vi.restoreAllMocks();
    said.length = 0;
  });
  return {
    world,
    ctx: () => createSystemContext(world.platform, 'test'),
    run: (kind: JobKind) => runJob(world, kind),
    ...filesOf(world, mod),
    ...copiesIn(world),
  };
}

export const bytesOf = (text: string) => new Uint8Array(archiveOf(text.repeat(500)));

const blobOf = ({ platform }: World, sha256: string) =>
  platform.db.blob.findUniqueOrThrow({ where: { sha256 } });

/** Ways in which files get into the first store. */
function filesOf(world: World, mod: StoredMod) {
  return {
    /** Writes a published file as rows and runs the jobs that follow. */
    async publish(text: string) {
      const bytes = bytesOf(text);
      const file = await storedVersion(world, mod.alice, mod.modId, mod.nextVersion(), bytes);
      await world.settled();
      const sha256 = sha256Of(bytes);
      return { ...file, bytes, sha256, blobId: (await blobOf(world, sha256)).id };
    },
    /** Uploads a file for a new version, and publishes it if asked. */
    async upload(bytes: Uint8Array<ArrayBuffer>, state?: 'published') {
      const make = state ? publishedVersion : readyVersion;
      const file = await make(world, mod.alice, mod.modId, mod.nextVersion(), bytes);
      await world.settled();
      return file;
    },
    available: async (artifactId: string) =>
      (await world.anon.post(`/downloads/${artifactId}/resolve`)).body.data.fallback.available,
  };
}

/** The copies in the mirror. */
function copiesIn(world: World) {
  const mirror = (): Storage => {
    if (!world.platform.mirror) throw new Error('there is no mirror');
    return world.platform.mirror.storage;
  };
  const rowOf = (sha256: string) => blobOf(world, sha256);
  /** Whether the rows say that a file is in the mirror. */
  const isMirrored = async (sha256: string) => (await rowOf(sha256)).mirroredAt !== null;
  /** The digest of a file's copy in the mirror, or null. */
  const held = async (sha256: string) => {
    const key = blobKeyOf(sha256);
    if ((await mirror().head(key)) === null) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of await mirror().read(key)) chunks.push(chunk);
    return sha256Of(Buffer.concat(chunks));
  };
  return {
    mirror,
    rowOf,
    isMirrored,
    held,
    copyOf: async (sha256: string) => [await held(sha256), await isMirrored(sha256)],
    put: (store: Storage, sha256: string, bytes: Uint8Array) =>
      store.put(blobKeyOf(sha256), inTwo(bytes), 'application/zip'),
    /** Resets a file to the state before its copy, as if there had been no mirror. */
    async forget({ sha256 }: { readonly sha256: string }) {
      const data = { mirroredAt: null, mirrorEtag: null, mirrorRun: null };
      await world.platform.db.blob.update({ where: { sha256 }, data });
      await mirror().remove(blobKeyOf(sha256));
    },
  };
}

/** The bytes in two chunks. */
export async function* inTwo(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice(0, 100);
  yield bytes.slice(100);
}
