import { ConfigError, loadConfig } from '../src/config/config.js';
import { openPostgres } from '../src/platform/embedded/postgres.js';
import { silentLog } from '../src/platform/log.js';
import { migrate } from './migrate.js';

/**
 * `npm run migrate`: migrates the database of the environment, also while a service runs. Prints
 * the names of the applied migrations. After an error it prints one line, and the exit code is 2
 * for an invalid configuration, else 1.
 */
export async function main(): Promise<void> {
  // Like the service: only this user may read the files in the data directory.
  process.umask(0o077);
  try {
    await migrateConfigured();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
}

async function migrateConfigured(): Promise<void> {
  const database = await openPostgres(loadConfig(process.env), 'command', { log: silentLog });
  try {
    const names = await migrate(database.url);
    console.log(names.length === 0 ? 'nothing to apply' : `applied ${names.join(', ')}`);
  } finally {
    await database.stop();
  }
}
