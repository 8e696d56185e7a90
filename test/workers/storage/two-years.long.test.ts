import { beforeAll, expect, it } from 'vitest';
import { readPartitions } from '../../../src/platform/database/partitions.js';
import type { JobKind } from '../../../src/registry/jobs.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createHandlers } from '../../../workers/handlers.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { archiveOf } from '../../publishing.js';
import { storedVersion } from '../../stored-versions.js';
import { subscribed } from '../../webhooks.js';
import { useStoredMod } from '../catalog/stored-mod.js';
import { fillPeriod, type GrowingTable, ROWS, refersTo, sizeOf } from './two-years.js';

const RETENTION_DAYS = 365;
const world = useWorld(
  { AUDIT_RETENTION_DAYS: String(RETENTION_DAYS), WEBHOOK_TARGETS: 'any' },
  { jobs: 'when-settled' },
);
const mod = useStoredMod(world, 'years');

/** Two years and a month, in periods of four weeks. In two of them no job runs. */
const PERIOD_DAYS = 28;
const PERIODS = 27;
const WITHOUT_JOBS = [12, 13];

/** The periods for which each table keeps rows, rounded up, with the one that has just been written. */
const KEPT: Readonly<Record<GrowingTable, number>> = {
  download_grants: 90 / PERIOD_DAYS + 1,
  // A quarter goes with its last line, after a week of runs. Lines of the history of a mod stay.
  audit_entries: (RETENTION_DAYS + 92 + 7) / PERIOD_DAYS + 1.3,
  outbox_events: 30 / PERIOD_DAYS + 1,
  webhook_deliveries: 30 / PERIOD_DAYS + 1,
  idempotency_records: 1,
  // Jobs of uploads stay with the upload, for a year.
  jobs: 1 + (365 / PERIOD_DAYS + 1) / 7,
  upload_sessions: 365 / PERIOD_DAYS + 1,
  blob_scans: 90 / PERIOD_DAYS + 1,
  mails: 30 / PERIOD_DAYS + 1,
};

const TABLES = Object.keys(ROWS) as GrowingTable[];

/** Runs jobs as a worker does. The rows of jobs have the time of the database, which is not turned. */
async function run(...kinds: readonly JobKind[]): Promise<void> {
  const { platform } = world;
  const handlers = createHandlers(platform, { sweep: async () => 0 });
  for (const kind of kinds) {
    await handlers[kind].run({
      id: kind,
      kind,
      payload: {},
      attempt: 1,
      maxAttempts: 1,
      createdAt: platform.clock.now(),
      signal: new AbortController().signal,
    });
  }
}

/** The runs of the jobs in one period. */
async function work(): Promise<void> {
  for (let at = 0; at < LIMITS.partitionSightings; at += 1) await run('sweep-history');
  await run('sweep-uploads', 'sweep-webhooks', 'sweep-storage', 'sweep-identity');
}

/** The size of each table after each period, from the oldest to the newest. */
const sizes: Record<GrowingTable, { rows: number; bytes: number }>[] = [];
/** Rows that must survive all of it. */
let uploadId: string;
let promised: Record<'grantId' | 'deliveryId' | 'eventId' | 'findingId', string>;

beforeAll(async () => {
  const { db, clock } = world.platform;
  const bytes = new Uint8Array(archiveOf('two years'));
  const stored = await storedVersion(world, mod.alice, mod.modId, mod.nextVersion(), bytes);
  uploadId = stored.uploadId;
  const { id: subscriptionId } = await subscribed(mod.alice, 'http://127.0.0.1:9/', [
    'mod.updated',
  ]);
  const refers = await refersTo(world, mod, subscriptionId, stored.artifactId);
  world.clock.stop();
  world.clock.advance(-PERIODS * PERIOD_DAYS * 86_400);
  // A database that began two years ago.
  await db.$executeRaw`drop table audit_entries_first`;
  await run('sweep-history');
  const { artifactId, blobId, userId, modId } = refers;
  const forever = { expiresAt: new Date('2100-01-01'), createdAt: clock.now() };
  const grant = await db.downloadGrant.create({
    data: {
      artifactId,
      blobId,
      actor: 'user:live',
      state: 'active',
      sizeBytes: 1n,
      provider: 'modport',
      ...forever,
    },
  });
  const event = await db.outboxEvent.create({
    data: {
      kind: 'mod.updated',
      subjectId: modId,
      data: {},
      occurredAt: clock.now(),
      fannedOutAt: clock.now(),
    },
  });
  const delivery = await db.webhookDelivery.create({
    data: {
      ownerId: userId,
      subscriptionId,
      eventId: event.id,
      state: 'retrying',
      nextAttemptAt: new Date('2100-01-01'),
      createdAt: clock.now(),
      updatedAt: clock.now(),
    },
  });
  const finding = await db.blobScan.create({
    data: {
      blobId,
      cause: 'rescan',
      engine: 'test',
      signatures: '1',
      verdict: 'infected',
      found: 'Test',
      scannedAt: clock.now(),
    },
  });
  promised = {
    grantId: grant.id,
    deliveryId: delivery.id,
    eventId: event.id,
    findingId: finding.id,
  };
  for (let period = 0; period < PERIODS; period += 1) {
    world.clock.advance(PERIOD_DAYS * 86_400);
    await fillPeriod(world, PERIOD_DAYS, refers);
    if (!WITHOUT_JOBS.includes(period)) await work();
    // Autovacuum does this while a service runs; tests do not wait for it.
    for (const table of TABLES) await db.$executeRawUnsafe(`vacuum (analyze) ${table}`);
    const measured = await Promise.all(
      TABLES.map(async (table) => [table, await sizeOf(world, table)]),
    );
    sizes.push(Object.fromEntries(measured));
  }
}, 600_000);

it.each(TABLES)('the rows of %s stay within their retention over two years', (table) => {
  expect(sizes).toHaveLength(PERIODS);
  for (const [period, size] of sizes.entries()) {
    const paused = WITHOUT_JOBS.filter(
      (at) => at <= period && period <= Math.max(...WITHOUT_JOBS),
    ).length;
    const most = ROWS[table] * (KEPT[table] + paused);
    expect(size[table].rows, `period ${period}`).toBeLessThanOrEqual(most + 100);
  }
});

it.each(TABLES)('the bytes of %s and its indexes do not grow in the second year', (table) => {
  const most = (from: number, to: number) =>
    Math.max(...sizes.slice(from, to).map((size) => size[table].bytes));
  // The pause of the jobs is in the first part.
  expect(most(22, 27)).toBeGreaterThan(0);
  expect(most(22, 27)).toBeLessThanOrEqual(1.2 * most(8, 22));
});

it('the audit log has partitions ahead, few behind, and none by default', async () => {
  const { db, clock } = world.platform;
  const partitions = await readPartitions(db, 'audit_entries');
  expect(partitions.map(({ name }) => name).length).toBeLessThanOrEqual(9);
  const days = 90 * LIMITS.partitionQuartersAhead;
  const ahead = new Date(clock.now().getTime() + days * 86_400_000).getTime();
  const last = partitions.at(-1)?.to.slice(0, 13).replace('-', '') ?? '';
  expect(Number.parseInt(last, 16)).toBeGreaterThan(ahead);
  expect(await db.$queryRaw`select count(*)::int as count from audit_entries_default`).toEqual([
    { count: 0 },
  ]);
});

it('the audit log keeps every line of its retention, and the history of the mod of all years', async () => {
  const { db, clock } = world.platform;
  const since = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  const whole = Math.floor(RETENTION_DAYS / PERIOD_DAYS);
  expect(await db.auditEntry.count({ where: { at: { gt: since } } })).toBeGreaterThanOrEqual(
    whole * ROWS.audit_entries,
  );
  expect(await db.auditEntry.count({ where: { action: 'version.updated' } })).toBe(
    (PERIODS * ROWS.audit_entries) / 100,
  );
  const query = `{ listModHistory(modId: "${mod.modId}", limit: 100) { items { action recordedAt } } }`;
  const { data }: Json = (await mod.alice.graphql(query)).body;
  expect(data.listModHistory.items).toHaveLength(100);
});

it('a live grant, a delivery that waits, a finding and an offered upload are kept for two years', async () => {
  const { db } = world.platform;
  const counts = await Promise.all([
    db.downloadGrant.count({ where: { id: promised.grantId, state: 'active' } }),
    db.webhookDelivery.count({ where: { id: promised.deliveryId, state: 'retrying' } }),
    db.outboxEvent.count({ where: { id: promised.eventId } }),
    db.blobScan.count({ where: { id: promised.findingId } }),
    db.uploadSession.count({ where: { id: uploadId } }),
  ]);
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});
