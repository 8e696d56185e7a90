// npm run codegen: writes the files derived from schema.prisma, if it changed.
// npm run codegen -- migration <name>: drafts the migration to schema.prisma.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMain, ROOT, runBin } from './lib.mjs';

const SCHEMA = `${ROOT}/prisma/schema.prisma`;
const GENERATED = `${ROOT}/src/platform/database/generated`;
const STAMP = `${GENERATED}/schema.sha256`;

/** Generates the database client if schema.prisma or Prisma changed; throws if that fails. */
export function codegen() {
  const wanted = createHash('sha256')
    .update(readFileSync(SCHEMA))
    .update(readFileSync(`${ROOT}/node_modules/prisma/package.json`))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  // Prisma downloads its schema engine unless this variable names a program. This command never
  // runs it, so Node replaces it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  runBin('prisma/build/index.js', ['generate', '--no-hints'], env);
  writeFileSync(STAMP, wanted);
}

if (isMain(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  codegen();
  if (command === 'migration') {
    const draft = [`${ROOT}/scripts/run.mjs`, 'prisma/draft.ts', ...args];
    process.exitCode = spawnSync(process.execPath, draft, { stdio: 'inherit' }).status ?? 1;
  }
}
