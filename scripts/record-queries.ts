import 'reflect-metadata';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error A part of Prisma without types.
import { QueryCompiler } from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs';
import { runAdmin } from '../src/admin/run.js';
import { loadConfig } from '../src/config/config.js';
import type { Compiler } from '../src/platform/database/plans/planned-compiler.js';
import { silentLog } from '../src/platform/log.js';
import { projectRoot } from '../src/platform/release.js';
import { loadDemoOnFirstStart } from '../src/server/first-start.js';
import { type Service, startService } from '../src/server/service.js';

// `npm run queries`: records the queries that Prisma compiles for starts of the service with their
// first jobs, and for operator commands next to it, in prisma/generated/recorded-queries.jsonl. The
// build compiles them ahead.

/** The commands that set up a service and its people. */
const COMMANDS = [
  'user list',
  'user create --username recorded --password an-unusual-long-phrase-71',
  'user create --username other',
  'user password --username recorded',
  'user role --username recorded --role admin',
  'user totp --username recorded',
  'user block --username recorded',
  'user unblock --username recorded',
  'token create --username recorded --scopes mods:read',
  'game create --slug recorded --name Recorded',
  'game update --slug recorded --name Again',
  'game update --slug recorded --loaders fabric --versions 1',
  'category create --game recorded --slug maps --name Maps',
  'entitlement grant --username recorded --subscriber',
  'entitlement revoke --username recorded --subscriber',
  'upload list',
];

const recorded = new Set<string>();
const prototype: Compiler = QueryCompiler.prototype;
const { compile } = prototype;
prototype.compile = function (query) {
  recorded.add(query);
  return compile.call(this, query);
};

const dataDir = await mkdtemp(join(tmpdir(), 'modport-queries-'));
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(dataDir, 0o755);
const env = { DATA_DIR: dataDir, PORT: '0', SEED_DEMO: 'true', NODE_ENV: 'development' };
try {
  await whileRunning(async () => undefined);
  await whileRunning(async (service) => {
    const port = new URL(service.localUrl).port;
    for (const line of COMMANDS) await run(line, { ...env, PORT: port });
    // Loads nothing into a database with games.
    await loadDemoOnFirstStart(service, silentLog);
  });
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
const file = join(projectRoot(), 'prisma', 'generated', 'recorded-queries.jsonl');
await writeFile(file, `${[...recorded].sort().join('\n')}\n`);
console.log(`recorded ${recorded.size} queries`);

async function whileRunning(work: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService({ config: loadConfig(env), log: silentLog });
  try {
    await service.platform.queue.idle();
    await work(service);
    await service.platform.queue.idle();
  } finally {
    await service.stop();
  }
}

async function run(line: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const { exitCode, stderr } = await runAdmin(line.split(' '), environment);
  if (exitCode !== 0) throw new Error(`${line}: ${stderr}`);
}
