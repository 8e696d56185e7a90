import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { EmbeddedPostgresError } from './failures.js';

/** Variables that programs need to be found and to run. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
];

/**
 * The environment of child programs, some of which run as another user. It omits the keys and
 * passwords in modport's own environment.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const entries = PASSED_ON.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The system user that PostgreSQL runs as, in the form that `spawn` takes. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';

/** Returns whether this process is root. PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The system user `postgres`, created if the machine has no such user. Only root may call this.
 * Throws EmbeddedPostgresError.
 */
export function ensurePostgresUser(): SystemUser {
  const known = lookUp();
  if (known !== undefined) return known;
  const env = childEnvironment();
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', NAME];
  const made = spawnSync('useradd', args, { env, encoding: 'utf8' });
  // Alpine and other BusyBox systems have adduser instead.
  if (made.error !== undefined)
    spawnSync('adduser', ['-S', '-D', '-H', '-s', '/bin/false', NAME], { env });
  const systemUser = lookUp();
  if (systemUser !== undefined) return systemUser;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the system user ${NAME} could not be made ` +
      `(${made.error?.message ?? made.stderr.trim()}); start modport as an ordinary user`,
  );
}

/** Returns whether `systemUser` can enter a folder; true for undefined, this process's own user. */
export function canEnter(folder: string, systemUser: SystemUser | undefined): boolean {
  if (systemUser === undefined) return true;
  const args = ['-c', 'cd -- "$1"', 'sh', folder];
  return (
    spawnSync('/bin/sh', args, {
      ...systemUser,
      env: childEnvironment(),
      cwd: '/',
      stdio: 'ignore',
    }).status === 0
  );
}

/**
 * Creates a folder that every user may enter, regardless of this process's umask. An existing
 * folder gets the same mode.
 */
export async function makeOpenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

function lookUp(): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${NAME}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
}
