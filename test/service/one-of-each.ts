import { expect } from 'vitest';
import {
  type StagingPosition,
  sweepStaging,
  sweepUploads,
} from '../../src/modules/publishing/index.js';
import { OWNER_KEY } from '../../src/modules/storage/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Referred } from '../workers/publishing/references.js';
import type { Killables } from './killables.js';
import type { ClientUpload } from './resuming-client.js';

const HOUR_SECONDS = 60 * 60;

/** Audit actions that may occur more than once, because signing may be repeated. */
const REPEATABLE = ['upload.parts_signed', 'upload.renewed'];

/** Expects exactly one of each record of an upload, in spite of kills and retries. */
export async function expectOneOfEach(
  { db }: Killables,
  { uploadId, versionId, sha256 }: ClientUpload,
  outcome: 'ready' | 'failed',
): Promise<void> {
  const { artifactId } = await db.uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
  const { audits, events } = await notedOf(db, uploadId, artifactId);
  const isReady = outcome === 'ready';
  expect({
    sessions: await db.uploadSession.count({ where: { versionId } }),
    artifacts: await db.artifact.count({ where: { versionId } }),
    blobs: await db.blob.count({ where: { sha256 } }),
    bindings: await db.blobBinding.count({ where: { uploadId } }),
    jobs: await jobsOf(db, { uploadId }),
    version: (await db.modVersion.findUniqueOrThrow({ where: { id: versionId } })).state,
    audits,
    events,
  }).toEqual({
    sessions: 1,
    artifacts: 1,
    jobs: [isReady ? 'succeeded' : 'rejected'],
    blobs: isReady ? 1 : 0,
    bindings: isReady ? 1 : 0,
    version: outcome,
    audits: [`file.${outcome}`, 'upload.accepted', 'upload.completed'],
    events: [`file.${outcome}`, 'scan.completed', 'upload.completed'],
  });
}

/** Expects that an abandoned upload left nothing except its session and its first audit entry. */
export async function expectNothingOf(
  { db }: Killables,
  { uploadId, versionId, sha256 }: ClientUpload,
): Promise<void> {
  const session = await db.uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
  const { state, expired, cleanupAfter, artifactId } = session;
  expect({
    state,
    expired,
    cleanupAfter,
    isCleaned: session.cleanedAt !== null,
    artifact: (await db.artifact.findUniqueOrThrow({ where: { id: artifactId } })).state,
    version: (await db.modVersion.findUniqueOrThrow({ where: { id: versionId } })).state,
    blobs: await db.blob.count({ where: { sha256 } }),
    noted: await notedOf(db, uploadId, artifactId),
  }).toEqual({
    state: 'cancelled',
    expired: true,
    cleanupAfter: null,
    isCleaned: true,
    artifact: 'rejected',
    version: 'draft',
    blobs: 0,
    noted: { audits: ['upload.accepted'], events: [] },
  });
}

/** Expects exactly one examination of an external file, in spite of kills and retries. */
export async function expectOneAttestation(
  { db }: Killables,
  { versionId, artifactId, referenceId }: Referred,
  outcome: 'ready' | 'failed',
): Promise<void> {
  const isReady = outcome === 'ready';
  const validations = await db.referenceValidation.findMany({ where: { referenceId } });
  const reference = await db.externalReference.findUniqueOrThrow({ where: { id: referenceId } });
  expect({
    validations: validations.map(({ state }) => state),
    jobs: await jobsOf(db, { validationId: validations[0]?.id }),
    attestations: await db.referenceAttestation.count({ where: { referenceId } }),
    revision: reference.revision,
    version: (await db.modVersion.findUniqueOrThrow({ where: { id: versionId } })).state,
    noted: await notedOf(db, artifactId),
  }).toEqual({
    validations: [isReady ? 'verified' : 'rejected'],
    jobs: ['succeeded'],
    attestations: isReady ? 1 : 0,
    revision: isReady ? 1 : 0,
    version: outcome,
    noted: {
      audits: [
        'reference.registered',
        isReady ? 'reference.verified' : 'reference.rejected',
      ].sort(),
      events: [`file.${outcome}`],
    },
  });
}

/** The actions of the audit entries and the kinds of the events about some IDs, sorted. */
async function notedOf(db: Killables['db'], ...ids: string[]) {
  const audits = await db.auditEntry.findMany({
    where: { targetId: { in: ids }, action: { notIn: REPEATABLE } },
    select: { action: true },
  });
  const events = await db.outboxEvent.findMany({
    where: { subjectId: { in: ids } },
    select: { kind: true },
  });
  return {
    audits: audits.map(({ action }) => action).sort(),
    events: events.map(({ kind }) => kind).sort(),
  };
}

/** The states of the jobs with a payload. */
async function jobsOf(db: Killables['db'], payload: object): Promise<string[]> {
  const jobs = await db.job.findMany({ where: { payload: { equals: { ...payload } } } });
  return jobs.map(({ state }) => state);
}

/** Sweeps with a clock set days ahead, then expects only blobs and the owner in the store. */
export async function expectNoOrphans(service: Killables): Promise<void> {
  // Sessions expire after 48 hours. Staged objects are removed after their hold.
  await service.later(49 * HOUR_SECONDS, sweep);
  await service.later(4 * 24 * HOUR_SECONDS, async (platform) => {
    await sweep(platform);
    const { storage, db } = platform;
    expect(await storage.listMultiparts('')).toEqual([]);
    const standing = (await storage.list('')).map(({ key }) => key).sort();
    const blobs = await db.blob.findMany({ select: { storageKey: true } });
    expect(standing).toEqual([...blobs.map(({ storageKey }) => storageKey), OWNER_KEY].sort());
  });
}

async function sweep(platform: Platform): Promise<void> {
  const ctx = createSystemContext(platform, 'test');
  await sweepUploads(ctx);
  let place: StagingPosition | null = { of: 'objects' };
  while (place) place = await sweepStaging(ctx, place);
}
