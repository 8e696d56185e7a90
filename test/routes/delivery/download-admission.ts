import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, vi } from 'vitest';
import { resolveDownload } from '../../../src/modules/delivery/downloads/resolve-download.js';
import { RegisteredError } from '../../../src/registry/errors.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { newId } from '../../../src/request/ids.js';
import type { Viewer } from '../../../src/request/viewer.js';
import type { Answer, Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { archiveOf, draftMod, newGame, publishedVersion, refusal } from '../../publishing.js';
import { artifactRow, uploadRow, versionRow } from '../../rows.js';
import { from, newAddress } from '../identity/rate-limiting.js';

/** Bytes per GiB. */
export const GIB = 1024 ** 3;
export const GRANT = LIMITS.grantLifetimeSeconds;
export const DAY = 24 * 3600;

// `useAdmission` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let original: { artifactId: string; versionId: string; uploadId: string };
export const bytes = new Uint8Array(archiveOf('bytes that many want '.repeat(50)));

/** Starts the service of a test file with one published file and a stopped clock. */
export function useAdmission(): void {
  world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
  beforeAll(async () => {
    await newGame(world, 'admission');
    alice = await world.creator('alice');
    const mod = await draftMod(alice, 'admission');
    original = await publishedVersion(world, alice, mod.id, { version: '1.0.0' }, bytes);
    // A running clock would blur the quota numbers.
    world.clock.stop();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** Adds published files with the same bytes, each in its own version. */
export async function newFiles(count: number, sizeBytes: number = bytes.length): Promise<string[]> {
  const { db } = world.platform;
  const { modId, blobId, sha256 } = await db.artifact.findUniqueOrThrow({
    where: { id: original.artifactId },
  });
  const now = world.clock.now();
  const ofAlice = { modId, createdById: alice.userId, createdAt: now, publishedAt: now };
  const versions = Array.from({ length: count }, () => versionRow(ofAlice));
  const artifacts = versions.map(({ id }) =>
    artifactRow({
      modId,
      versionId: id,
      blobId,
      sizeBytes,
      sha256,
      createdAt: now,
      uploadId: newId(),
    }),
  );
  await db.modVersion.createMany({ data: versions });
  await db.artifact.createMany({ data: artifacts });
  await db.uploadSession.createMany({
    data: artifacts.map(({ id, versionId, uploadId }) =>
      uploadRow({
        id: uploadId ?? '',
        userId: alice.userId,
        modId,
        versionId,
        artifactId: id,
        expectedSha256: sha256 ?? '',
        finalBlobId: blobId,
        leaseUntil: now,
        expiresAt: now,
        createdAt: now,
      }),
    ),
  });
  return artifacts.map(({ id }) => id);
}

/** The ids of three new files. */
export const three = async () => (await newFiles(3)) as [string, string, string];
/** The path that resolves a file. */
export const pathOf = (id: string) => `/downloads/${id}/resolve`;
/** The download job of a response or a refusal. */
export const jobOf = (answer: Answer): Json =>
  answer.body.data?.download_job ?? answer.body.download_job;
/** The ids of the job and of its grant. */
export const idsOf = (answer: Answer) => [
  jobOf(answer).id,
  answer.body.data?.download_grant.id ?? jobOf(answer).grant_id,
];
/** The status of a success, or the refusal. */
export const outcome = (answer: Answer) => (answer.status === 200 ? '200' : refusal(answer));

/** An anonymous client, by default at an unused address. */
export function stranger(address = newAddress()) {
  return (id: string, body?: object, headers = {}) =>
    world.anon.post(pathOf(id), body, { ...from(address), ...headers });
}

/** The grants of a file. */
export const rowsOf = (artifactId: string) =>
  world.platform.db.downloadGrant.findMany({ where: { artifactId } });

/** Viewers for verbs called in this process. */
export const nobody = (): Viewer => ({ kind: 'anonymous', actor: `anonymous:${randomUUID()}` });
/** A user, by default without an application. */
export function person(client: string | null = null, userId: string = alice.userId): Viewer {
  return {
    kind: 'user',
    actor: `user:${userId}`,
    userId,
    username: 'u',
    role: 'user',
    credential: {
      kind: client === null ? 'session' : 'oauth',
      id: randomUUID(),
      clientId: client,
      scopes: ['files:download'],
      modIds: null,
      expiresAt: null,
      aal2At: null,
    },
  };
}
/** The result of a resolve in this process: `200`, or the quota bucket or code of the error. */
export async function ask(viewer: Viewer, id = ''): Promise<string> {
  try {
    await resolveDownload(createSystemContext(world.platform, 'test', viewer), id, null);
    return '200';
  } catch (error) {
    if (error instanceof RegisteredError) return error.extensions.quota_bucket ?? error.code;
    throw error;
  }
}
/** Counts how often one outcome occurs. */
export const countOf = (outcomes: readonly string[], one: string) =>
  outcomes.filter((it) => it === one).length;
