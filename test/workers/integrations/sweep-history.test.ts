import { beforeAll, expect, it } from 'vitest';
import { dropRecordedPaths } from '../../../src/modules/publishing/index.js';
import { watchStatements } from '../../../src/platform/database/connect.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { newId } from '../../../src/request/ids.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  refusal,
  sendFile,
  sha256Of,
  sweepNow,
} from '../../publishing.js';
import { runJob } from '../catalog/stored-mod.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'history');
  alice = await world.creator('alice');
  modId = (await draftMod(alice, 'history')).id;
});

/** An upload of other bytes than declared, with its scan job. */
async function failedUpload(version: string): Promise<string> {
  const { id: versionId } = await draftVersion(alice, modId, { version });
  const bytes = new Uint8Array(Buffer.from(`no archive: ${version}`));
  const expectedHashes = { sha256: sha256Of(Buffer.from('other bytes')) };
  const uploadId = await sendFile(alice, { modId, versionId }, bytes, { expectedHashes });
  await alice.post(`/uploads/${uploadId}/complete`, {});
  await world.settled();
  expect((await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus).toBe('failed');
  return uploadId;
}

/** Runs the sweep in this number of days, and returns to the present. */
async function sweepIn(days: number): Promise<void> {
  world.clock.advance(days * 86_400);
  await sweepNow(world);
  await runJob(world, 'sweep-history');
  world.clock.advance(-days * 86_400);
}

it('a failed upload is removed with its job after a year, and its id returns 410', async () => {
  const { db } = world.platform;
  const uploadId = await failedUpload('1.0.0');
  const { jobId } = await db.uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
  const left = async () => [
    (await alice.get(`/uploads/${uploadId}`)).status,
    await db.job.count({ where: { id: jobId ?? '' } }),
  ];
  await sweepIn(364);
  expect(await left()).toEqual([200, 1]);
  await sweepIn(368);
  expect(await left()).toEqual([410, 0]);
  expect(refusal(await alice.get(`/uploads/${uploadId}`))).toBe('410 gone');
});

it('a failed upload with a note of a moderator is kept at any age', async () => {
  const uploadId = await failedUpload('1.1.0');
  await world.platform.db.reviewNote.create({
    data: { uploadId, authorId: alice.userId, text: 'Seen before.' },
  });
  await sweepIn(3_000);
  expect((await alice.get(`/uploads/${uploadId}`)).status).toBe(200);
});

it('a failed upload that a moderator decided is kept at any age', async () => {
  const uploadId = await failedUpload('1.2.0');
  const reviewedAt = world.clock.now();
  await world.platform.db.uploadSession.update({ where: { id: uploadId }, data: { reviewedAt } });
  await sweepIn(3_000);
  expect((await alice.get(`/uploads/${uploadId}`)).status).toBe(200);
});

it('an upload whose file is published keeps its status and its job at any age', async () => {
  const { uploadId } = await publishedVersion(world, alice, modId, { version: '2.0.0' });
  const read = async () => (await alice.get(`/uploads/${uploadId}`)).body.data;
  const before = await read();
  await sweepIn(3_000);
  expect(await read()).toEqual(before);
  expect(before.job.status).toBe('succeeded');
});

it('paths of archives that an earlier release stored leave the records of scans, and nothing else changes', async () => {
  const { db } = world.platform;
  const clean = await failedUpload('1.3.0');
  const { inspection: _, ...row } = await db.uploadSession.findUniqueOrThrow({
    where: { id: clean },
  });
  const entries = { count: 1000, totalSizeBytes: 5000 };
  const paths = Array.from({ length: 1000 }, (_path, at) => `${'a'.repeat(900)}/${at}`);
  const outcomes = [
    [
      { kind: 'clean', entries: { ...entries, paths } },
      { kind: 'clean', entries },
    ],
    [
      { kind: 'infected', otherwise: { kind: 'clean', entries: { ...entries, paths } } },
      { kind: 'infected', otherwise: { kind: 'clean', entries } },
    ],
    [
      { kind: 'review', reasons: [] },
      { kind: 'review', reasons: [] },
    ],
  ] as const;
  const expected = new Map<string, object>();
  // More of each than one statement rewrites.
  for (let at = 0; at < 180; at += 1) {
    const [stored, kept] = outcomes[at % 3] ?? outcomes[0];
    const [id, inspection] = [newId(), { sha256: 'a', size_bytes: 1, outcome: stored }];
    expected.set(id, { ...inspection, outcome: kept });
    await db.uploadSession.create({
      data: { ...row, buildMetadata: {}, id, stagingKey: id, jobId: null, inspection },
    });
  }
  // A process examines the sessions once, and this one has done so. The copy is another process.
  const { signal } = new AbortController();
  const later = { ...world.platform };
  await dropRecordedPaths(later, signal);
  const statements: string[] = [];
  const stop = watchStatements(db, (sql) => statements.push(sql));
  await dropRecordedPaths(later, signal);
  stop();
  expect(statements).toEqual([]);
  const rows = await db.uploadSession.findMany({ where: { id: { in: [...expected.keys()] } } });
  expect(rows.filter(({ revision }) => revision !== row.revision)).toEqual([]);
  expect(new Map(rows.map(({ id, inspection }) => [id, inspection]))).toEqual(expected);
  await db.uploadSession.deleteMany({ where: { id: { in: [...expected.keys()] } } });
});

it('old scans of stored bytes are removed, except findings, the last verdict and the last result', async () => {
  const { db, clock } = world.platform;
  await publishedVersion(world, alice, modId, { version: '3.0.0' });
  const blob = await db.blob.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  await db.blobScan.deleteMany({ where: { blobId: blob.id } });
  const verdicts = [
    'clean',
    'infected',
    'clean',
    'unknown',
    'clean',
    'unknown',
    'unknown',
  ] as const;
  const scan = { blobId: blob.id, cause: 'rescan', engine: 'test' } as const;
  await db.blobScan.createMany({
    data: verdicts.map((verdict, at) => ({
      ...scan,
      verdict,
      signatures: `${at}`,
      scannedAt: new Date(clock.now().getTime() + at * 1000),
    })),
  });
  const kept = async () => {
    const rows = await db.blobScan.findMany({
      where: { blobId: blob.id },
      orderBy: { scannedAt: 'asc' },
    });
    return rows.map(({ signatures, verdict }) => `${signatures} ${verdict}`);
  };
  const keptDays = LIMITS.blobScanKeptSeconds / 86_400;
  await sweepIn(keptDays - 1);
  expect(await kept()).toHaveLength(verdicts.length);
  await sweepIn(keptDays + 1);
  expect(await kept()).toEqual(['1 infected', '4 clean', '6 unknown']);
});

it('a sweep of the storage removes all ended jobs of a week ago, more than one batch of them', async () => {
  const { db, clock } = world.platform;
  const old = new Date(clock.now().getTime() - 8 * 86_400_000);
  await db.$executeRaw`
    insert into jobs (id, kind, payload, state, max_attempts, run_at, completed_at)
    select gen_random_uuid(), case n % 500 when 0 then 'scan-upload' else 'index-mod' end, '{}',
      'succeeded', 1, ${old}::timestamptz, ${old}::timestamptz
    from generate_series(1, 2500) n`;
  await runJob(world, 'sweep-storage');
  const left = await db.job.groupBy({ by: ['kind'], where: { completedAt: old }, _count: true });
  expect(left).toEqual([{ kind: 'scan-upload', _count: 5 }]);
});
