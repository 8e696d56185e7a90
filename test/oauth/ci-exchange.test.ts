import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { withSecret } from '../actors.js';
import { bareMod } from '../publishing.js';
import { everyNth, longTest } from '../rounds.js';
import { exchange, GITHUB, GITLAB, gitlabClaims, runOf, trust } from '../trusted-publishing.js';
import { NO_GRANT, useCiExchange } from './use-ci-exchange.js';

const ci = useCiExchange();
const { world, signed, refused } = ci;

describe('the exchange of a token of CI (RFC 8693)', () => {
  it('a job at GitHub gets a token of 15 minutes with exactly the scopes to publish', async () => {
    const { status, body } = await exchange(world, ci.modId, await signed());
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
      user: { id: ci.ada.userId, username: 'ada', display_name: null, locale: null },
      credential: {
        kind: 'trusted_publisher',
        id: ci.publisher.id,
        client_id: null,
        resource_grants: [{ type: 'mod', id: ci.modId }],
      },
    });
  });

  it('a job at GitLab gets a token', async () => {
    await trust(ci.ada, ci.modId, { issuer: ci.issuer.url, ...GITLAB, ref: 'refs/tags/v*' });
    const token = await ci.issuer.sign(gitlabClaims(world, ci.issuer));
    expect((await exchange(world, ci.modId, token)).status).toBe(200);
  });

  it('the audit log names the owner who configured the publisher', async () => {
    await runOf(world, ci.modId, await signed());
    const line = await world.platform.db.auditEntry.findFirstOrThrow({
      where: { action: 'trusted_publisher.token_issued', targetId: ci.modId },
    });
    expect(line).toMatchObject({
      actorId: ci.ada.userId,
      credentialKind: 'trusted_publisher',
      credentialId: ci.publisher.id,
      data: { repository: 'ada/lanterns' },
    });
    expect(line.requestId).not.toBeNull();
  });

  it('a job may ask for fewer scopes, and names the mod by any of its addresses', async () => {
    const { body } = await exchange(world, ci.modId, await signed(), {
      scope: 'files:upload',
      resource: `${world.baseUrl}/mods/${ci.modId}`,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: world.baseUrl,
    });
    expect(body.scope).toBe('files:upload');
  });

  it('a job may name the mod by an id in upper case', async () => {
    const resource = `${world.baseUrl}/v1/mods/${ci.modId.toUpperCase()}`;
    const { body } = await exchange(world, ci.modId, await signed(), { resource });
    const me = await withSecret(world.baseUrl, body.access_token).get('/me');
    expect(me.body.data.credential.resource_grants).toEqual([{ type: 'mod', id: ci.modId }]);
  });

  it.each(
    everyNth(
      [
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
        [
          'the client of the command line',
          { client_id: 'modport-cli' },
          [403, 'unauthorized_client'],
        ],
      ],
      3,
    ),
  )('an exchange with %s is refused', async (_what, more, expected) => {
    expect(await refused(await signed(), more)).toEqual(expected);
  });
});

describe('refused tokens of CI', () => {
  const other = 'mallory/lanterns';
  it.each(
    everyNth(
      [
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
      ],
      3,
    ),
  )('a token %s is refused', async (_what, claims) => {
    expect(await refused(await signed(claims))).toEqual(NO_GRANT);
  });

  it('a token whose audiences include others is refused', async () => {
    expect(await refused(await signed({ aud: [world.baseUrl, 'https://x.example'] }))).toEqual(
      NO_GRANT,
    );
    const alone = await exchange(world, ci.modId, await signed({ aud: [world.baseUrl] }));
    expect(alone.status).toBe(200);
  });

  it.each(
    everyNth(
      [
        ['expired a minute ago', { exp: -60 }],
        ['is valid in a minute', { nbf: 60 }],
        ['was issued in the future', { iat: 60 }],
        ['was issued two days ago', { iat: -172_800 }],
      ],
      3,
    ),
  )('a token that %s is refused', async (_what, offsets) => {
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const times = Object.entries(offsets).map(([name, offset]) => [name, now + offset]);
    expect(await refused(await signed(Object.fromEntries(times)))).toEqual(NO_GRANT);
  });

  it('a token within the tolerated difference of the clocks is accepted', async () => {
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const token = await signed({ exp: now - 5, nbf: now + 5, iat: now + 5 });
    expect((await exchange(world, ci.modId, token)).status).toBe(200);
  });

  it('a token without a signature, or signed with a shared secret, is refused', async () => {
    const claims = ci.claims();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await refused(`${part({ alg: 'none' })}.${part(claims)}.`)).toEqual(NO_GRANT);
    const secret = Buffer.from('a secret of at least thirty-two bytes');
    ci.issuer.publish({ kty: 'oct', k: secret.toString('base64url'), kid: 'shared', alg: 'HS256' });
    world.clock.advance(LIMITS.ciKeysRereadSeconds);
    const shared = await new SignJWT(ci.claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'shared' })
      .sign(secret);
    expect(await refused(shared)).toEqual(NO_GRANT);
  });

  it('another trusted issuer cannot speak for a repository of this one', async () => {
    const stolen = await ci.hostile.sign(ci.claims());
    expect(await refused(stolen)).toEqual(NO_GRANT);
    expect(await refused(await ci.hostile.sign({ ...ci.claims(), iss: ci.hostile.url }))).toEqual(
      NO_GRANT,
    );
  });

  it.each(everyNth(['', 'x', 'a.b.c', 'x'.repeat(20_000)], 4))(
    'a text that is no token is refused',
    async (text) => {
      expect((await refused(text))[0]).toBe(400);
    },
  );

  it('a refusal names the member that differs', async () => {
    const { body } = await exchange(world, ci.modId, await signed({ repository_id: '1' }));
    expect(body.access_token).toBeDefined();
    const refusal = await exchange(world, ci.modId, await signed({ repository_id: '2' }));
    expect(refusal.body.detail).toContain('repository_id');
    expect(refusal.body.error_description).toContain('repository_id');
  });
});

describe('tokens of CI that are used twice', () => {
  it('a token is exchanged once', async () => {
    const token = await signed();
    expect((await exchange(world, ci.modId, token)).status).toBe(200);
    expect(await refused(token)).toEqual(NO_GRANT);
  });

  longTest('a token that several requests exchange at once is exchanged once', async () => {
    const token = await signed();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => exchange(world, ci.modId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('a token cannot be exchanged for a second mod', async () => {
    const second = (await bareMod(ci.ada, 'trusted')).id;
    await trust(ci.ada, second, { issuer: ci.issuer.url, provider: 'github', ...GITHUB });
    const token = await signed();
    await runOf(world, ci.modId, token);
    expect((await exchange(world, second, token)).status).toBe(400);
  });
});

describe('the stable ids of a repository', () => {
  it('the first run sets the ids, and a repository of the same name with others is refused', async () => {
    await runOf(world, ci.modId, await signed());
    const { body } = await ci.ada.get(`/beta/mods/${ci.modId}/trusted-publishers`);
    expect(body.data[0]).toMatchObject({ repository_id: '4711', repository_owner_id: '99' });
    expect(body.data[0].last_used_at).not.toBeNull();
    expect(await refused(await signed({ repository_id: '4712' }))).toEqual(NO_GRANT);
    expect(await refused(await signed({ repository_owner_id: '100' }))).toEqual(NO_GRANT);
  });

  longTest('one of two concurrent first runs of different repositories is admitted', async () => {
    const tokens = await Promise.all([signed(), signed({ repository_id: '4712' })]);
    const answers = await Promise.all(tokens.map((token) => exchange(world, ci.modId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('ids that the owner sets are never replaced', async () => {
    const mod = (await bareMod(ci.ada, 'trusted')).id;
    const ids = { repository_id: '1', repository_owner_id: '2' };
    await trust(ci.ada, mod, { issuer: ci.issuer.url, provider: 'github', ...GITHUB, ...ids });
    expect((await exchange(world, mod, await signed())).body.error).toBe('invalid_grant');
    expect((await exchange(world, mod, await signed(ids))).status).toBe(200);
  });
});
