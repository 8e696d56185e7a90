import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CiIssuer, startCiIssuer } from '../../../clients/testing/ci-issuer.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, readyVersion, refusal } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { addTeamMember } from '../../team-members.js';
import {
  GITHUB,
  GITLAB,
  githubClaims,
  gitlabClaims,
  runOf,
  trust,
} from '../../trusted-publishing.js';

const environment: NodeJS.ProcessEnv = {};
let issuer: CiIssuer;

beforeAll(async () => {
  issuer = await startCiIssuer();
  environment['TRUSTED_ISSUERS'] = issuer.url;
});
afterAll(() => issuer.stop());

const world = useWorld(environment, { jobs: 'when-settled' });

let ada: Creator;
let modId: string;
let publisher: Json;

beforeAll(async () => {
  await newGame(world, 'trusted');
  ada = await world.creator('ada');
  modId = (await draftMod(ada, 'trusted')).id;
  publisher = await trust(ada, modId, { issuer: issuer.url, provider: 'github', ...GITHUB });
});

const token = (more = {}) => issuer.sign(githubClaims(world, issuer, more));
const run = async (more = {}) => runOf(world, modId, await token(more));
const publish = (actor: Actor, versionId: string) =>
  actor.post(`/mods/${modId}/versions/${versionId}/publish`, {});
const seen = async (versionId: string) =>
  (await world.anon.get(`/mods/${modId}/versions/${versionId}`)).body.data;

describe('a version that CI publishes', () => {
  const PROVENANCE = {
    provider: 'github',
    repository: 'ada/lanterns',
    repository_id: '4711',
    commit: '0123456789abcdef0123456789abcdef01234567',
    ref: 'refs/tags/v1.0.0',
    workflow: 'release.yml',
    run_id: '1001',
  };

  it('a run at GitHub publishes a version whose provenance REST, GraphQL and the page show', async () => {
    const ci = await run();
    const { versionId } = await readyVersion(world, ci, modId, { version: '1.0.0' });
    const published = await publish(ci, versionId);
    const runUrl = `${issuer.url}/ada/lanterns/actions/runs/1001/attempts/1`;
    const expected = { ...PROVENANCE, issuer: issuer.url, run_url: runUrl };
    expect(published.body.data.provenance).toEqual(expected);
    expect((await seen(versionId)).provenance).toEqual(expected);
    const list = await world.anon.get(`/mods/${modId}/versions`);
    expect(list.body.data[0].provenance).toEqual(expected);
    const { body } =
      await world.anon.graphql(`{ getModVersion(modId: "${modId}", versionId: "${versionId}") {
      provenance { commit environment runUrl } } }`);
    expect(body.data.getModVersion.provenance).toEqual({
      commit: PROVENANCE.commit,
      environment: null,
      runUrl,
    });
    for (const [language, words] of [
      ['en', 'Where it was built'],
      ['de', 'Herkunft der Dateien'],
      ['ru', 'Происхождение файлов'],
    ] as const) {
      const address = `${world.baseUrl}/mods/${modId}/versions/${versionId}?lang=${language}`;
      const page = await (await fetch(address, { headers: { Accept: 'text/html' } })).text();
      expect(page).toContain(words);
      expect(page).toContain(`href="${runUrl}"`);
      expect(page).toContain(PROVENANCE.commit);
    }
  });

  longTest('a pipeline at GitLab publishes a version with its provenance', async () => {
    await trust(ada, modId, { issuer: issuer.url, ...GITLAB });
    const ci = await runOf(world, modId, await issuer.sign(gitlabClaims(world, issuer)));
    const { versionId } = await readyVersion(world, ci, modId, { version: '1.1.0' });
    expect((await publish(ci, versionId)).body.data.provenance).toMatchObject({
      provider: 'gitlab',
      repository: GITLAB.repository,
      run_id: '2002',
      ref: 'refs/tags/v1.0.0',
      run_url: `${issuer.url}/${GITLAB.repository}/-/pipelines/2002`,
    });
  });

  it('the audit log names the owner and the publisher for each step', async () => {
    const ci = await run({ run_id: '1' });
    const { versionId, uploadId } = await readyVersion(world, ci, modId, { version: '1.2.0' });
    await publish(ci, versionId);
    const lines = await world.platform.db.auditEntry.findMany({
      where: { targetId: { in: [versionId, uploadId] }, actorId: { not: null } },
    });
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['upload.accepted', 'version.published']),
    );
    for (const { actorId, credentialKind, credentialId } of lines) {
      expect([actorId, credentialKind, credentialId]).toEqual([
        ada.userId,
        'trusted_publisher',
        publisher.id,
      ]);
    }
  });

  longTest('a second token of the same run finishes what the first one began', async () => {
    const first = await run({ run_id: '2' });
    const { versionId } = await readyVersion(world, first, modId, { version: '1.3.0' });
    const second = await run({ run_id: '2', run_attempt: '2' });
    expect((await publish(second, versionId)).body.data.provenance.run_id).toBe('2');
  });

  longTest('the provenance of a version cannot be changed', async () => {
    const ci = await run({ run_id: '3' });
    const { versionId, uploadId } = await readyVersion(world, ci, modId, { version: '1.4.0' });
    await publish(ci, versionId);
    const { db } = world.platform;
    const where = { id: versionId };
    const forged = db.modVersion.update({ where, data: { provenance: { repository: 'x/y' } } });
    await expect(forged).rejects.toThrow('provenance');
    const row = await db.uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
    const moved = db.uploadSession.update({ where: { id: uploadId }, data: { ciRunId: null } });
    await expect(moved).rejects.toThrow('run of an upload');
    const facts = db.ciRun.update({ where: { id: row.ciRunId ?? '' }, data: { facts: {} } });
    await expect(facts).rejects.toThrow('run of an upload');
  });
});

describe('a version without provenance', () => {
  longTest('a file of a person gets no provenance if a run publishes it', async () => {
    const { versionId } = await readyVersion(world, ada, modId, { version: '2.0.0' });
    expect((await publish(await run(), versionId)).body.data).not.toHaveProperty('provenance');
    expect(await seen(versionId)).not.toHaveProperty('provenance');
  });

  longTest('a file of a run gets no provenance if a person publishes it', async () => {
    const { versionId } = await readyVersion(world, await run(), modId, { version: '2.1.0' });
    expect((await publish(ada, versionId)).body.data).not.toHaveProperty('provenance');
  });

  it.each(
    everyNth(
      [
        ['of another run', { run_id: '77' }],
        ['of another commit', { sha: 'f'.repeat(40) }],
      ],
      3,
    ),
  )('a file of a run gets no provenance if a run %s publishes it', async (what, claims) => {
    const version = { version: `2.2.0-${what.split(' ').at(-1)}` };
    const { versionId } = await readyVersion(world, await run(), modId, version);
    const { body } = await publish(await run(claims), versionId);
    expect(body.data).not.toHaveProperty('provenance');
  });
});

describe('the reach of a run', () => {
  it('a run cannot touch another mod, even of its owner', async () => {
    const other = (await draftMod(ada, 'trusted')).id;
    const ci = await run();
    const made = await ci.post(`/mods/${other}/versions`, { version: '1' });
    expect(refusal(made)).toBe('403 resource_scope_denied');
    expect(refusal(await ci.get(`/mods/${other}`))).toBe('404 not_found');
  });

  it.each(
    everyNth(
      [
        ['the texts of its mod', 'PATCH', 'mods/MOD', 'insufficient_scope'],
        ['the team', 'GET', 'mods/MOD/team-members', 'insufficient_scope'],
        ['trusted publishers', 'GET', 'beta/mods/MOD/trusted-publishers', 'insufficient_scope'],
        ['keys', 'GET', 'api-keys', 'insufficient_scope'],
        ['the profile', 'PATCH', 'me/profile', 'insufficient_scope'],
        ['the mods of its owner', 'GET', 'me/resources', 'insufficient_scope'],
        ['webhooks', 'GET', 'webhook-subscriptions', 'insufficient_scope'],
        ['a new mod', 'POST', 'mods', 'insufficient_scope'],
      ],
      3,
    ),
  )('a run cannot reach %s', async (_what, method, path, code) => {
    const ci = await run();
    const body = method === 'GET' ? {} : { body: {} };
    const headers = { 'If-Match': '"x"', 'Idempotency-Key': 'x' };
    const answer = await ci.request(method, `/${path.replace('MOD', modId)}`, { ...body, headers });
    expect(refusal(answer)).toBe(`403 ${code}`);
  });

  it('a run cannot roll a version back', async () => {
    const ci = await run({ run_id: '5' });
    const { versionId } = await readyVersion(world, ci, modId, { version: '3.0.0' });
    await publish(ci, versionId);
    const rolled = await ci.post(`/mods/${modId}/versions/${versionId}/rollback`, {});
    expect(refusal(rolled)).toBe('403 insufficient_scope');
  });

  longTest('a run of an admin has no rights of staff', async () => {
    const root = await world.creator('root');
    const mod = (await draftMod(root, 'trusted')).id;
    await trust(root, mod, { issuer: issuer.url, provider: 'github', ...GITHUB });
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    const ci = await runOf(world, mod, await token());
    expect(refusal(await ci.get(`/mods/${(await draftMod(ada, 'trusted')).id}`))).toBe(
      '404 not_found',
    );
    const { body } = await ci.graphql('{ listModReports { items { id } } }');
    expect(body.errors[0].extensions.code).not.toBeUndefined();
  });

  longTest('a run and its owner have separate idempotency keys', async () => {
    const headers = { 'Idempotency-Key': 'one-key-of-two-callers' };
    const path = `/mods/${modId}/versions`;
    const own = await ada.post(path, { version: '4.0.0' }, headers);
    const ci = await (await run()).post(path, { version: '4.1.0' }, headers);
    expect([own.status, ci.status]).toEqual([201, 201]);
    expect(own.body.data.id).not.toBe(ci.body.data.id);
  });
});

describe('the configuration of trusted publishers', () => {
  const path = () => `/beta/mods/${modId}/trusted-publishers`;
  const workflow = { provider: 'github', repository: 'ada/other', workflow: 'ci.yml' };
  const input = (more = {}) => ({ issuer: issuer.url, ...workflow, ...more });

  it('a second factor is required', async () => {
    const weak = await ada.withToken({ scopes: 'teams:admin', aal2: false });
    const gone = weak.request('DELETE', `${path()}/${publisher.id}`);
    const refused = await Promise.all([weak.post(path(), input()), gone]);
    expect(refused.map(refusal)).toEqual(Array(2).fill('403 step_up_required'));
  });

  it('a maintainer, a stranger and a key for another mod cannot configure them', async () => {
    const bob = await world.creator('bob');
    expect(refusal(await bob.post(path(), input()))).toBe('403 forbidden');
    await addTeamMember(world, modId, { userId: bob.userId, role: 'maintainer' });
    expect(refusal(await bob.post(path(), input()))).toBe('403 team_role_denied');
    expect(refusal(await bob.get(path()))).toBe('403 team_role_denied');
    const other = (await draftMod(ada, 'trusted')).id;
    const key = await ada.withToken({ scopes: 'teams:admin', modIds: [other] });
    expect(refusal(await key.post(path(), input()))).toBe('403 resource_scope_denied');
  });

  it.each(
    everyNth(
      [
        ['issuer', { issuer: 'https://issuer.example' }],
        ['repository', { repository: 'ada' }],
        ['repository', { repository: 'ada/a/b' }],
        ['workflow', { workflow: '../release.yml' }],
        ['workflow', { workflow: 'dir/release.yml' }],
        ['workflow', { workflow: 'release.txt' }],
        ['ref', { ref: 'main' }],
        ['ref', { ref: 'refs/heads/*x' }],
        ['repository_id', { repository_id: 'x' }],
        ['environment', { environment: '' }],
      ],
      3,
    ),
  )('a faulty %s is refused: %j', async (field, more) => {
    const answer = await ada.post(path(), input(more));
    expect(refusal(answer)).toBe('400 invalid_input');
    expect(answer.body.fields[0].field).toBe(field);
  });

  longTest('the same publisher twice, and more than ten, are refused', async () => {
    const mod = (await draftMod(ada, 'trusted')).id;
    const at = `/beta/mods/${mod}/trusted-publishers`;
    for (const nth of Array(10).keys()) await trust(ada, mod, input({ workflow: `w${nth}.yml` }));
    expect(refusal(await ada.post(at, input({ workflow: 'w1.yml' })))).toBe('409 invalid_state');
    expect(refusal(await ada.post(at, input({ workflow: 'more.yml' })))).toBe('409 invalid_state');
  });

  longTest('unused runs are removed a day after their token expired', async () => {
    const used = await run({ run_id: '6' });
    await readyVersion(world, used, modId, { version: '5.0.0' });
    const before = await world.platform.db.ciRun.count();
    await run({ run_id: '7' });
    world.clock.advance(2 * 86_400);
    await enqueue(world.platform.db, { kind: 'sweep-identity', payload: {} });
    await world.settled();
    const left = await world.platform.db.ciRun.findMany({ include: { uploads: true } });
    expect(left.length).toBeLessThanOrEqual(before);
    expect(new Set(left.map(({ uploads }) => uploads.length > 0))).toEqual(new Set([true]));
  });
});
