import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasSystemCode } from '../error-code.js';
import { exists } from '../folders.js';
import { type Binaries, findBinaries } from './binaries.js';
import { EmbeddedPostgresError } from './failures.js';
import {
  canEnter,
  childEnvironment,
  ensurePostgresUser,
  isRoot,
  makeOpenFolder,
  type SystemUser,
} from './system-user.js';

/** The name of modport's role and database. */
export const DATABASE_NAME = 'modport';

/** The folders of an embedded PostgreSQL and its durability. */
export interface ClusterOptions {
  readonly dataDir: string;
  /**
   * If root runs modport: the folder for what PostgreSQL's own user cannot reach below `dataDir`.
   */
  readonly systemDir: string;
  /** False omits the syncs that protect the data from a power failure; for tests. */
  readonly durable: boolean;
}

/** A database cluster that is ready to start. */
export interface Cluster {
  readonly folder: string;
  readonly binaries: Binaries;
  /** Undefined if PostgreSQL runs as the user of this process. */
  readonly systemUser: SystemUser | undefined;
  readonly password: string;
}

/**
 * Opens the cluster of a data directory and creates it on first use. The caller must hold the
 * directory's lock. A crash during creation leaves nothing that blocks the next start. Throws
 * EmbeddedPostgresError if PostgreSQL does not run here, or this user may not use the cluster.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const link = join(options.dataDir, 'postgres');
  const systemUser = await systemUserFor(link, options.dataDir);
  const copyRoot = isRoot() ? options.systemDir : options.dataDir;
  const binaries = await findBinaries(systemUser, copyRoot);
  const existed = await exists(link);
  const password = await readPassword(options.dataDir, existed);
  if (!existed) await initialize(link, { ...options, systemUser, binaries, password });
  const folder = await realpath(link);
  if (!canEnter(folder, systemUser)) {
    throw new EmbeddedPostgresError(
      `${folder} cannot be entered by its owner (uid ${systemUser?.uid}), whom PostgreSQL runs as; ` +
        'a folder above it was closed to others since it was made',
    );
  }
  return { folder, binaries, systemUser, password };
}

/**
 * Reads the password of a cluster from its file. If the file is missing or empty, it throws
 * EmbeddedPostgresError; with `mustExist` false, it creates the file with a new password.
 */
export async function readPassword(dataDir: string, mustExist = true): Promise<string> {
  const path = join(dataDir, 'postgres-password');
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return '';
    throw error;
  });
  if (known.trim() !== '') return known.trim();
  if (mustExist) throw new EmbeddedPostgresError(`${path} is missing: it belongs to the database`);
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

// Root runs an existing cluster as its owner. So root and an ordinary user can take turns on one
// data directory.
async function systemUserFor(link: string, dataDir: string): Promise<SystemUser | undefined> {
  const owner = await stat(link).catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (owner === undefined && (await exists(link))) {
    throw new EmbeddedPostgresError(`the database of ${dataDir} is gone: ${link} leads nowhere`);
  }
  if (isRoot())
    return owner === undefined ? ensurePostgresUser() : { uid: owner.uid, gid: owner.gid };
  if (owner === undefined || process.getuid === undefined) return undefined;
  if (owner.uid === process.getuid()) return undefined;
  throw new EmbeddedPostgresError(
    `${link} belongs to uid ${owner.uid}; start modport as that user or as root`,
  );
}

type NewCluster = ClusterOptions & Omit<Cluster, 'folder'>;

// initdb works in a temporary folder. The final rename (or link) creates the cluster.
async function initialize(link: string, cluster: NewCluster): Promise<void> {
  const aside = await prepareFolderAside(link, cluster);
  try {
    runInitdb(aside, cluster);
    if (aside.near) await rename(aside.data, link);
    else await symlink(aside.data, link);
    await rm(aside.passwordFile);
  } catch (error) {
    await rm(aside.folder, { recursive: true, force: true });
    throw error;
  }
  if (aside.near) await rm(aside.folder, { recursive: true, force: true });
}

interface FolderAside {
  readonly folder: string;
  readonly data: string;
  readonly passwordFile: string;
  /** True if the temporary folder is in the data directory, so that a rename can move it. */
  readonly near: boolean;
}

async function prepareFolderAside(link: string, cluster: NewCluster): Promise<FolderAside> {
  const near = canEnter(cluster.dataDir, cluster.systemUser);
  const id = randomBytes(8).toString('hex');
  const folder = near ? `${link}.new` : join(cluster.systemDir, 'clusters', id);
  if (!near) {
    await makeOpenFolder(cluster.systemDir);
    await makeOpenFolder(dirname(folder));
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (cluster.systemUser !== undefined) {
    await chown(folder, cluster.systemUser.uid, cluster.systemUser.gid);
    await chown(passwordFile, cluster.systemUser.uid, cluster.systemUser.gid);
  }
  return { folder, data: join(folder, 'data'), passwordFile, near };
}

// Text compares by code point everywhere. The character class comes from a UTF-8 locale: under
// plain C, pg_trgm and the text search parser treat no character outside ASCII as a letter.
const CHARACTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C'];

function runInitdb(aside: FolderAside, cluster: NewCluster): void {
  const failures = new Set<string>();
  for (const locale of CHARACTER_LOCALES) {
    const args = ['-D', aside.data, `--username=${DATABASE_NAME}`, '--encoding=UTF8'];
    args.push('--locale=C', `--lc-ctype=${locale}`);
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    args.push('--auth=scram-sha-256', `--pwfile=${aside.passwordFile}`);
    if (!cluster.durable) args.push('--no-sync');
    const { initdb } = cluster.binaries;
    const run = spawnSync(initdb, args, {
      ...cluster.systemUser,
      env: childEnvironment(),
      cwd: '/',
      encoding: 'utf8',
    });
    if (run.status === 0) return;
    const failure = run.error?.message ?? run.stderr.trim();
    failures.add(failure || `it ended by ${run.signal}`);
    // In any language, it names the locale that this machine lacks. After any other failure, `C`
    // would work, and the database would know no letters outside ASCII from then on.
    if (!failure.includes(locale)) break;
  }
  throw new EmbeddedPostgresError(`initdb failed: ${[...failures].join('; ')}`);
}
