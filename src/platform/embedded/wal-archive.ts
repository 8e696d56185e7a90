import { spawnSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { EmbeddedPostgresError } from './failures.js';
import { childEnvironment, type SystemUser } from './system-user.js';

/** An unfinished segment is archived after this time, if it has any entry. */
const ARCHIVE_TIMEOUT = '300s';

/** The names of archived files: segments of the log and histories of timelines, compressed. */
export const ARCHIVED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.gz$/;

/**
 * The settings of a PostgreSQL that archives its write-ahead log in `folder`. Creates the folder if
 * it is absent. Throws EmbeddedPostgresError if the user of PostgreSQL cannot write there.
 */
export async function archiveSettings(
  folder: string,
  systemUser: SystemUser | undefined,
): Promise<Readonly<Record<string, string>>> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && systemUser) await chown(folder, systemUser.uid, systemUser.gid);
  if (!canWrite(folder, systemUser)) {
    const user = systemUser ? `uid ${systemUser.uid}` : 'this user';
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as ${user}, who cannot write to WAL_ARCHIVE ${folder}`,
    );
  }
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: ARCHIVE_TIMEOUT,
    archive_command: commandFor(folder),
  };
}

function canWrite(folder: string, systemUser: SystemUser | undefined): boolean {
  const script = 'part="$1/.probe.$$" && : > "$part" && rm "$part"';
  const run = spawnSync('/bin/sh', ['-c', script, 'sh', folder], {
    ...systemUser,
    env: childEnvironment(),
    cwd: '/',
    stdio: 'ignore',
  });
  return run.status === 0;
}

/**
 * The shell command that archives one file. After a crash, PostgreSQL may repeat it for a file that
 * is there. It then succeeds only if the contents are equal, and never replaces a file. It first
 * removes what failed and killed attempts left, which would fill the disk of the archive.
 */
function commandFor(folder: string): string {
  // PostgreSQL replaces %p and %f, and reads %% as one percent sign.
  const quoted = `'${folder.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
  return [
    'set -e',
    `to=${quoted}/%f.gz`,
    'rm -f "$to".*',
    'if [ -e "$to" ]; then gzip -dc "$to" | cmp -s - "%p"; exit; fi',
    'part="$to.$$"',
    'gzip -1 -c "%p" > "$part"',
    'sync "$part"',
    'mv "$part" "$to"',
    `sync ${quoted}`,
  ].join('; ');
}
