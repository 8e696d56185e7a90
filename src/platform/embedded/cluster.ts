import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
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
import { type Account, canEnter, isRoot, makeOpenFolder, systemAccount } from './account.js';
import { type Binaries, findBinaries } from './binaries.js';
import { childEnvironment } from './child-environment.js';
import { EmbeddedPostgresError, hasCode } from './errors.js';

/** The role and the database that modport works as and in. */
export const DATABASE_NAME = 'modport';

/** Where the parts of an embedded PostgreSQL lie and who runs it. */
export interface ClusterOptions {
  readonly dataDir: string;
  /** Where root puts what PostgreSQL's own user could not reach below `dataDir`. */
  readonly systemDir: string;
  /** False leaves out the syncs that survive a power cut; for tests. */
  readonly durable: boolean;
}

/** A database cluster that is ready to be served. */
export interface Cluster {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly password: string;
}

/**
 * The cluster of a data directory, made on first use. Only the holder of the directory's lock may
 * call. A crash while it is being made leaves nothing that stands in the way of the next start.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const link = join(options.dataDir, 'postgres');
  const account = await accountFor(link, options.dataDir);
  const copyRoot = isRoot() ? options.systemDir : options.dataDir;
  const binaries = await findBinaries(account, copyRoot);
  const made = await exists(link);
  const password = await readPassword(options.dataDir, made);
  if (!made) await initialize(link, { ...options, account, binaries, password });
  const folder = await realpath(link);
  if (!canEnter(folder, account)) {
    throw new EmbeddedPostgresError(
      `${folder} cannot be entered by its owner (uid ${account?.uid}), whom PostgreSQL runs as; ` +
        'a folder above it was closed to others since it was made',
    );
  }
  return { folder, binaries, account, password };
}

/** The password of a cluster that exists. Throws EmbeddedPostgresError where it is lost. */
export async function readPassword(dataDir: string, mustExist = true): Promise<string> {
  const path = join(dataDir, 'postgres-password');
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  });
  if (known.trim() !== '') return known.trim();
  if (mustExist) throw new EmbeddedPostgresError(`${path} is missing: it belongs to the database`);
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

// Root serves an existing cluster as whoever owns it, so that one data directory can be used by
// root and by an ordinary user in turn.
async function accountFor(link: string, dataDir: string): Promise<Account | undefined> {
  const owner = await stat(link).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (owner === undefined && (await exists(link))) {
    throw new EmbeddedPostgresError(`the database of ${dataDir} is gone: ${link} leads nowhere`);
  }
  if (isRoot()) return owner === undefined ? systemAccount() : { uid: owner.uid, gid: owner.gid };
  if (owner === undefined || process.getuid === undefined) return undefined;
  if (owner.uid === process.getuid()) return undefined;
  throw new EmbeddedPostgresError(
    `${link} belongs to uid ${owner.uid}; start modport as that user or as root`,
  );
}

type NewCluster = ClusterOptions & Omit<Cluster, 'folder'>;

// initdb works in a folder aside; the rename (or the link) at the end is what makes a cluster.
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
  /** Whether it lies in the data directory, and can be renamed into its place. */
  readonly near: boolean;
}

async function prepareFolderAside(link: string, cluster: NewCluster): Promise<FolderAside> {
  const near = canEnter(cluster.dataDir, cluster.account);
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
  if (cluster.account !== undefined) {
    await chown(folder, cluster.account.uid, cluster.account.gid);
    await chown(passwordFile, cluster.account.uid, cluster.account.gid);
  }
  return { folder, data: join(folder, 'data'), passwordFile, near };
}

// Text compares by code point everywhere, and the character class comes from a UTF-8 locale:
// under plain C, pg_trgm and the text search parser take no letter beyond ASCII for a letter.
const CHARACTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C'];

function runInitdb(aside: FolderAside, cluster: NewCluster): void {
  let failure = '';
  for (const locale of CHARACTER_LOCALES) {
    const args = ['-D', aside.data, `--username=${DATABASE_NAME}`, '--encoding=UTF8'];
    args.push('--locale=C', `--lc-ctype=${locale}`);
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    args.push('--auth=scram-sha-256', `--pwfile=${aside.passwordFile}`);
    if (!cluster.durable) args.push('--no-sync');
    const { initdb } = cluster.binaries;
    const run = spawnSync(initdb, args, {
      ...cluster.account,
      env: childEnvironment(),
      cwd: '/',
      encoding: 'utf8',
    });
    if (run.status === 0) return;
    failure = run.error?.message ?? run.stderr.trim();
    if (!failure.includes('invalid locale name')) break;
  }
  throw new EmbeddedPostgresError(`initdb failed: ${failure}`);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}
