import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../prisma/migrate.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database that test databases are cloned from. PostgreSQL clones it only while no client is connected. */
    templateUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, with the migrated schema in a template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
  // If tests run as root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
