import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { type Creator, type Json, withSecret } from '../actors.js';
import { type CiIssuer, startCiIssuer } from '../ci-issuer.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame } from '../publishing.js';
import {
  addOwner,
  exchange,
  GITHUB,
  githubClaims,
  gitlabClaims,
  runOf,
  trust,
} from '../trusted-publishing.js';

const environment: NodeJS.ProcessEnv = {};
const issuers: CiIssuer[] = [];
let issuer: CiIssuer;
let hostile: CiIssuer;

beforeAll(async () => {
  issuer = await startCiIssuer();
  hostile = await startCiIssuer();
  issuers.push(issuer, hostile);
  environment['TRUSTED_ISSUERS'] = `${issuer.url},${hostile.url}`;
});
afterAll(() => Promise.all(issuers.map((each) => each.stop())));

const world = useWorld(environment, { jobs: 'when-settled', limits: { ciIssuerSeconds: 1 } });

let ada: Creator;
let modId: string;
let publisher: Json;

beforeAll(async () => {
  await newGame(world, 'trusted');
  ada = await world.creator('ada');
});

beforeEach(async () => {
  issuer.behave('well');
  modId = (await bareMod(ada, 'trusted')).id;
  publisher = await trust(ada, modId, { issuer: issuer.url, provider: 'github', ...GITHUB });
});

const github = (more = {}) => githubClaims(world, issuer, more);
const signed = (more = {}) => issuer.sign(github(more));
const refused = async (token: string, more = {}) => {
  const { status, body } = await exchange(world, modId, token, more);
  expect(body.access_token).toBeUndefined();
  return [status, body.error];
};
const NO_GRANT = [400, 'invalid_grant'];

describe('the exchange of a token of CI (RFC 8693)', () => {
  it('a job at GitHub gets a token of 15 minutes with exactly the scopes to publish', async () => {
    const { status, body } = await exchange(world, modId, await signed());
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'mods:read versions:write files:upload versions:publish',
      },
    ]);
    const me = await withSecret(world.baseUrl, body.access_token).get('/me');
    expect(me.body.data).toMatchObject({
      user: { id: ada.userId, username: 'ada', display_name: null, locale: null },
      credential: {
        kind: 'trusted_publisher',
        id: publisher.id,
        client_id: null,
        resource_grants: [{ type: 'mod', id: modId }],
      },
    });
  });

  it('a job at GitLab gets a token', async () => {
    const project = { repository: 'studio/mods/lanterns', workflow: '.gitlab-ci.yml' };
    await trust(ada, modId, { issuer: issuer.url, ...project, ref: 'refs/tags/v*' });
    const token = await issuer.sign(gitlabClaims(world, issuer));
    expect((await exchange(world, modId, token)).status).toBe(200);
  });

  it('the audit log names the owner who configured the publisher', async () => {
    await runOf(world, modId, await signed());
    const line = await world.platform.db.auditEntry.findFirstOrThrow({
      where: { action: 'trusted_publisher.token_issued', targetId: modId },
    });
    expect(line).toMatchObject({
      actorId: ada.userId,
      credentialKind: 'trusted_publisher',
      credentialId: publisher.id,
      data: { repository: 'ada/lanterns' },
    });
    expect(line.requestId).not.toBeNull();
  });

  it('a job may ask for fewer scopes, and names the mod by any of its addresses', async () => {
    const { body } = await exchange(world, modId, await signed(), {
      ...{ scope: 'files:upload', resource: `${world.baseUrl}/mods/${modId}` },
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: world.baseUrl,
    });
    expect(body.scope).toBe('files:upload');
  });

  it.each([
    ['another scope', { scope: 'mods:write' }, [400, 'invalid_scope']],
    ['no mod', { resource: null }, [400, 'invalid_target']],
    [
      'a mod of another service',
      { resource: 'https://other.example/v1/mods/x' },
      [400, 'invalid_target'],
    ],
    ['another audience', { audience: 'agent-gateway' }, [400, 'invalid_target']],
    [
      'another type of token',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      [400, 'invalid_request'],
    ],
    ['an actor', { actor_token: 'x', actor_token_type: 'y' }, [400, 'invalid_request']],
    ['the client of the command line', { client_id: 'modport-cli' }, [403, 'unauthorized_client']],
  ])('an exchange with %s is refused', async (_what, more, expected) => {
    expect(await refused(await signed(), more)).toEqual(expected);
  });
});

describe('refused tokens of CI', () => {
  const other = 'mallory/lanterns';
  it.each([
    [
      'of another repository',
      {
        repository: other,
        workflow_ref: `${other}/.github/workflows/release.yml@refs/heads/main`,
        job_workflow_ref: `${other}/.github/workflows/release.yml@refs/heads/main`,
      },
    ],
    [
      'of another workflow',
      {
        workflow_ref: 'ada/lanterns/.github/workflows/test.yml@refs/heads/main',
        job_workflow_ref: 'ada/lanterns/.github/workflows/test.yml@refs/heads/main',
      },
    ],
    [
      'of a reusable workflow of another repository',
      { job_workflow_ref: `${other}/.github/workflows/release.yml@refs/heads/main` },
    ],
    [
      'of a workflow file of another repository',
      {
        workflow_ref: `${other}/.github/workflows/release.yml@refs/heads/main`,
        job_workflow_ref: `${other}/.github/workflows/release.yml@refs/heads/main`,
      },
    ],
    [
      'of a file outside of the folder of workflows',
      {
        workflow_ref: 'ada/lanterns/release.yml@refs/heads/main',
        job_workflow_ref: 'ada/lanterns/release.yml@refs/heads/main',
      },
    ],
    ['of a pull request', { event_name: 'pull_request', ref: 'refs/heads/main' }],
    ['of a pull request with the rights of the target', { event_name: 'pull_request_target' }],
    ['of the merge ref of a pull request', { ref: 'refs/pull/7/merge' }],
    ['without a repository id', { repository_id: undefined }],
    ['without an owner id', { repository_owner_id: undefined }],
    ['without a workflow', { workflow_ref: undefined, job_workflow_ref: undefined }],
    ['without a commit', { sha: undefined }],
    ['with a commit that is no hash', { sha: 'main' }],
    ['with a repository that is a path', { repository: 'ada/../lanterns' }],
    ['without a jti', { jti: undefined }],
    ['without a subject', { sub: undefined }],
    ['without an expiry', { exp: undefined }],
    ['without an issue time', { iat: undefined }],
    ['for another audience', { aud: 'https://registry.example' }],
    ['for several audiences', { aud: ['https://registry.example', 'x'] }],
    ['without an audience', { aud: undefined }],
    ['of an issuer that is not trusted', { iss: 'https://issuer.example' }],
  ])('a token %s is refused', async (_what, claims) => {
    expect(await refused(await signed(claims))).toEqual(NO_GRANT);
  });

  it('a token whose audiences include others is refused', async () => {
    expect(await refused(await signed({ aud: [world.baseUrl, 'https://x.example'] }))).toEqual(
      NO_GRANT,
    );
    const alone = await exchange(world, modId, await signed({ aud: [world.baseUrl] }));
    expect(alone.status).toBe(200);
  });

  it.each([
    ['expired a minute ago', { exp: -60 }],
    ['is valid in a minute', { nbf: 60 }],
    ['was issued in the future', { iat: 60 }],
    ['was issued two days ago', { iat: -172_800 }],
  ])('a token that %s is refused', async (_what, offsets) => {
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const times = Object.entries(offsets).map(([name, offset]) => [name, now + offset]);
    expect(await refused(await signed(Object.fromEntries(times)))).toEqual(NO_GRANT);
  });

  it('a token within the tolerated difference of the clocks is accepted', async () => {
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const token = await signed({ exp: now - 5, nbf: now + 5, iat: now + 5 });
    expect((await exchange(world, modId, token)).status).toBe(200);
  });

  it('a token without a signature, or signed with a shared secret, is refused', async () => {
    const claims = github();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await refused(`${part({ alg: 'none' })}.${part(claims)}.`)).toEqual(NO_GRANT);
    const secret = Buffer.from('a secret of at least thirty-two bytes');
    issuer.publish({ kty: 'oct', k: secret.toString('base64url'), kid: 'shared', alg: 'HS256' });
    world.clock.advance(LIMITS.ciKeysRereadSeconds);
    const shared = await new SignJWT(github())
      .setProtectedHeader({ alg: 'HS256', kid: 'shared' })
      .sign(secret);
    expect(await refused(shared)).toEqual(NO_GRANT);
  });

  it('another trusted issuer cannot speak for a repository of this one', async () => {
    const stolen = await hostile.sign(github());
    expect(await refused(stolen)).toEqual(NO_GRANT);
    expect(await refused(await hostile.sign({ ...github(), iss: hostile.url }))).toEqual(NO_GRANT);
  });

  it.each(['', 'x', 'a.b.c', 'x'.repeat(20_000)])(
    'a text that is no token is refused',
    async (text) => {
      expect((await refused(text))[0]).toBe(400);
    },
  );

  it('a refusal names the member that differs', async () => {
    const { body } = await exchange(world, modId, await signed({ repository_id: '1' }));
    expect(body.access_token).toBeDefined();
    const refusal = await exchange(world, modId, await signed({ repository_id: '2' }));
    expect(refusal.body.detail).toContain('repository_id');
    expect(refusal.body.error_description).toContain('repository_id');
  });
});

describe('tokens of CI that are used twice', () => {
  it('a token is exchanged once', async () => {
    const token = await signed();
    expect((await exchange(world, modId, token)).status).toBe(200);
    expect(await refused(token)).toEqual(NO_GRANT);
  });

  it('a token that several requests exchange at once is exchanged once', async () => {
    const token = await signed();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => exchange(world, modId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('a token cannot be exchanged for a second mod', async () => {
    const second = (await bareMod(ada, 'trusted')).id;
    await trust(ada, second, { issuer: issuer.url, provider: 'github', ...GITHUB });
    const token = await signed();
    await runOf(world, modId, token);
    expect((await exchange(world, second, token)).status).toBe(400);
  });
});

describe('the stable ids of a repository', () => {
  it('the first run sets the ids, and a repository of the same name with others is refused', async () => {
    await runOf(world, modId, await signed());
    const { body } = await ada.get(`/beta/mods/${modId}/trusted-publishers`);
    expect(body.data[0]).toMatchObject({ repository_id: '4711', repository_owner_id: '99' });
    expect(body.data[0].last_used_at).not.toBeNull();
    expect(await refused(await signed({ repository_id: '4712' }))).toEqual(NO_GRANT);
    expect(await refused(await signed({ repository_owner_id: '100' }))).toEqual(NO_GRANT);
  });

  it('one of two concurrent first runs of different repositories is admitted', async () => {
    const tokens = await Promise.all([signed(), signed({ repository_id: '4712' })]);
    const answers = await Promise.all(tokens.map((token) => exchange(world, modId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('ids that the owner sets are never replaced', async () => {
    const mod = (await bareMod(ada, 'trusted')).id;
    const ids = { repository_id: '1', repository_owner_id: '2' };
    await trust(ada, mod, { issuer: issuer.url, provider: 'github', ...GITHUB, ...ids });
    expect((await exchange(world, mod, await signed())).body.error).toBe('invalid_grant');
    expect((await exchange(world, mod, await signed(ids))).status).toBe(200);
  });
});

describe('environments and refs', () => {
  const withRule = async (rule: object, claims: object) => {
    const mod = (await bareMod(ada, 'trusted')).id;
    await trust(ada, mod, { issuer: issuer.url, provider: 'github', ...GITHUB, ...rule });
    return (await exchange(world, mod, await signed(claims))).status;
  };

  it.each([
    [{ environment: 'release' }, { environment: 'Release' }, 200],
    [{ environment: 'release' }, { environment: 'test' }, 400],
    [{ environment: 'release' }, {}, 400],
    [{ ref: 'refs/heads/main' }, { ref: 'refs/heads/main' }, 200],
    [{ ref: 'refs/heads/main' }, { ref: 'refs/heads/main2' }, 400],
    [{ ref: 'refs/tags/v*' }, { ref: 'refs/tags/v2' }, 200],
    [{ ref: 'refs/tags/v*' }, { ref: 'refs/heads/v2' }, 400],
  ])('the rule %j answers a run with %j with %i', async (rule, claims, status) => {
    expect(await withRule(rule, claims)).toBe(status);
  });
});

describe('the end of trust', () => {
  const alive = async (token: string) =>
    (await withSecret(world.baseUrl, token).get(`/mods/${modId}`)).status;
  const issued = async () =>
    String((await exchange(world, modId, await signed())).body.access_token);

  it('a removed publisher ends its tokens and gets no new ones', async () => {
    const token = await issued();
    expect(await alive(token)).toBe(200);
    const gone = `/beta/mods/${modId}/trusted-publishers/${publisher.id}`;
    expect((await ada.request('DELETE', gone)).status).toBe(204);
    expect(await alive(token)).toBe(401);
    expect(await refused(await signed())).toEqual(NO_GRANT);
    expect((await ada.request('DELETE', gone)).status).toBe(410);
  });

  it('a publisher stops working when its owner is an owner no more', async () => {
    const token = await issued();
    await addOwner(world, modId, await world.creator(`bob-${modId.slice(-12)}`));
    const team = await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
    await world.platform.db.teamMember.updateMany({
      where: { teamId: team.teamId, userId: ada.userId },
      data: { role: 'maintainer' },
    });
    expect(await alive(token)).toBe(401);
    expect(await refused(await signed())).toEqual(NO_GRANT);
  });

  it.each([
    ['blocked', { state: 'blocked' }],
    ['leaving the service', { deletionDueAt: new Date(Date.now() + 864e5) }],
  ] as const)('a publisher stops working while its owner is %s', async (what, data) => {
    const owner = await world.creator(`owner-${what.slice(0, 7)}`);
    modId = (await bareMod(owner, 'trusted')).id;
    await trust(owner, modId, { issuer: issuer.url, provider: 'github', ...GITHUB });
    const token = await issued();
    await world.platform.db.user.update({ where: { id: owner.userId }, data });
    expect(await alive(token)).toBeGreaterThanOrEqual(401);
    expect(await refused(await signed())).toEqual(NO_GRANT);
  });

  it('a deleted mod ends the tokens of its publishers', async () => {
    const token = await issued();
    await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'deleted' } });
    expect(await alive(token)).toBe(401);
  });
});

describe('an issuer that fails', () => {
  // The library measures the life of access tokens by the clock of the machine, so these tests come last.
  beforeEach(() => world.clock.advance(LIMITS.ciIssuerRetrySeconds));

  it.each(['down', 'silent', 'endless', 'not-json', 'other-name', 'other-origin'] as const)(
    'an issuer that is %s causes a 503, and works again later',
    async (mode) => {
      world.clock.advance(LIMITS.ciKeysKeptSeconds);
      issuer.behave(mode);
      const token = await signed();
      const failed = await exchange(world, modId, token);
      expect([failed.status, failed.body.error]).toEqual([503, 'server_error']);
      expect(failed.headers.get('retry-after')).toBe(String(LIMITS.ciIssuerRetrySeconds));
      issuer.behave('well');
      const asked = issuer.requests();
      expect((await exchange(world, modId, token)).status).toBe(503);
      expect(issuer.requests()).toBe(asked);
      world.clock.advance(LIMITS.ciIssuerRetrySeconds);
      expect((await exchange(world, modId, await signed())).status).toBe(200);
    },
  );

  it('a rotated key is read at once, and unknown keys cause one read a minute', async () => {
    world.clock.advance(LIMITS.ciKeysKeptSeconds);
    await runOf(world, modId, await signed());
    world.clock.advance(LIMITS.ciKeysRereadSeconds);
    await issuer.rotate();
    const asked = issuer.requests();
    await runOf(world, modId, await signed());
    expect(issuer.requests()).toBe(asked + 2);
    const unknown = await issuer.sign(github(), { kid: 'unknown' });
    expect(await refused(unknown)).toEqual(NO_GRANT);
    expect(issuer.requests()).toBe(asked + 2);
  });

  it('a token for a mod without a publisher of its issuer causes no request', async () => {
    world.clock.advance(LIMITS.ciKeysKeptSeconds);
    const mod = (await bareMod(ada, 'trusted')).id;
    const asked = issuer.requests();
    const { status, body } = await exchange(world, mod, await signed());
    expect([status, body.error]).toEqual(NO_GRANT);
    expect(issuer.requests()).toBe(asked);
  });
});
