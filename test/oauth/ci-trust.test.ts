import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { withSecret } from '../actors.js';
import { bareMod } from '../publishing.js';
import { everyNth, longTest } from '../rounds.js';
import { addOwner, exchange, GITHUB, runOf, trust } from '../trusted-publishing.js';
import { NO_GRANT, useCiExchange } from './use-ci-exchange.js';

const ci = useCiExchange();
const { world, signed, refused } = ci;

describe('environments and refs', () => {
  const withRule = async (rule: object, claims: object) => {
    const mod = (await bareMod(ci.ada, 'trusted')).id;
    await trust(ci.ada, mod, { issuer: ci.issuer.url, provider: 'github', ...GITHUB, ...rule });
    return (await exchange(world, mod, await signed(claims))).status;
  };

  it.each(
    everyNth(
      [
        [{ environment: 'release' }, { environment: 'Release' }, 200],
        [{ environment: 'release' }, { environment: 'test' }, 400],
        [{ environment: 'release' }, {}, 400],
        [{ ref: 'refs/heads/main' }, { ref: 'refs/heads/main' }, 200],
        [{ ref: 'refs/heads/main' }, { ref: 'refs/heads/main2' }, 400],
        [{ ref: 'refs/tags/v*' }, { ref: 'refs/tags/v2' }, 200],
        [{ ref: 'refs/tags/v*' }, { ref: 'refs/heads/v2' }, 400],
      ],
      3,
    ),
  )('the rule %j answers a run with %j with %i', async (rule, claims, status) => {
    expect(await withRule(rule, claims)).toBe(status);
  });

  it('an environment that only looks like the named one is refused', async () => {
    // `toLowerCase` maps the Kelvin sign to k.
    const rule = { environment: 'kiosk' };
    expect(await withRule(rule, { environment: '\u212Aiosk' })).toBe(400);
    expect(await withRule(rule, { environment: 'KIOSK' })).toBe(200);
  });
});

describe('claims that another issuer may write', () => {
  it.each([
    ['a number as jti', { jti: 5 }],
    ['an object as jti', { jti: { id: 'x' } }],
    ['an empty jti', { jti: '' }],
    ['an environment with a zero byte', { environment: 'a\u0000b' }],
  ])('a token with %s is refused', async (_what, claims) => {
    expect(await refused(await signed(claims))).toEqual(NO_GRANT);
  });

  it('a token with an endless expiry is stored until the maximum age of tokens', async () => {
    const token = await signed({ exp: 1e15, jti: 'endless' });
    expect((await exchange(world, ci.modId, token)).status).toBe(200);
    const { tokenExpiresAt } = await world.platform.db.ciRun.findFirstOrThrow({
      where: { trustedPublisherId: ci.publisher.id },
    });
    const latest = world.clock.now().getTime() + (LIMITS.ciTokenAgeSeconds + 60) * 1000;
    expect(tokenExpiresAt.getTime()).toBeLessThan(latest);
  });
});

describe('the end of trust', () => {
  const alive = async (token: string) =>
    (await withSecret(world.baseUrl, token).get(`/mods/${ci.modId}`)).status;
  const issued = async () =>
    String((await exchange(world, ci.modId, await signed())).body.access_token);

  it('a removed publisher ends its tokens and gets no new ones', async () => {
    const token = await issued();
    expect(await alive(token)).toBe(200);
    const gone = `/beta/mods/${ci.modId}/trusted-publishers/${ci.publisher.id}`;
    expect((await ci.ada.request('DELETE', gone)).status).toBe(204);
    expect(await alive(token)).toBe(401);
    expect(await refused(await signed())).toEqual(NO_GRANT);
    expect((await ci.ada.request('DELETE', gone)).status).toBe(410);
  });

  it('a publisher stops working when its owner is an owner no more', async () => {
    const token = await issued();
    await addOwner(world, ci.modId, await world.creator(`bob-${ci.modId.slice(-12)}`));
    const team = await world.platform.db.mod.findUniqueOrThrow({ where: { id: ci.modId } });
    await world.platform.db.teamMember.updateMany({
      where: { teamId: team.teamId, userId: ci.ada.userId },
      data: { role: 'maintainer' },
    });
    expect(await alive(token)).toBe(401);
    expect(await refused(await signed())).toEqual(NO_GRANT);
  });

  it.each(
    everyNth(
      [
        ['blocked', { state: 'blocked' }],
        ['leaving the service', { deletionDueAt: new Date(Date.now() + 864e5) }],
      ] as const,
      3,
    ),
  )('a publisher stops working while its owner is %s', async (what, data) => {
    const owner = await world.creator(`owner-${what.slice(0, 7)}`);
    ci.modId = (await bareMod(owner, 'trusted')).id;
    await trust(owner, ci.modId, { issuer: ci.issuer.url, provider: 'github', ...GITHUB });
    const token = await issued();
    await world.platform.db.user.update({ where: { id: owner.userId }, data });
    expect(await alive(token)).toBeGreaterThanOrEqual(401);
    expect(await refused(await signed())).toEqual(NO_GRANT);
  });

  longTest('a deleted mod ends the tokens of its publishers', async () => {
    const token = await issued();
    await world.platform.db.mod.update({ where: { id: ci.modId }, data: { state: 'deleted' } });
    expect(await alive(token)).toBe(401);
  });
});

describe('an issuer that fails', () => {
  // The library measures the life of access tokens by the clock of the machine, so these tests come last.
  beforeEach(() => world.clock.advance(LIMITS.ciIssuerRetrySeconds));

  it.each(everyNth(['down', 'silent', 'endless', 'not-json', 'other-name', 'other-origin'], 3))(
    'an issuer that is %s causes a 503, and works again later',
    async (mode) => {
      world.clock.advance(LIMITS.ciKeysKeptSeconds);
      ci.issuer.behave(mode);
      const token = await signed();
      const failed = await exchange(world, ci.modId, token);
      expect([failed.status, failed.body.error]).toEqual([503, 'server_error']);
      expect(failed.headers.get('retry-after')).toBe(String(LIMITS.ciIssuerRetrySeconds));
      ci.issuer.behave('well');
      const asked = ci.issuer.requests();
      expect((await exchange(world, ci.modId, token)).status).toBe(503);
      expect(ci.issuer.requests()).toBe(asked);
      world.clock.advance(LIMITS.ciIssuerRetrySeconds);
      expect((await exchange(world, ci.modId, await signed())).status).toBe(200);
    },
  );

  it('a rotated key is read at once, and unknown keys cause one read a minute', async () => {
    world.clock.advance(LIMITS.ciKeysKeptSeconds);
    await runOf(world, ci.modId, await signed());
    world.clock.advance(LIMITS.ciKeysRereadSeconds);
    await ci.issuer.rotate();
    const asked = ci.issuer.requests();
    await runOf(world, ci.modId, await signed());
    expect(ci.issuer.requests()).toBe(asked + 2);
    const unknown = await ci.issuer.sign(ci.claims(), { kid: 'unknown' });
    expect(await refused(unknown)).toEqual(NO_GRANT);
    expect(ci.issuer.requests()).toBe(asked + 2);
  });

  it('a token for a mod without a publisher of its issuer causes no request', async () => {
    world.clock.advance(LIMITS.ciKeysKeptSeconds);
    const mod = (await bareMod(ci.ada, 'trusted')).id;
    const asked = ci.issuer.requests();
    const { status, body } = await exchange(world, mod, await signed());
    expect([status, body.error]).toEqual(NO_GRANT);
    expect(ci.issuer.requests()).toBe(asked);
  });
});
