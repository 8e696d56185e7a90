import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.js';
import { projectRoot } from '../src/platform/release.js';
import { MIGRATIONS_FOLDER, migrate } from './migrate.js';
import { sqlTowards } from './schema-engine.js';

/**
 * `draft.js <name>` writes a new migration from the last one to schema.prisma, for a developer to
 * read and complete. `draft.js --check` exits with 1 if one is missing.
 */
async function main(argument: string | undefined): Promise<number> {
  if (argument === undefined || !/^(--check|[a-z0-9_]+)$/.test(argument)) {
    console.error('usage: npm run codegen -- migration <name_in_snake_case>');
    return 2;
  }
  const sql = await missingSql();
  if (argument === '--check') {
    if (sql !== '') console.error(`schema.prisma is ahead of prisma/migrations:\n\n${sql}`);
    return sql === '' ? 0 : 1;
  }
  if (sql === '') {
    console.error('schema.prisma and prisma/migrations agree: nothing to write');
    return 0;
  }
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(MIGRATIONS_FOLDER, `${time}_${argument}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), sql);
  console.log(join(folder, 'migration.sql'));
  return 0;
}

// Compares with the real result of the migrations on an empty database.
async function missingSql(): Promise<string> {
  const schema = await readFile(join(projectRoot(), 'prisma', 'schema.prisma'), 'utf8');
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-draft-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await migrate(postgres.url);
    return await sqlTowards(schema, postgres.url);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv[2]);
