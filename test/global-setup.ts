import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../prisma/migrate.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database that test databases are cloned from; nobody may be connected to it. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run, with the schema applied once, in a template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
  // As root, PostgreSQL runs as a user of its own, who must get in.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
