import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import { writeAtomically } from './write-atomically.js';

type Environment = Readonly<Record<string, string | undefined>>;

const settings = z.object({
  /** The service that commands use without `--server` and `MODPORT_SERVER`. */
  server: z.url().optional(),
});
type Settings = z.infer<typeof settings>;

/** The folder of settings and sign-ins: `MODPORT_HOME`, or the usual place of the system. */
export function homeFolder(env: Environment): string {
  return env['MODPORT_HOME'] || envPaths('modport', { suffix: '' }).config;
}

const pathOf = (env: Environment): string => join(homeFolder(env), 'settings.json');

/**
 * The stored settings. Missing or unreadable settings count as empty: the next sign-in writes them
 * again.
 */
export async function readSettings(env: Environment): Promise<Settings> {
  try {
    return settings.parse(JSON.parse(await readFile(pathOf(env), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Replaces the stored settings. Only the user can read the file. Throws `file_unusable` or a system
 * error.
 */
export async function writeSettings(env: Environment, content: Settings): Promise<void> {
  await mkdir(homeFolder(env), { recursive: true, mode: 0o700 });
  await writeAtomically(pathOf(env), `${JSON.stringify(content, null, 2)}\n`, 0o600);
}
