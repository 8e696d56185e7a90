import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, start, temporaryFolder } from './cli.js';
import { FACTS } from './facts.js';
import { approve, faults } from './faults.js';
import { newProject } from './mod-project.js';
import { signedIn, storedTokens } from './sign-ins.js';

describe('modport login', () => {
  it('modport login signs in with the browser, keeps the tokens private, and remembers the service', async () => {
    const { home, said } = await signedIn();
    expect(said).toContain(FACTS.username);
    for (const token of storedTokens(home)) expect(said).not.toContain(token);
    const [name = ''] = readdirSync(join(home, 'sign-ins'));
    expect(statSync(join(home, 'sign-ins', name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'sign-ins')).mode & 0o777).toBe(0o700);
    const env = { MODPORT_HOME: home, MODPORT_SERVER: undefined };
    const { code, data } = await modportJson(['whoami'], { env });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      user: { username: FACTS.username },
      credential: { kind: 'oauth' },
    });
  });

  it('modport login signs in on another device with a code', async () => {
    const { home } = await signedIn('--device');
    expect((await modport(['whoami'], { env: { MODPORT_HOME: home } })).code).toBe(0);
  });

  it('modport login says to sign in again if the response with the tokens of a device is lost', async () => {
    await faults({ match: { path: '/oauth/token' }, fault: { kind: 'drop-response' } });
    const args = ['login', '--no-browser', '--device'];
    const running = start(args, { env: { MODPORT_HOME: temporaryFolder() } });
    const [, url = '', user = ''] = await running.said(/Open (\S+) .*code (\S+)/);
    await approve(`${url}?user_code=${user}`);
    const { code, stderr } = await running.ended;
    expect(code).toBe(3);
    expect(stderr).toContain(
      'The sign-in failed: it is no longer valid. Run "modport login" again.',
    );
  });

  it('modport login asks for the rights to publish only with --publish', async () => {
    const reading = await signedIn();
    const env = { MODPORT_HOME: reading.home };
    expect((await modportJson(['whoami'], { env })).data.credential.scopes).not.toContain(
      'files:upload',
    );
    const publishing = await signedIn('--publish');
    const { data } = await modportJson(['whoami'], { env: { MODPORT_HOME: publishing.home } });
    expect(data.credential.scopes).toEqual(
      expect.arrayContaining(['files:upload', 'versions:publish']),
    );
  });

  it('a user signed in with --publish publishes a mod, and installs it', async () => {
    const env = { MODPORT_HOME: (await signedIn('--publish')).home };
    const { folder, slug } = newProject();
    expect(await modport(['publish'], { cwd: folder, env })).toMatchObject({ code: 0 });
    const args = ['install', slug, '--into', temporaryFolder()];
    expect((await modport(args, { env })).code).toBe(0);
  });

  it('a service that fails for the moment is exit code 5, and the sign-in stays', async () => {
    const { home } = await signedIn();
    const [name = ''] = readdirSync(join(home, 'sign-ins'));
    const file = join(home, 'sign-ins', name);
    const expired = { ...JSON.parse(readFileSync(file, 'utf8')), expiresAt: 0 };
    writeFileSync(file, JSON.stringify(expired));
    const env = { MODPORT_HOME: home };
    await faults({ match: { path: '/oauth/token' }, fault: { kind: 'status', status: 503 } });
    const { code, error } = await modportJson(['whoami'], { env });
    expect({ code, error: error.code }).toEqual({ code: 5, error: 'unreachable' });
    expect((await modport(['whoami'], { env })).code).toBe(0);
  });

  it('modport login ends with 130 after Ctrl-C, and stores nothing', async () => {
    const home = temporaryFolder();
    const running = start(['login', '--no-browser'], { env: { MODPORT_HOME: home } });
    await running.said(/authorize/);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(readdirSync(home, { recursive: true })).toEqual(['sign-ins']);
  });

  it('modport login refuses a folder of other users before the sign-in, and other commands need no folder', async () => {
    const home = temporaryFolder();
    const env = { MODPORT_HOME: home };
    mkdirSync(join(home, 'sign-ins'));
    chmodSync(join(home, 'sign-ins'), 0o777);
    const { code, stdout, stderr } = await modport(['login', '--no-browser'], { env });
    expect(code).not.toBe(0);
    expect(stderr).toContain('chmod go-w');
    expect(stdout + stderr).not.toContain('authorize');
    for (const args of [['search', 'base'], ['logout']]) {
      expect((await modport(args, { env })).code).toBe(0);
    }
  });
});

describe('modport logout', () => {
  it('modport logout revokes the tokens, so that a copy of them is worthless', async () => {
    const { home } = await signedIn();
    const [accessToken = ''] = storedTokens(home);
    expect((await modport(['logout'], { env: { MODPORT_HOME: home } })).code).toBe(0);
    const response = await fetch(`${FACTS.base_url}/v1/me`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(response.status).toBe(401);
    expect((await modport(['whoami'], { env: { MODPORT_HOME: home } })).code).toBe(3);
    expect((await modport(['logout'], { env: { MODPORT_HOME: home } })).code).toBe(0);
  });

  it.each([
    ['another application', { clientId: 'other' }],
    ['an address that is no URL', { issuer: 'modport.example' }],
  ])('modport logout does not claim to sign out of the tokens of %s', async (_name, other) => {
    const { home } = await signedIn();
    const [name = ''] = readdirSync(join(home, 'sign-ins'));
    const file = join(home, 'sign-ins', name);
    const changed = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...other });
    writeFileSync(file, changed);
    const { code, data } = await modportJson(['logout'], { env: { MODPORT_HOME: home } });
    expect({ code, data }).toMatchObject({ code: 0, data: { signed_out: false } });
    expect(readFileSync(file, 'utf8')).toBe(changed);
  });
});

describe('a credential', () => {
  it('a credential is never sent without encryption to another machine', async () => {
    const env = { MODPORT_TOKEN: FACTS.token, MODPORT_SERVER: 'http://mods.example' };
    const { code, error } = await modportJson(['whoami'], { env });
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'server_unencrypted' });
  });

  it('a credential never appears in an error message', async () => {
    const env = { MODPORT_TOKEN: FACTS.token };
    const args = ['info', FACTS.token];
    const { stdout, stderr } = await modport(args, { env });
    expect(stdout + stderr).not.toContain(FACTS.token);
    expect(stderr).toContain('[secret]');
  });

  it('a credential is absent from the environment of the running process and of its children', async () => {
    const env = { MODPORT_TOKEN: FACTS.token, NODE_OPTIONS: '--report-on-signal' };
    const cwd = temporaryFolder();
    const running = start(['login', '--no-browser'], { env, cwd });
    await running.said(/authorize/);
    running.child.kill('SIGUSR2');
    while (readdirSync(cwd).length === 0) await new Promise((resolve) => setImmediate(resolve));
    running.child.kill('SIGINT');
    await running.ended;
    const [report = ''] = readdirSync(cwd);
    expect(readFileSync(join(cwd, report), 'utf8')).not.toContain(FACTS.token);
  });

  it('a credential that is refused leads to exit code 3 and says what to do', async () => {
    const env = { MODPORT_TOKEN: 'mpat_wrong' };
    const { code, stderr } = await modport(['whoami'], { env });
    expect(code).toBe(3);
    expect(stderr).toContain('MODPORT_TOKEN');
  });

  it('a credential without a second factor leads to advice about the one that is in use', async () => {
    const body = { code: 'step_up_required', title: 'T', detail: 'D', retryable: false };
    const type = 'application/problem+json';
    const fault = { kind: 'status', status: 403, body: JSON.stringify(body), type };
    await faults({ match: { path: '/search' }, times: 9, fault });
    const token = await modport(['search', 'x'], { env: { MODPORT_TOKEN: FACTS.token } });
    expect(token.stderr).toContain('created with a second factor into MODPORT_TOKEN');
    expect(token.stderr).not.toContain('modport login');
    const stored = await modport(['search', 'x']);
    expect(stored.stderr).toContain('modport login');
    expect([token.code, stored.code]).toEqual([3, 3]);
  });
});

describe('modport keys', () => {
  it('modport keys lists and revokes keys', async () => {
    const env = { MODPORT_TOKEN: FACTS.token };
    const created = await modportJson(['keys', 'create', 'ci', '--scope', 'mods:read'], { env });
    expect(created.code).toBe(0);
    expect(created.data.secret).toMatch(/^mpat_/);
    const { data } = await modportJson(['keys', 'list'], { env });
    expect(data.keys.map((key: { id: string }) => key.id)).toContain(created.data.id);
    expect(JSON.stringify(data)).not.toContain(created.data.secret);
    const rotated = await modportJson(['keys', 'rotate', created.data.id], { env });
    expect(rotated.code).toBe(0);
    expect((await modport(['keys', 'revoke', rotated.data.id], { env })).code).toBe(0);
  });

  it('modport keys create explains that a sign-in cannot make keys', async () => {
    const { home } = await signedIn('--scope', 'credentials:manage');
    const args = ['keys', 'create', 'ci', '--scope', 'mods:read'];
    const { code, error } = await modportJson(args, { env: { MODPORT_HOME: home } });
    expect({ code, error: error.code }).toEqual({ code: 3, error: 'keys_need_token' });
  });

  it('modport keys rotate names the reason of the service for a refused token', async () => {
    const detail = 'The key would outlive the credential of this request.';
    const body = JSON.stringify({ code: 'forbidden', title: 'T', detail, retryable: false });
    const type = 'application/problem+json';
    await faults({
      match: { method: 'POST', path: '/rotate' },
      fault: { kind: 'status', status: 403, body, type },
    });
    const args = ['keys', 'rotate', FACTS.draft_mod];
    const { code, error } = await modportJson(args, { env: { MODPORT_TOKEN: FACTS.token } });
    expect({ code, error }).toMatchObject({
      code: 4,
      error: { code: 'forbidden', message: detail },
    });
  });
});
