import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { runOperatorCommand } from '../../scripts/walkthrough/operator.js';
import { projectRoot } from '../../src/platform/release.js';
import { GAME, publishCatalog } from './catalog.js';
import { startCiIssuer } from './ci-issuer.js';
import { CI_REQUEST_TOKEN, startControl } from './control.js';
import { startFaultProxy } from './fault-proxy.js';
import { createPerson } from './person.js';

// The service that the tests of the clients use: on embedded parts in a temporary folder, behind a
// fault proxy, with a small catalog. Prints one line of JSON and runs until stdin closes.

const USERNAME = 'client-tester';
const PASSWORD = 'correct-horse-battery-staple-41';
const SCOPES = {
  base: ['mods:read', 'files:download', 'install_plans:resolve', 'profile:read'],
  creator: [
    'mods:read',
    'mods:write',
    'versions:write',
    'versions:publish',
    'files:upload',
    'files:download',
    'install_plans:resolve',
    'profile:read',
    'webhooks:read',
    'webhooks:write',
    'account:read',
    'versions:archive',
    'credentials:manage',
  ],
  owner: ['mods:read', 'mods:write', 'teams:admin'],
};

const folder = await mkdtemp(join(tmpdir(), 'modport-clients-'));
// As root, the embedded PostgreSQL runs as another user, who must be able to enter.
await chmod(folder, 0o755);
const proxy = await startFaultProxy();
const issuer = await startCiIssuer();
const port = await freePort();
Object.assign(process.env, {
  DATA_DIR: join(folder, 'data'),
  PUBLIC_URL: proxy.url,
  HOST: '127.0.0.1',
  PORT: String(port),
  SEED_DEMO: 'false',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  WEBHOOK_TARGETS: 'any',
  MIRROR: 'disk',
  TRUSTED_ISSUERS: issuer.url,
});
const service = spawn(process.execPath, ['dist/src/server/main.js'], {
  cwd: projectRoot(),
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await untilStarted();
  proxy.forwardTo(port);
  const account = await createAccount();
  const control = await startControl({
    proxy,
    issuer,
    person: createPerson(proxy.url, account),
  });
  const catalog = await publishCatalog(proxy.url, account.token);
  proxy.log.length = 0;
  const { token, reader_token, client_id } = account;
  const facts = { base_url: proxy.url, control_url: control.url, token, reader_token, client_id };
  const login = { username: USERNAME, password: PASSWORD };
  const ci = { owner_token: account.owner_token, ci_request_token: CI_REQUEST_TOKEN };
  const ci_issuer = issuer.url;
  console.log(JSON.stringify({ ...facts, ...login, ...ci, ci_issuer, game: GAME, ...catalog }));
  process.stdin.resume();
  await Promise.race([once(process.stdin, 'close'), once(process, 'SIGTERM')]);
  control.close();
} finally {
  proxy.close();
  await issuer.stop();
  // After SIGTERM, an open stdin would keep the process alive.
  process.stdin.destroy();
  if (service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}

/** Waits for the line with the address of the service. Throws if the service ends first. */
async function untilStarted(): Promise<void> {
  for await (const line of createInterface(service.stdout)) {
    if (line.includes('running at')) {
      // Unread output would block the service.
      service.stdout.resume();
      return;
    }
  }
  throw new Error('the service ended before it was ready');
}

async function createAccount() {
  const user = ['user', 'create', '--username', USERNAME, '--password', PASSWORD];
  await runOperatorCommand(user);
  const totp = await runOperatorCommand(['user', 'totp', '--username', USERNAME]);
  const game = ['game', 'create', '--slug', GAME, '--name', 'Game of the clients'];
  await runOperatorCommand([...game, '--loaders', 'plain other', '--versions', '1.0 1.1']);
  const application = ['oauth-client', 'create', '--username', USERNAME, '--name', 'Test manager'];
  const redirects = ['--redirect-uri', 'http://127.0.0.1/callback'];
  const asked = ['--scopes', [...SCOPES.creator, 'openid'].join(' ')];
  const client = await runOperatorCommand([...application, ...redirects, ...asked, '--approved']);
  return {
    username: USERNAME,
    password: PASSWORD,
    totpSecret: z.object({ secret: z.string() }).parse(totp).secret,
    client_id: z.object({ client_id: z.string() }).parse(client).client_id,
    token: await createToken(SCOPES.creator),
    reader_token: await createToken(SCOPES.base),
    owner_token: await createToken(SCOPES.owner),
  };
}

async function createToken(scopes: readonly string[]): Promise<string> {
  const args = ['token', 'create', '--username', USERNAME, '--scopes', scopes.join(' '), '--aal2'];
  return z.object({ token: z.string() }).parse(await runOperatorCommand(args)).token;
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
