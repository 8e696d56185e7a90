import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modport, modportJson } from './cli.js';
import { FACTS } from './facts.js';
import { newProject } from './mod-project.js';

const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXBvOmFkYS9tYXBzIn0.c2lnbmF0dXJl';

interface Call {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly client: unknown;
  readonly form: URLSearchParams;
}

/** A CI and a service in one: it issues identity tokens, and exchanges them. */
async function ciService(outcome: { status: number; body: object }, identityStatus = 200) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const { authorization } = request.headers;
    const path = request.url ?? '';
    calls.push({ path, authorization, client: request.headers['x-service-client'], form });
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (path.startsWith('/ci')) send(identityStatus, { value: JWT });
    else if (path === '/oauth/token') send(outcome.status, outcome.body);
    else send(418, { code: 'seen', title: 'T', detail: 'D', retryable: false });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A project that names its mod by the id, as trusted publishing needs. */
function projectWithId(): string {
  const { folder } = newProject();
  const path = join(folder, 'modport.toml');
  const text = readFileSync(path, 'utf8').replace(/slug = ".*"/, `id = "${FACTS.draft_mod}"`);
  writeFileSync(path, text);
  return folder;
}

const github = (url: string) => ({
  MODPORT_SERVER: url,
  ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/ci?api=2`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token-of-the-job',
});

describe('publishing from a CI', () => {
  it('modport publish exchanges the identity of a GitHub job for a token of its mod without --trusted-publishing', async () => {
    const { url, calls } = await ciService({
      status: 200,
      body: { access_token: 'short-lived-token' },
    });
    const { code, stderr } = await modport(['publish'], { cwd: projectWithId(), env: github(url) });
    expect(code).toBe(4);
    const [identity, exchange, use] = calls;
    expect(identity?.path).toBe(`/ci?api=2&audience=${encodeURIComponent(url)}`);
    expect(identity?.authorization).toBe('Bearer request-token-of-the-job');
    expect(Object.fromEntries(exchange?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: JWT,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      audience: url,
      resource: `${url}/v1/mods/${FACTS.draft_mod}`,
    });
    expect(use).toMatchObject({ authorization: 'Bearer short-lived-token', client: 'modport-ci' });
    expect(stderr).not.toContain('short-lived-token');
  });

  it('modport publish uses the token that GitLab puts into MODPORT_ID_TOKEN', async () => {
    const { url, calls } = await ciService({
      status: 200,
      body: { access_token: 'short-lived-token' },
    });
    const env = { MODPORT_SERVER: url, MODPORT_ID_TOKEN: JWT };
    await modport(['publish'], { cwd: projectWithId(), env });
    expect(calls[0]?.form.get('subject_token')).toBe(JWT);
  });

  it('modport publish prefers MODPORT_TOKEN, unless trusted publishing is demanded', async () => {
    const { url, calls } = await ciService({
      status: 200,
      body: { access_token: 'short-lived-token' },
    });
    const env = { ...github(url), MODPORT_TOKEN: 'mpat_stored_in_the_ci' };
    await modport(['publish'], { cwd: projectWithId(), env });
    expect(calls[0]?.authorization).toBe('Bearer mpat_stored_in_the_ci');
    calls.length = 0;
    await modport(['publish', '--trusted-publishing'], { cwd: projectWithId(), env });
    expect(calls[0]?.path).toContain('/ci');
  });

  it('modport publish says why the service refused the job, with exit code 3', async () => {
    const body = { error: 'invalid_grant', error_description: `no publisher for ${JWT}` };
    const { url } = await ciService({ status: 400, body });
    const options = { cwd: projectWithId(), env: github(url) };
    const { code, error, stderr } = await modportJson(['publish'], options);
    expect({ code, error: error.code }).toEqual({ code: 3, error: 'sign_in_failed' });
    expect(error.message).toContain('no publisher for');
    expect(stderr).not.toContain(JWT);
  });

  it.each([
    ['the service', 503],
    ['the service', 429],
    ['GitHub', 503],
    ['GitHub', 429],
  ])('modport publish ends with exit code 5 if %s responds with %i', async (who, status) => {
    const [own, ofGithub] = who === 'GitHub' ? [200, status] : [status, 200];
    const body = { error: 'temporarily_unavailable' };
    const { url } = await ciService({ status: own, body }, ofGithub);
    const options = { cwd: projectWithId(), env: github(url) };
    const { code, error } = await modportJson(['publish'], options);
    expect({ code, error: error.code }).toEqual({ code: 5, error: 'unreachable' });
    expect(error.message).toContain(who === 'GitHub' ? `GitHub: status ${status}` : body.error);
  });

  it('trusted publishing demands an identity and the id of the mod', async () => {
    const { folder } = newProject();
    const args = ['publish', '--trusted-publishing'];
    expect((await modportJson(args, { cwd: folder })).error.code).toBe('manifest_invalid');
    expect((await modportJson(args, { cwd: projectWithId() })).error.code).toBe('ci_token_missing');
  });
});
