import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { childEnvironment } from './child-environment.js';
import { EmbeddedPostgresError } from './errors.js';

/** The system user that PostgreSQL runs as, in the form that `spawn` takes. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';

/** Returns whether this process is root. PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The system user `postgres`, created if the machine has no such user. Only root may call this. */
export function systemAccount(): Account {
  const known = lookUp();
  if (known !== undefined) return known;
  const env = childEnvironment();
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', NAME];
  const made = spawnSync('useradd', args, { env, encoding: 'utf8' });
  // Alpine and other BusyBox systems have adduser instead.
  if (made.error !== undefined)
    spawnSync('adduser', ['-S', '-D', '-H', '-s', '/bin/false', NAME], { env });
  const account = lookUp();
  if (account !== undefined) return account;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the system user ${NAME} could not be made ` +
      `(${made.error?.message ?? made.stderr.trim()}); start modport as an ordinary user`,
  );
}

/** Returns whether `account` (undefined: this process) can enter the folder. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const args = ['-c', 'cd -- "$1"', 'sh', folder];
  return (
    spawnSync('/bin/sh', args, { ...account, env: childEnvironment(), cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/** Creates a folder that every user may enter, regardless of this process's umask. */
export async function makeOpenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

function lookUp(): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${NAME}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
}
