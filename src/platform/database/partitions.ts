import { ADVISORY_LOCKS } from '../../registry/locks.js';
import type { Database, Tx } from './connect.js';
import { firstIdAt, momentOf } from './first-id.js';
import { Prisma } from './generated/client.js';

/** A partition of a table that is partitioned by the time in its ids. */
export interface Partition {
  readonly name: string;
  /** The lowest id; null without a lower end. */
  readonly from: string | null;
  /** The lowest id above it. */
  readonly to: string;
  /**
   * The SQL comment of its table: `remainder`, or how many runs in a row found it expired. Null
   * without one.
   */
  readonly remark: string | null;
}

/** The partitions of a table from the oldest to the newest, without its default one. */
export async function readPartitions(db: Tx, table: string): Promise<Partition[]> {
  const rows = await db.$queryRaw<{ name: string; bound: string; remark: string | null }[]>`
    select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound,
      obj_description(c.oid, 'pg_class') as remark
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${`"${table}"`}::regclass`;
  return rows
    .flatMap(({ name, bound, remark }) => {
      const [, from = 'MINVALUE', to] = /FROM \('?([^')]*)'?\) TO \('([^']*)'\)/.exec(bound) ?? [];
      return to === undefined
        ? []
        : [{ name, from: from === 'MINVALUE' ? null : from, to, remark }];
    })
    .toSorted((one, other) => (one.to < other.to ? -1 : 1));
}

/**
 * Statements take names and bounds only as text. All of these come from this file or from the
 * catalog of PostgreSQL.
 */
const q = (name: string) => Prisma.raw(`"${name}"`);
const literal = (text: string) => Prisma.raw(`'${text}'`);

/** The beginning of the quarter (UTC) that is `plus` quarters after that of a moment. */
export function quarterOf(moment: Date, plus = 0): Date {
  const month = 3 * (Math.floor(moment.getUTCMonth() / 3) + plus);
  return new Date(Date.UTC(moment.getUTCFullYear(), month, 1));
}

/** The name of a quarter in those of tables, such as `2026q4`. */
function labelOf(quarter: Date): string {
  return `${quarter.getUTCFullYear()}q${quarter.getUTCMonth() / 3 + 1}`;
}

/**
 * Waits this long for the requests that use a table. After that the run fails, and the next one
 * tries again.
 */
const PATIENCE = Prisma.sql`set local lock_timeout = '5s'`;

/**
 * The time limit of `retirePartitions`. PostgreSQL ends each of its statements earlier, and then
 * nothing changes.
 */
const RUN_MS = 5 * 60 * 1000;

/** Waits until no other transaction changes partitions. Others then wait until this one ends. */
async function alone(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.partitions}::bigint)`;
}

/**
 * Creates the missing partitions of the present quarter and the next `ahead` ones. Rows of these
 * quarters may be in the default partition already, if no earlier run created the partitions; the
 * rows then move.
 */
export async function addPartitions(
  db: Database,
  table: string,
  now: Date,
  ahead: number,
): Promise<void> {
  for (let plus = 0; plus <= ahead; plus += 1) {
    await db.$transaction((tx) => addPartition(tx, table, quarterOf(now, plus)));
  }
}

async function addPartition(tx: Tx, table: string, quarter: Date): Promise<void> {
  await alone(tx);
  const from = firstIdAt(quarter);
  const to = firstIdAt(quarterOf(quarter, 1));
  const known = await readPartitions(tx, table);
  if (known.some((one) => (one.from ?? '') <= from && from < one.to)) return;
  const name = `${table}_${labelOf(quarter)}`;
  const rest = q(`${table}_default`);
  await tx.$executeRaw(PATIENCE);
  await tx.$executeRaw`create table ${q(name)} (like ${q(table)} including defaults)`;
  await tx.$executeRaw`lock table ${rest} in access exclusive mode`;
  await tx.$executeRaw`
    with late as (delete from ${rest} where id >= ${from}::uuid and id < ${to}::uuid returning *)
    insert into ${q(name)} select * from late`;
  await tx.$executeRaw`
    alter table ${q(table)} attach partition ${q(name)}
      for values from (${literal(from)}) to (${literal(to)})`;
}

/** The remark of the partition that holds what was kept of older ones. */
const REMAINDER = 'remainder';

/** A table whose old partitions are dropped, and its rows that stay. */
export interface Retirement {
  readonly table: string;
  /** Rows stay if their `at` is later. */
  readonly keptSince: Date;
  /** Rows stay at any age if they match. */
  readonly keep: Prisma.Sql;
  /** How many runs in a row must find a partition expired. The last of them drops it. */
  readonly sightings: number;
}

/**
 * Replaces the oldest partitions by one with the rows that stay. A partition is replaced if it and
 * all before it have only old rows, as `sightings` runs in a row found. So a clock that jumps
 * ahead, and is set right again, drops nothing.
 *
 * Returns the names of the dropped partitions; none in most runs. It is one transaction, and
 * requests wait only for its end. A run that is killed changes nothing.
 */
export async function retirePartitions(db: Database, of: Retirement): Promise<string[]> {
  return db.$transaction(
    async (tx) => {
      await alone(tx);
      const expired = await noteExpired(tx, of);
      const last = expired.findLast(({ remark }) => remark !== REMAINDER);
      if (last) await replace(tx, of, expired, last.to);
      return last ? expired.map(({ name }) => name) : [];
    },
    { timeout: RUN_MS },
  );
}

/**
 * The oldest partitions, up to the first that has a younger row or was not found expired often
 * enough. Counts this run in the remarks of the partitions that stay.
 */
async function noteExpired(tx: Tx, of: Retirement): Promise<Partition[]> {
  const expired: Partition[] = [];
  let isOpen = true;
  for (const one of await readPartitions(tx, of.table)) {
    if (one.remark === REMAINDER) {
      expired.push(one);
      continue;
    }
    const isOld: boolean = isOpen && (await isExpired(tx, one, of.keptSince));
    const seen = isOld ? Number(one.remark ?? 0) + 1 : 0;
    if (isOld && seen >= of.sightings) expired.push(one);
    else {
      isOpen = isOld;
      await remark(tx, one, isOld ? String(seen) : null);
    }
  }
  return expired;
}

async function isExpired(tx: Tx, { name, to }: Partition, keptSince: Date): Promise<boolean> {
  if (to > firstIdAt(keptSince)) return false;
  const [row] = await tx.$queryRaw<{ isYoung: boolean }[]>`
    select exists (select from ${q(name)} where at > ${keptSince}::timestamptz) as "isYoung"`;
  return row?.isYoung === false;
}

async function remark(tx: Tx, { name, remark: before }: Partition, text: string | null) {
  if (text === before) return;
  const value = text === null ? Prisma.raw('null') : literal(text);
  await tx.$executeRaw`comment on table ${q(name)} is ${value}`;
}

async function replace(
  tx: Tx,
  { table, keptSince, keep }: Retirement,
  sources: readonly Partition[],
  to: string,
): Promise<void> {
  const name = q(`${table}_until_${labelOf(momentOf(to))}`);
  const stays = Prisma.sql`(${keep}) or at > ${keptSince}::timestamptz`;
  await tx.$executeRaw`create table ${name} (like ${q(table)} including all)`;
  for (const source of sources) {
    await tx.$executeRaw`insert into ${name} select * from ${q(source.name)} where ${stays}`;
  }
  // With this constraint the attachment needs no scan.
  await tx.$executeRaw`alter table ${name} add constraint bound check (id < ${literal(to)}::uuid)`;
  await tx.$executeRaw(PATIENCE);
  for (const source of sources) {
    await tx.$executeRaw`alter table ${q(table)} detach partition ${q(source.name)}`;
    await tx.$executeRaw`drop table ${q(source.name)}`;
  }
  const rest = q(`${table}_default`);
  await tx.$executeRaw`
    with early as (delete from ${rest} where id < ${to}::uuid returning *)
    insert into ${name} select * from early`;
  await tx.$executeRaw`
    alter table ${q(table)} attach partition ${name} for values from (minvalue) to (${literal(to)})`;
  await tx.$executeRaw`alter table ${name} drop constraint bound`;
  await tx.$executeRaw`comment on table ${name} is ${literal(REMAINDER)}`;
}
