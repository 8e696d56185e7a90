import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { currentFolder } from '../../src/launch/load-program.js';
import { projectRoot } from '../../src/platform/release.js';
import { cloneDatabase } from '../database.js';
import { longTest } from '../rounds.js';
import { buildService } from '../service/child-service.js';

beforeAll(() => {
  buildService();
}, 120_000);

const require = createRequire(import.meta.url);

/** Runs a module in a process of its own, and returns what it prints as JSON. */
function printed(source: string) {
  const imports = `import { createLoader, currentFolder } from './dist/src/launch/load-program.js';
    import { nameSourceLines } from './dist/src/launch/source-lines.js';`;
  const run = ['--input-type=module', '-e', imports + source];
  return JSON.parse(execFileSync(process.execPath, run, { cwd: projectRoot(), encoding: 'utf8' }));
}

const mapOf = (name: string) => join(currentFolder(), `${name}.map`);
const hasMap = (name: string) => existsSync(mapOf(name));

/** The sources of bundled files. That of the bundler's own functions has no map. */
const sourcesOf = (files: readonly string[]): string[] =>
  files
    .filter(hasMap)
    .flatMap((name) =>
      JSON.parse(readFileSync(mapOf(name), 'utf8')).sources.map((source: string) =>
        source.replaceAll('\\', '/'),
      ),
    );

const HTTP =
  /rest-facade\/|src\/(pages|auth|server\/(service|front|listener))|node_modules\/(express|oidc-provider|@apollo\/server|@modelcontextprotocol)\//;
/** The client of Prometheus loads the API of OpenTelemetry, which does nothing by itself. */
const OPENTELEMETRY = /node_modules\/@opentelemetry\/(?!api\/)/;
const EXTERNAL = new RegExp(
  `node_modules/(@aws-sdk|bull|ioredis|nodemailer|meilisearch|sharp)/|${OPENTELEMETRY.source}`,
);

test('operator commands load neither the HTTP server nor clients of unused external services', () => {
  const files: string[] = printed(`
    const loader = createLoader(currentFolder());
    await loader.load('admin.cjs').checkProgram();
    console.log(JSON.stringify([...loader.files.keys()]));`);
  expect(files.length).toBeLessThan(60);
  const sources = sourcesOf(files);
  expect(sources.some((source) => source.endsWith('src/admin/commands/accounts.ts'))).toBe(true);
  expect(sources.filter((source) => HTTP.test(source) || EXTERNAL.test(source))).toEqual([]);
});

test('the service loads no client of an external service that is not configured', () => {
  const files: string[] = printed(`
    const loader = createLoader(currentFolder());
    await loader.load('service.cjs').checkProgram();
    console.log(JSON.stringify([...loader.files.keys()]));`);
  const sources = sourcesOf(files);
  expect(sources.some((source) => HTTP.test(source))).toBe(true);
  expect(sources.filter((source) => EXTERNAL.test(source))).toEqual([]);
});

test.each([
  ['neither SDK nor exporter of OpenTelemetry without OTEL_EXPORTER_OTLP_ENDPOINT', '', false],
  [
    'the SDK and the exporter of OpenTelemetry with OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://127.0.0.1:9',
    true,
  ],
])('a running service has loaded %s', async (_, endpoint, isLoaded) => {
  const { url, drop } = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'modport-loaded-'));
  const environment = {
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SEED_DEMO: 'false',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  };
  try {
    const files: string[] = printed(`
      const loader = createLoader(currentFolder());
      const { startService, loadConfig, createLog } = loader.load('service.cjs');
      const config = loadConfig(${JSON.stringify(environment)});
      const service = await startService({ config, log: createLog('silent') });
      for (const path of ['/v1/mods', '/v1/mods', '/mods']) {
        await (await fetch(service.localUrl + path)).text();
      }
      await service.stop();
      console.log(JSON.stringify([...loader.files.keys()]));
      process.exit(0);`);
    const sources = sourcesOf(files);
    expect(sources.some((source) => source.endsWith('src/platform/tracing/tracing.ts'))).toBe(true);
    expect(sources.some((source) => OPENTELEMETRY.test(source))).toBe(isLoaded);
  } finally {
    rmSync(dataDir, { recursive: true });
    await drop();
  }
});

longTest('each program runs the code that V8 compiled when it was built', () => {
  const compiled: Record<string, boolean> = printed(`
    const loader = createLoader(currentFolder());
    for (const name of ['migrate', 'admin', 'service']) loader.load(name + '.cjs');
    console.log(JSON.stringify(
      Object.fromEntries([...loader.files].map(([name, { isCompiled }]) => [name, isCompiled]))));`);
  expect(Object.keys(compiled)).toContain('service.cjs');
  expect(Object.entries(compiled).filter(([, isCompiled]) => !isCompiled)).toEqual([]);
});

longTest('a program also runs if V8 rejects the stored code, as another version does', () => {
  const load = `import { createLoader, currentFolder } from './dist/src/launch/load-program.js';
    const loader = createLoader(currentFolder());
    loader.load('admin.cjs');
    console.log(loader.files.get('admin.cjs').isCompiled);`;
  const loading = ['--no-opt', '--input-type=module', '-e', load];
  const told = execFileSync(process.execPath, loading, { cwd: projectRoot(), encoding: 'utf8' });
  expect(told.trim()).toBe('false');
  const args = ['--no-opt', 'dist/src/launch/admin.js', 'no', 'command'];
  const run = spawnSync(process.execPath, args, { cwd: projectRoot(), encoding: 'utf8' });
  expect(run.status).toBe(1);
  const { error, commands } = JSON.parse(run.stderr);
  expect(error).toBe('there is no command no command');
  expect(commands).toContain('user list');
});

longTest('a stack trace of a bundled program names the line of the source', () => {
  const stack: string = printed(`
    nameSourceLines(currentFolder());
    const { main } = createLoader(currentFolder()).load('service.cjs');
    const stack = await main(null).catch((error) => error.stack);
    console.log(JSON.stringify(stack));`);
  const [head, line] = stack.split('\n');
  expect(head).toMatch(/^TypeError: /);
  const source = join(projectRoot(), 'src', 'server', 'program.ts');
  const place = /^ {4}at .*\((.*):(\d+):\d+\)$/.exec(line ?? '');
  expect(place?.[1]).toBe(source);
  const named = readFileSync(source, 'utf8').split('\n')[Number(place?.[2]) - 1];
  expect(named).toContain('export async function main');
});

test('every bundled module finds the programs of its threads', () => {
  const folder = currentFolder();
  const files = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  const places = files.flatMap((name) => {
    const code = readFileSync(join(folder, name), 'utf8');
    return [...code.matchAll(/new URL\(["'](\.[^"']+)["'], (require\([^\n]+?\)\.href)\)/g)];
  });
  const programs = places.map(([, path = '', base = '']) => {
    const own = new Function('require', '__dirname', `return ${base}`)(require, folder);
    return fileURLToPath(new URL(path, own));
  });
  expect(programs.length).toBeGreaterThan(4);
  expect(programs.filter((program) => !existsSync(program))).toEqual([]);
});

longTest('a program marks its folder for builds while its process runs, and not longer', () => {
  const users = join(currentFolder(), 'users');
  const [pid, during]: [number, string[]] = printed(`
    import { readdirSync } from 'node:fs';
    import { loadProgram } from './dist/src/launch/load-program.js';
    loadProgram('migrate');
    console.log(JSON.stringify([process.pid, readdirSync(currentFolder() + '/users')]));`);
  expect(during).toContain(String(pid));
  expect(readdirSync(users)).not.toContain(String(pid));
});

test('a process that a primary process starts loads the build of the primary process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modport-build-'));
  writeFileSync(join(folder, 'migrate.cjs'), 'exports.build = "of the primary process";');
  const loadedIn = (folderOfPrimary: string) =>
    printed(`
      import cluster from 'node:cluster';
      import { writeFileSync } from 'node:fs';
      process.env.MODPORT_PROGRAM_FOLDER = ${JSON.stringify(folderOfPrimary)};
      const program = ${JSON.stringify(join(folder, 'child.mjs'))};
      const loader = ${JSON.stringify(join(projectRoot(), 'dist/src/launch/load-program.js'))};
      writeFileSync(program, 'const { loadProgram } = await import(' + JSON.stringify(loader) + ');'
        + "process.send(loadProgram('migrate').build ?? 'the current one'); process.exit(0);");
      cluster.setupPrimary({ exec: program, execArgv: [] });
      cluster.fork().on('message', (message) => console.log(JSON.stringify(message)));`);
  expect(loadedIn(folder)).toBe('of the primary process');
  expect(readdirSync(join(folder, 'users'))).toEqual([]);
  rmSync(folder, { recursive: true });
});
