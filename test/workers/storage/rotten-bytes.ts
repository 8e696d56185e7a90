import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, vi } from 'vitest';
import { blobKeyOf } from '../../../src/modules/storage/index.js';
import { type Log, silentLog } from '../../../src/platform/log.js';
import type { JobKind } from '../../../src/registry/jobs.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { useWorld, type World } from '../../harness.js';
import { archiveOf, readyVersion, sha256Of } from '../../publishing.js';
import { storedVersion } from '../../stored-versions.js';
import { runJob, type StoredMod, useStoredMod } from '../catalog/stored-mod.js';

export const said: string[] = [];
const note = (_fields: object, text: string) => void said.push(text);
const log: Log = { ...silentLog, error: note, warn: note };

/** A stream of the bytes. */
export async function* of(bytes: Uint8Array) {
  yield bytes;
}

/** A world in which stored bytes can rot, with helpers to check the effects. */
export function useRot(environment: NodeJS.ProcessEnv) {
  const world = useWorld(environment, { jobs: 'when-settled', log });
  const mod = useStoredMod(world, 'rot');
  afterEach(() => {
    vi.restoreAllMocks();
    said.length = 0;
  });
  return {
    world,
    get alice() {
      return mod.alice;
    },
    get modId() {
      return mod.modId;
    },
    ctx: () => createSystemContext(world.platform, 'test'),
    run: (kind: JobKind) => runJob(world, kind),
    /** Advances the clock by a week, so that all blobs are due, and runs the job. */
    async verify() {
      world.clock.advance(LIMITS.verifyIntervalSeconds + 1);
      await runJob(world, 'verify-blobs');
    },
    ...filesOf(world, mod),
    ...objectsIn(world),
    ...effectsIn(world),
  };
}

/** Ways in which bytes get into the stores. */
function filesOf(world: World, mod: StoredMod) {
  return {
    /** Writes a published file with its own version as rows, and its bytes into the stores. */
    async publish(text: string) {
      const bytes = new Uint8Array(archiveOf(text.repeat(300)));
      const file = await storedVersion(world, mod.alice, mod.modId, mod.nextVersion(), bytes);
      await world.settled();
      return { ...file, bytes, sha256: sha256Of(bytes) };
    },
    /** Uploads the same bytes again for another version. */
    async uploadAgain(bytes: Uint8Array<ArrayBuffer>) {
      await readyVersion(world, mod.alice, mod.modId, mod.nextVersion(), bytes);
      await world.settled();
    },
    /** Stages bytes as an upload does and returns their key. */
    async stage(bytes: Uint8Array) {
      const from = `staging/${crypto.randomUUID()}`;
      await world.platform.storage.put(from, of(bytes), 'application/zip');
      return from;
    },
  };
}

/** The objects on disk. */
function objectsIn(world: World) {
  const pathOf = (store: 'storage' | 'mirror', sha256: string) => {
    const name = createHash('sha256').update(blobKeyOf(sha256)).digest('hex');
    const { dataDir } = world.platform.config;
    return join(dataDir, store, 'objects', name.slice(0, 2), name, 'data');
  };
  return {
    /** Flips a bit on disk. Size, ETag and times stay the same. */
    rot(sha256: string, store: 'storage' | 'mirror' = 'storage') {
      const path = pathOf(store, sha256);
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      chmodSync(path, 0o600);
      writeFileSync(path, bytes);
    },
    digestIn: (store: 'storage' | 'mirror', sha256: string) =>
      sha256Of(readFileSync(pathOf(store, sha256))),
  };
}

/** The signs that callers and operators notice. */
function effectsIn(world: World) {
  return {
    rowOf: (sha256: string) => world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } }),
    async resolve(artifactId: string) {
      const { status, body } = await world.anon.post(`/downloads/${artifactId}/resolve`);
      return status === 200 ? 'resolved' : `${status} ${body.code}`;
    },
    auditOf: async (id: string) =>
      (await world.platform.db.auditEntry.findMany({ where: { targetId: id } })).map(
        ({ action }) => action,
      ),
  };
}
