// npm run dev: the service, restarted after every change of a source that compiles, of a stored
// operation, or of a file of the API reference. It stays stopped while operations do not match the
// schema. The dashboard is bundled after every change of its own; load its page again then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { codegen } from './codegen.mjs';
import { ROOT, reportFailure } from './lib.mjs';

await reportFailure(codegen);
const compiler = spawn(
  process.execPath,
  [
    `${ROOT}/node_modules/typescript/bin/tsc`,
    '-p',
    'tsconfig.build.json',
    '--watch',
    '--preserveWatchOutput',
  ],
  { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
);
const bundler = spawn(
  process.execPath,
  [`${ROOT}/node_modules/vite/bin/vite.js`, 'build', 'dashboard', '--watch', '--logLevel', 'warn'],
  { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] },
);
let service;
let restarting = Promise.resolve();
let stopping = false;

compiler.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  if (text.includes('Found 0 errors')) restart();
});
// A changed schema changes the generated client, which the compiler then sees.
watch(`${ROOT}/prisma`, () => void reportFailure(codegen));
for (const folder of ['operations', 'reference']) watch(`${ROOT}/rest-facade/${folder}`, restart);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function restart() {
  restarting = restarting.then(async () => {
    await stopService();
    if (stopping || !(await isSound())) return;
    service = spawn(process.execPath, [`${ROOT}/dist/src/server/main.js`], {
      stdio: 'inherit',
      // A Ctrl-C must reach the service exactly once, from this script.
      detached: process.platform !== 'win32',
    });
  });
}

/** Whether the stored operations match the schema, which a start does not check. */
async function isSound() {
  const check =
    "import('./dist/src/server/check-program.js').then(({ checkProgram }) => checkProgram())";
  const checking = spawn(process.execPath, ['--import=reflect-metadata', '-e', check], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(checking, 'exit');
  return code === 0;
}

async function stopService() {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

async function stop() {
  if (stopping) return;
  stopping = true;
  compiler.kill();
  bundler.kill();
  await restarting;
  await stopService();
  process.exit(0);
}
