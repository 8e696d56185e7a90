import { startEnvironment } from './environment.js';
import { EXIT } from './exit-codes.js';
import { failure } from './failure.js';
import { safeText } from './output/safe-text.js';
import { createSecrets } from './output/secrets.js';
import { run } from './run.js';

// The process of the command line: streams, signals and the exit code.

const stop = new AbortController();
let signals = 0;
for (const [signal, code] of [
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
] as const) {
  process.on(signal, () => {
    signals += 1;
    stop.abort(failure(code, {}));
    // On a second signal, the user does not want to wait for the clean-up.
    if (signals > 1) process.exit(failure(code, {}).exitCode);
  });
}
// If a reader such as `head` closes the pipe, a running command stops and cleans up. A command that
// has ended keeps its exit code, so that the pipe does not hide a difference that `verify` found.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  stop.abort(failure('interrupted', {}));
});
// Messages that cannot be written, for example because a window was closed, stop no command.
process.stderr.on('error', () => undefined);

const secrets = createSecrets();
// Node would print the stack with a line of the bundle, and could print a secret.
process.on('uncaughtException', (error) => {
  process.stderr.write(`modport: ${safeText(secrets.redact(String(error)))}\n`);
  process.exit(EXIT.failed);
});

const env = { ...startEnvironment };
// Programs that this one starts, and diagnostic reports, must not contain these secrets.
for (const name of [
  'MODPORT_TOKEN',
  'MODPORT_ID_TOKEN',
  'MODPORT_WEBHOOK_SECRET',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
]) {
  secrets.hide(env[name] ?? '');
  delete process.env[name];
}

process.exitCode = await run({
  args: process.argv.slice(2),
  env,
  folder: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  signal: stop.signal,
  secrets,
});
