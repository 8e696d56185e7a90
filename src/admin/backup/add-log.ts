import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { SEGMENT, segmentNumberOf } from '../../platform/embedded/base-backup.js';
import { ARCHIVED } from '../../platform/embedded/wal-archive.js';
import { CommandError } from '../flags.js';
import { copyFile } from './copy-file.js';

/** The size of a segment that PostgreSQL uses by default. */
const SEGMENT_BYTES = 16 * 1024 ** 2;

/** The places where the write-ahead log of a backup continues. */
export interface LogSources {
  /** The folder of the archive, which holds each segment as a gzip file. */
  readonly archive: string;
  /**
   * The cluster of the data directory so far, which may be absent. If it is the cluster of the
   * backup, its last segments are not archived yet.
   */
  readonly former: string;
  /** The system identifier of the backup's cluster. */
  readonly cluster: string;
}

/**
 * Adds the write-ahead log from `firstSegment` on to the folder `log` of a cluster: first from the
 * archive, then from the former cluster if it is the one of the backup. Throws CommandError if the
 * archive is damaged or has a gap, because PostgreSQL would end the replay there.
 */
export async function addLog(sources: LogSources, log: string, firstSegment: string) {
  const { archive } = sources;
  const present = await readdir(log);
  const isNew = (name: string) => isNeeded(name, firstSegment) && !present.includes(name);
  const archived = (await archivedNames(archive)).filter(isNew);
  for (const name of archived) await unpack(join(archive, `${name}.gz`), join(log, name));
  const former = join(sources.former, 'pg_wal');
  const names = (await formerNames(sources)).filter(isNew);
  const more = names.filter((name) => !archived.includes(name));
  for (const name of more) await copyFile(join(former, name), join(log, name), { mode: 0o600 });
  refuseGaps(archive, [...present, ...archived, ...more], firstSegment);
}

async function archivedNames(archive: string): Promise<string[]> {
  const names = await readdir(archive).catch((error: unknown) => {
    throw new CommandError(`${archive} cannot be read`, { cause: error });
  });
  return names.flatMap((name) => ARCHIVED.exec(name)?.[1] ?? []);
}

async function formerNames({ former, cluster }: LogSources): Promise<string[]> {
  const control = await readFile(join(former, 'global', 'pg_control')).catch(() => null);
  // The file begins with the system identifier, in the byte order of the machine.
  if (control === null || control.readBigUInt64LE(0).toString() !== cluster) return [];
  const names = await readdir(join(former, 'pg_wal'));
  return names.filter((name) => SEGMENT.test(name) || isHistory(name));
}

/** A history is always needed. A segment is needed from the place and timeline of `first` on. */
function isNeeded(name: string, first: string): boolean {
  return (
    isHistory(name) ||
    (timelineOf(name) >= timelineOf(first) && segmentNumberOf(name) >= segmentNumberOf(first))
  );
}

const isHistory = (name: string) => name.endsWith('.history');
const timelineOf = (segment: string) => segment.slice(0, 8);

function refuseGaps(archive: string, names: readonly string[], first: string): void {
  const segments = names.filter((name) => SEGMENT.test(name)).sort();
  for (const [at, name] of segments.entries()) {
    const before = segments[at - 1];
    const isFollowing = before !== undefined && timelineOf(before) === timelineOf(name);
    if (!isFollowing || segmentNumberOf(name) === segmentNumberOf(before) + 1n) continue;
    throw new CommandError(`${archive} lacks the segments between ${before} and ${name}`);
  }
  refuseMissing(archive, segments);
  if (segments.includes(first)) return;
  throw new CommandError(`the backup lacks the segment ${first}`);
}

/** Refuses a gap between timelines, because each begins where it leaves its parent. */
function refuseMissing(archive: string, segments: readonly string[]): void {
  const sorted = segments.toSorted((a, b) => Number(segmentNumberOf(a) - segmentNumberOf(b)));
  for (const [at, name] of sorted.entries()) {
    const before = sorted[at - 1] ?? name;
    if (segmentNumberOf(name) <= segmentNumberOf(before) + 1n) continue;
    throw new CommandError(`${archive} lacks the segments between ${before} and ${name}`);
  }
}

async function unpack(from: string, to: string): Promise<void> {
  try {
    await pipeline(
      createReadStream(from),
      createGunzip(),
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      throw error;
    }
    throw new CommandError(`${from} is damaged`, { cause: error });
  }
  if (isHistory(to) || (await stat(to)).size === SEGMENT_BYTES) return;
  throw new CommandError(`${from} is damaged: it is not a whole WAL segment`);
}
