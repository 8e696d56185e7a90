import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { type ChildService, createMachine } from '../service/child-service.js';

/** Prints a line when a process loads the query compiler, which has megabytes of WebAssembly. */
const WATCH = `const { Module } = WebAssembly;
WebAssembly.Module = class extends Module {
  constructor(code) {
    super(code);
    if (code.byteLength > 1e6) process.stderr.write('the compiler is loaded\\n');
  }
};`;
const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(WATCH)}"` };

const machine = createMachine();
let dataDir: string;
let service: ChildService;
beforeAll(async () => {
  dataDir = await machine.dataDir();
  service = machine.start(dataDir, env);
  await service.baseUrl;
});
afterAll(() => machine.clear());

/** Runs an operator command next to the service; returns what it printed on stderr. */
async function command(line: string): Promise<string> {
  const { port } = new URL(await service.baseUrl);
  const run = `"${process.execPath}" dist/src/launch/admin.js ${line} 2>&1 >&3 3>&-`;
  return execFileSync('sh', ['-c', `{ ${run}; } 3>/dev/null`], {
    cwd: projectRoot(),
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: port },
    encoding: 'utf8',
  });
}

test('a restart of the service needs no query compiler until it is ready', () => {
  expect(service.said().stderr).toBe('');
});

test('the operator commands user list and game update need no query compiler', async () => {
  for (const line of [
    'user list',
    'user create --username ahead',
    'game create --slug ahead --name Ahead',
    'game update --slug ahead --name Again',
  ]) {
    expect(await command(line), line).toBe(`used DATA_DIR ${dataDir}\n`);
  }
});

test('an operator command with an unknown query loads the query compiler and succeeds', async () => {
  const client = '--username ahead --name App --redirect-uri http://127.0.0.1/ --scopes mods:read';
  const printed = await command(`oauth-client create ${client}`);
  expect(printed).toBe(`the compiler is loaded\nused DATA_DIR ${dataDir}\n`);
});
