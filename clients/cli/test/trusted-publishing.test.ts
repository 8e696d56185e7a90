import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson } from './cli.js';
import { FACTS } from './facts.js';
import { faults, forget, requests } from './faults.js';
import { build, CREATOR, newProject } from './mod-project.js';

// The service exchanges the tokens of a real issuer. clients/testing/ci-jobs.ts has their claims.

const GITHUB = { issuer: FACTS.ci_issuer, provider: 'github', repository: 'ada/lanterns' };
const GITLAB = { issuer: FACTS.ci_issuer, provider: 'gitlab', repository: 'studio/mods/lanterns' };
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** The environment that GitHub Actions gives a job with `id-token: write`. */
const githubJob = () => ({
  ACTIONS_ID_TOKEN_REQUEST_URL: `${FACTS.control_url}/ci/github?api-version=2.0`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: FACTS.ci_request_token,
});

/** The environment that GitLab gives a job with `id_tokens`. */
async function gitlabJob(audience = FACTS.base_url) {
  const address = `${FACTS.control_url}/ci/gitlab?audience=${encodeURIComponent(audience)}`;
  const { value } = (await (await fetch(address)).json()) as { value: string };
  return { MODPORT_ID_TOKEN: value };
}

/** A checkout whose mod has one published version and trusts both workflows. */
async function trustedProject() {
  const { folder, slug } = newProject();
  const { data } = await modportJson(['publish'], { cwd: folder, env: CREATOR });
  await trust(data.mod_id, { ...GITHUB, workflow: 'release.yml' });
  await trust(data.mod_id, { ...GITLAB, workflow: '.gitlab-ci.yml' });
  nameById(folder, data.mod_id);
  return { folder, slug, modId: String(data.mod_id) };
}

async function trust(modId: string, input: object): Promise<void> {
  const response = await fetch(`${FACTS.base_url}/v1/beta/mods/${modId}/trusted-publishers`, {
    method: 'POST',
    headers: {
      'User-Agent': 'cli-tests/1.0 (+https://example.org)',
      'X-Service-Client': 'cli-tests',
      'X-Service-Client-Version': '1.0',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${FACTS.owner_token}`,
    },
    body: JSON.stringify(input),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

/** Makes the manifest name its mod by the id alone, as trusted publishing needs. */
function nameById(folder: string, modId: string): void {
  const path = join(folder, 'modport.toml');
  const text = readFileSync(path, 'utf8').replace(/slug = ".*"/, `id = "${modId}"`);
  writeFileSync(path, text);
}

async function version(modId: string, id: string) {
  const response = await fetch(`${FACTS.base_url}/v1/mods/${modId}/versions/${id}`);
  const { data } = (await response.json()) as { data: object & { provenance?: unknown } };
  return data;
}

describe('publishing from CI through the token exchange', () => {
  it('a job at GitHub publishes a version whose provenance the catalog shows', async () => {
    const { folder, modId } = await trustedProject();
    build(folder);
    const args = ['publish', '--version', '1.1.0'];
    const { code, data, stderr } = await modportJson(args, { cwd: folder, env: githubJob() });
    expect({ code, stderr: stderr.includes(FACTS.ci_request_token) }).toEqual({
      code: 0,
      stderr: false,
    });
    expect(await version(modId, data.version_id)).toMatchObject({
      version: '1.1.0',
      status: 'published',
      provenance: {
        ...GITHUB,
        commit: COMMIT,
        ref: 'refs/tags/v1.0.0',
        workflow: 'release.yml',
        run_id: '1001',
      },
    });
  });

  it('a job at GitLab publishes a version whose provenance the catalog shows', async () => {
    const { folder, modId } = await trustedProject();
    build(folder);
    const options = { cwd: folder, env: await gitlabJob() };
    const { code, data } = await modportJson(['publish', '--version', '1.2.0'], options);
    expect(code).toBe(0);
    expect((await version(modId, data.version_id)).provenance).toMatchObject({
      ...GITLAB,
      commit: COMMIT,
      workflow: '.gitlab-ci.yml',
      run_id: '2002',
    });
  });

  it('a version that its owner published has no provenance', async () => {
    const { folder, modId } = await trustedProject();
    build(folder);
    const args = ['publish', '--version', '1.3.0'];
    const { data } = await modportJson(args, { cwd: folder, env: CREATOR });
    const published = await version(modId, data.version_id);
    expect(published).toMatchObject({ version: '1.3.0', status: 'published' });
    expect(published).not.toHaveProperty('provenance');
  });

  it('a second attempt of a job finishes what the first one began, with its provenance', async () => {
    const { folder, modId } = await trustedProject();
    build(folder);
    const args = ['publish', '--version', '1.4.0'];
    await faults({ match: { path: '/publish$' }, times: 9, fault: { kind: 'refuse' } });
    expect((await modport(args, { cwd: folder, env: githubJob() })).code).toBe(5);
    await faults();
    await forget();
    const { code, data } = await modportJson(args, { cwd: folder, env: githubJob() });
    expect(code).toBe(0);
    expect((await requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
    expect((await version(modId, data.version_id)).provenance).toMatchObject({ run_id: '1001' });
  });

  it('the token of a job that was used before is refused, with exit code 3', async () => {
    const { folder } = await trustedProject();
    const env = await gitlabJob();
    build(folder);
    const first = await modport(['publish', '--version', '1.5.0'], { cwd: folder, env });
    const again = await modportJson(['publish', '--version', '1.5.0'], { cwd: folder, env });
    expect([first.code, again.code, again.error.code]).toEqual([0, 3, 'sign_in_failed']);
    expect(again.stderr).not.toContain(env.MODPORT_ID_TOKEN);
  });

  it('a token for another service is refused, and nothing is created', async () => {
    const { folder, slug } = await trustedProject();
    const before = (await modportJson(['info', slug])).data.versions;
    const env = await gitlabJob('https://other.example');
    const { code, error } = await modportJson(['publish', '--version', '1.6.0'], {
      cwd: folder,
      env,
    });
    expect({ code, error: error.code }).toEqual({ code: 3, error: 'sign_in_failed' });
    expect((await modportJson(['info', slug])).data.versions).toEqual(before);
  });

  it('a job without a trusted publisher of the mod is refused', async () => {
    const { folder } = newProject();
    nameById(folder, FACTS.draft_mod);
    const { code, error } = await modportJson(['publish'], { cwd: folder, env: githubJob() });
    expect({ code, error: error.code }).toEqual({ code: 3, error: 'sign_in_failed' });
  });
});
