import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { newApplication } from './applications.js';
import { newBrowser } from './browser.js';
import { ada, app, browser, useCodeBrowser, world } from './code-browser.js';
import { arrived, authorize, begin } from './code-flow.js';

useCodeBrowser();

const scope = 'openid mods:read';
const records = (kind: string) => world.platform.db.oauthRecord.count({ where: { kind } });
const statusWith = async (token: string) =>
  (await world.anon.get('/games', { Authorization: `Bearer ${token}` })).status;
const newTokens = async (application = app) => {
  const { tokens, config } = await authorize(application, browser, { scope });
  return { config, access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
};
/** While `work` runs, the database cannot delete access tokens. */
async function withoutSpace<T>(work: () => Promise<T>): Promise<T> {
  const { db } = world.platform;
  await db.$executeRaw`
    create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'no space' using errcode = '53100'; end $$`;
  await db.$executeRaw`
    create trigger refuse before delete on oauth_records
      for each row when (old.kind = 'AccessToken') execute function refuse()`;
  try {
    return await work();
  } finally {
    await db.$executeRaw`drop function refuse cascade`;
  }
}
const refused = { error: 'invalid_grant', status: 400 };
/** The refusal of a request that lost a race or came after it. */
const lost = { error: 'invalid_grant', status: expect.toBeOneOf([400, 409]) };

describe('refresh tokens (Spec 5.2)', () => {
  it('a refresh token is replaced at each use and returns a new ID token of the same user', async () => {
    const { config, refresh } = await newTokens();
    const next = await client.refreshTokenGrant(config, refresh);
    const last = await client.refreshTokenGrant(config, next.refresh_token ?? '');
    expect(new Set([refresh, next.refresh_token, last.refresh_token]).size).toBe(3);
    expect(last.claims()?.sub).toBe(ada.userId);
    expect(await statusWith(last.access_token)).toBe(200);
  });

  it('a refresh token can narrow its scopes and never widen them', async () => {
    const { config, refresh } = await newTokens();
    const less = await client.refreshTokenGrant(config, refresh, { scope: 'mods:read' });
    expect(less.scope).toBe('mods:read');
    const more = client.refreshTokenGrant(config, less.refresh_token ?? '', {
      scope: 'mods:read profile:read',
    });
    await expect(more).rejects.toMatchObject({ error: 'invalid_scope' });
  });

  it('a refresh token returns no scope that its application has lost', async () => {
    const other = await newApplication(world, ada.userId, { scopes: ['account:read'] });
    const request = { scope: 'mods:read account:read' };
    const { tokens, config } = await authorize(other, browser, request);
    await world.platform.db.app.update({ where: { id: other.id }, data: { scopes: [] } });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.scope).toBe('mods:read');
  });

  it('a replayed refresh token revokes the whole family with its access tokens', async () => {
    const { config, access, refresh } = await newTokens();
    const next = await client.refreshTokenGrant(config, refresh);
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toMatchObject(refused);
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject(
      refused,
    );
    expect([await statusWith(access), await statusWith(next.access_token)]).toEqual([401, 401]);
  });

  it('concurrent uses of a refresh token return tokens at most once', async () => {
    const { config, refresh } = await newTokens();
    const asked = Array.from({ length: 6 }, () => client.refreshTokenGrant(config, refresh));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject(lost);
      else expect(await statusWith(answer.value.access_token)).toBe(401);
    }
  });

  it('a refresh token is invalid for another application', async () => {
    const { refresh } = await newTokens();
    const config = await (await newApplication(world, ada.userId)).configuration();
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toMatchObject(refused);
  });

  it('a refresh token expires thirty days after its issue', async () => {
    const { config, refresh } = await newTokens();
    const where = { kind: 'RefreshToken', consumedAt: null };
    const [row] = await world.platform.db.oauthRecord.findMany({
      where,
      orderBy: { createdAt: 'desc' },
    });
    const seconds = ((row?.expiresAt?.getTime() ?? 0) - Date.now()) / 1000;
    expect(Math.round(seconds / 3600)).toBe(30 * 24);
    const data = { expiresAt: new Date(Date.now() - 1000) };
    await world.platform.db.oauthRecord.updateMany({ where, data });
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toMatchObject(refused);
  });
});

describe('authorization codes', () => {
  it('concurrent exchanges of a code return tokens at most once', async () => {
    const begun = await begin(app, { scope });
    const answer = await browser.open(begun.url);
    const asked = Array.from({ length: 6 }, () => begun.exchange(answer));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const outcome of answers) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(lost);
      else expect(await statusWith(outcome.value.access_token)).toBe(401);
    }
  });

  it.each(['refresh', 'access'] as const)(
    'a revocation of the %s token that failed halfway can be repeated',
    async (kind) => {
      const tokens = await newTokens();
      const body = new URLSearchParams({ client_id: app.clientId, token: tokens[kind] });
      const revoke = async () =>
        (await fetch(`${world.baseUrl}/oauth/revoke`, { method: 'POST', body })).status;
      expect(await withoutSpace(revoke)).toBeGreaterThanOrEqual(500);
      expect(await revoke()).toBe(200);
      expect(await statusWith(tokens.access)).toBe(401);
      await expect(client.refreshTokenGrant(tokens.config, tokens.refresh)).rejects.toMatchObject(
        refused,
      );
    },
  );

  it('a replay of a refresh token that failed halfway revokes the family at the next one', async () => {
    const { config, refresh } = await newTokens();
    const next = await client.refreshTokenGrant(config, refresh);
    const replay = () => client.refreshTokenGrant(config, refresh);
    await withoutSpace(async () => expect(replay()).rejects.not.toMatchObject(refused));
    await expect(replay()).rejects.toMatchObject(refused);
    expect(await statusWith(next.access_token)).toBe(401);
  });

  it('a replayed code revokes its tokens', async () => {
    const begun = await begin(app, { scope });
    const answer = await browser.open(begun.url);
    const tokens = await begun.exchange(answer);
    expect(await statusWith(tokens.access_token)).toBe(200);
    await expect(begun.exchange(answer)).rejects.toMatchObject(refused);
    expect(await statusWith(tokens.access_token)).toBe(401);
  });

  it('an expired code returns invalid_grant', async () => {
    const begun = await begin(app, { scope });
    const answer = await browser.open(begun.url);
    await world.platform.db.oauthRecord.updateMany({
      where: { kind: 'AuthorizationCode' },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    await expect(begun.exchange(answer)).rejects.toMatchObject(refused);
  });

  it('codes and tokens are stored only as keyed hashes', async () => {
    const begun = await begin(app, { scope });
    const answer = await browser.open(begun.url);
    const { access, refresh } = await newTokens();
    const code = arrived(answer).searchParams.get('code') ?? '';
    const rows = await world.platform.db.$queryRaw<{ row: string }[]>`
      select r::text as row from oauth_records r`;
    const kept = rows.map(({ row }) => row).join('\n');
    for (const value of [code, access, refresh]) expect(kept).not.toContain(value);
  });
});

describe('tokens of an application', () => {
  it('a disabled application loses its tokens at all endpoints at once', async () => {
    const other = await newApplication(world, ada.userId);
    const { config, access, refresh } = await newTokens(other);
    const data = { disabledAt: new Date() };
    await world.platform.db.app.update({ where: { id: other.id }, data });
    expect(await statusWith(access)).toBe(401);
    const unknown = { status: 401, cause: [{ scheme: 'basic' }] };
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toMatchObject(unknown);
    await expect(client.tokenRevocation(config, refresh)).rejects.toMatchObject(unknown);
    await expect(client.initiateDeviceAuthorization(config, { scope })).rejects.toMatchObject(
      unknown,
    );
  });

  it('a revoked grant ends its tokens, and a new approval does not restore them', async () => {
    const other = await newApplication(world, ada.userId);
    const { config, access, refresh } = await newTokens(other);
    await world.platform.db.appGrant.updateMany({
      where: { appId: other.id },
      data: { revokedAt: new Date() },
    });
    expect(await statusWith(access)).toBe(401);
    const before = await records('AccessToken');
    const again = await newTokens(other);
    expect(await statusWith(again.access)).toBe(200);
    expect(await statusWith(access)).toBe(401);
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toMatchObject(refused);
    expect(await records('AccessToken')).toBe(before);
  });

  it.each(['refresh', 'access'] as const)(
    'a revocation of the %s token of a blocked account lasts after the account is unblocked',
    async (kind) => {
      const eve = await world.creator(`eve-${kind}`);
      const own = newBrowser(world.platform, world.baseUrl);
      await own.signIn(eve.userId);
      const { tokens, config } = await authorize(app, own, { scope });
      const setState = (state: 'active' | 'blocked') =>
        world.platform.db.user.update({ where: { id: eve.userId }, data: { state } });
      await setState('blocked');
      const token = kind === 'refresh' ? (tokens.refresh_token ?? '') : tokens.access_token;
      const body = new URLSearchParams({ client_id: app.clientId, token });
      const { status } = await fetch(`${world.baseUrl}/oauth/revoke`, { method: 'POST', body });
      expect(status).toBe(200);
      await setState('active');
      expect(await statusWith(tokens.access_token)).toBe(401);
      const refreshing = client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      await expect(refreshing).rejects.toMatchObject(refused);
    },
  );

  it('the tokens of a blocked account are refused', async () => {
    const eve = await world.creator('eve');
    const hers = newBrowser(world.platform, world.baseUrl);
    await hers.signIn(eve.userId);
    const { tokens, config } = await authorize(app, hers, { scope });
    await world.platform.db.user.update({ where: { id: eve.userId }, data: { state: 'blocked' } });
    const answer = await world.anon.get('/games', {
      Authorization: `Bearer ${tokens.access_token}`,
    });
    expect(answer.body.code).toBe('account_blocked');
    const refresh = client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(refresh).rejects.toMatchObject(refused);
  });
});
