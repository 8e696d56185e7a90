import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { hasSystemCode } from '../error-code.js';
import { EmbeddedPostgresError } from './failures.js';

/** Takes the files of a cluster, no folders. `path` is relative to the cluster, with slashes. */
export interface ClusterSink {
  /** Copies the file at the absolute path `from`. Rejects with `ENOENT` if it is gone. */
  copy(from: string, path: string): Promise<void>;
  /** Creates the file with this text. */
  write(path: string, text: string): Promise<void>;
}

/** A copy of a cluster, which needs recovery before use. */
export interface BaseBackup {
  /** The system identifier of the cluster. */
  readonly cluster: string;
  /** The major version of PostgreSQL. */
  readonly postgres: string;
  /** The copy has no later write, and all writes up to milliseconds before this time. */
  readonly completedAt: Date;
  /** The first segment of the write-ahead log that recovery reads. */
  readonly firstSegment: string;
}

/** Folders whose contents PostgreSQL creates while it runs. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Files of the running server, of earlier backups, and temporary ones. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|backup_manifest|(recovery|standby)\.signal|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp)$/;

/** A segment of the write-ahead log: timeline, and place in the log. */
export const SEGMENT = /^[0-9A-F]{24}$/;

const SEGMENTS_PER_LOG = 256n;

/** The number of a segment in the log, which is the same on each timeline. */
export function segmentNumberOf(segment: string): bigint {
  const log = BigInt(`0x${segment.slice(8, 16)}`);
  return log * SEGMENTS_PER_LOG + BigInt(`0x${segment.slice(16)}`);
}

/**
 * Copies a cluster while its server writes, by the low-level backup functions of PostgreSQL. Adds
 * the write-ahead log that makes the copy consistent. `beforeEnd` runs before the consistent point,
 * so the copy has every write that `beforeEnd` sees. Throws EmbeddedPostgresError if the cluster
 * cannot be copied. `client` is a connection to the server, and `folder` the cluster. After an
 * error, the caller must close the connection, which ends the backup in the server.
 */
export async function copyCluster(
  client: pg.Client,
  folder: string,
  sink: ClusterSink,
  beforeEnd: () => Promise<void>,
): Promise<BaseBackup> {
  await refuseMinimalLog(client);
  const slot = `modport_backup_${randomBytes(6).toString('hex')}`;
  // Keeps the log that the copy needs. It ends with the connection.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  await client.query(`select pg_backup_start('modport', true)`);
  await copyFolder(folder, '', sink);
  await beforeEnd();
  const end = await client.query<End>(
    `select labelfile as label, lsn::text as lsn, clock_timestamp() as "completedAt",
        (select system_identifier::text from pg_control_system()) as cluster,
        current_setting('server_version_num')::int / 10000 as version
      from pg_backup_stop(false)`,
  );
  const [{ label, lsn, completedAt, cluster, version } = noEnd()] = end.rows;
  await sink.write('backup_label', label);
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? noEnd();
  const last = await client.query<{ name: string }>('select pg_walfile_name($1::pg_lsn) as name', [
    lsn,
  ]);
  const lastSegment = last.rows[0]?.name ?? noEnd();
  await copyLog(join(folder, 'pg_wal'), { firstSegment, lastSegment }, sink);
  await client.query('select pg_drop_replication_slot($1)', [slot]);
  return { cluster, postgres: String(version), completedAt, firstSegment };
}

interface End {
  readonly label: string;
  readonly lsn: string;
  readonly completedAt: Date;
  readonly cluster: string;
  readonly version: number;
}

function noEnd(): never {
  throw new EmbeddedPostgresError('PostgreSQL did not say where the backup ends');
}

async function refuseMinimalLog(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ level: string }>(
    `select current_setting('wal_level') as level`,
  );
  if (rows[0]?.level !== 'minimal') return;
  throw new EmbeddedPostgresError(
    'an earlier release started this service, whose log is too small for a backup; restart it',
  );
}

async function copyFolder(folder: string, path: string, sink: ClusterSink): Promise<void> {
  for (const entry of await entriesOf(join(folder, path))) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || EMPTY.has(below)) continue;
    if (entry.isDirectory()) {
      await copyFolder(folder, below, sink);
    } else if (entry.isFile()) {
      await unlessGone(sink.copy(join(folder, below), below));
    } else {
      // A table space or a link of the operator: its files are outside of the cluster.
      throw new EmbeddedPostgresError(`${join(folder, below)} is neither a file nor a folder`);
    }
  }
}

async function entriesOf(folder: string) {
  return (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
}

async function copyLog(
  folder: string,
  { firstSegment, lastSegment }: { readonly firstSegment: string; readonly lastSegment: string },
  sink: ClusterSink,
): Promise<void> {
  const names = await readdir(folder);
  const timeline = firstSegment.slice(0, 8);
  const segments = names.filter(
    (name) =>
      SEGMENT.test(name) &&
      name.startsWith(timeline) &&
      name >= firstSegment &&
      name <= lastSegment,
  );
  if (
    BigInt(segments.length) !==
    segmentNumberOf(lastSegment) - segmentNumberOf(firstSegment) + 1n
  ) {
    throw new EmbeddedPostgresError(
      'the backup took so long that PostgreSQL removed a part of the log that it needs; try again',
    );
  }
  const histories = names.filter((name) => name.endsWith('.history'));
  for (const name of [...segments, ...histories]) {
    await sink.copy(join(folder, name), `pg_wal/${name}`);
  }
}

async function unlessGone<T>(operation: Promise<T>): Promise<T | undefined> {
  return operation.catch((error: unknown) => {
    if (!hasSystemCode(error, 'ENOENT')) throw error;
    return undefined;
  });
}
