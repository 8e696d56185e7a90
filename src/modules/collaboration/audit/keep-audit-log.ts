import { Prisma } from '../../../platform/database/generated/client.js';
import { addPartitions, retirePartitions } from '../../../platform/database/partitions.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { MOD_HISTORY } from '../../../registry/mod-history.js';

const TABLE = 'audit_entries';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates the partitions of the audit log `LIMITS.partitionQuartersAhead` quarters ahead. With
 * `AUDIT_RETENTION_DAYS`, it also drops partitions whose lines are all older than that, once
 * `LIMITS.partitionSightings` runs in a row have found this. Without it, drops nothing. Lines that
 * the history of a mod shows move to a partition that stays.
 */
export async function keepAuditLog(platform: Platform): Promise<void> {
  const { db, clock, config, log } = platform;
  await addPartitions(db, TABLE, clock.now(), LIMITS.partitionQuartersAhead);
  if (config.auditRetentionDays === undefined) return;
  // The earlier of the process's and the database's clock: the later one may have jumped ahead.
  const [database] = await db.$queryRaw<{ now: Date }[]>`select now() as now`;
  const nowMs = Math.min(clock.now().getTime(), database?.now.getTime() ?? 0);
  const dropped = await retirePartitions(db, {
    table: TABLE,
    keptSince: new Date(nowMs - config.auditRetentionDays * DAY_MS),
    keep: Prisma.sql`outcome = 'done' and action = any(${[...MOD_HISTORY]}::text[])`,
    sightings: LIMITS.partitionSightings,
  });
  if (dropped.length > 0) log.info({ partitions: dropped }, 'old audit lines removed');
}
