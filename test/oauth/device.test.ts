import * as client from 'openid-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideDevice, findWaitingDevice } from '../../src/auth/issuer/index.js';
import type { Tx } from '../../src/platform/database/connect.js';
import { GUESS_LIMITS } from '../../src/registry/limits.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { type Application, jsonOf, newApplication } from './applications.js';
import { type Browser, newBrowser, type Page } from './browser.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;
let app: Application;
let config: client.Configuration;
let browser: Browser;

beforeAll(async () => {
  ada = await world.creator('ada');
  app = await newApplication(world, ada.userId);
  config = await app.configuration();
});

beforeEach(async () => {
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId);
});

const begin = (scope = 'mods:read', more = {}) =>
  client.initiateDeviceAuthorization(config, { scope, ...more });

/** One poll, like in the loop of the library. */
const poll = (deviceCode: string, of = config) =>
  client.genericGrantRequest(of, 'urn:ietf:params:oauth:grant-type:device_code', {
    device_code: deviceCode,
  });

/** Skips the polling interval. */
const wait = () =>
  world.platform.db.$executeRaw`update oauth_records set payload = payload - 'polledAt'`;

const type = async (userCode: string): Promise<Page> =>
  browser.press(await browser.open('/oauth/device'), '', { user_code: userCode });

describe('the device flow (Spec 5.2; RFC 8628)', () => {
  it('the device authorization response contains the verification URI, the user code and the interval', async () => {
    const begun = await begin();
    expect(begun).toMatchObject({ interval: 5, expires_in: 600 });
    expect(begun.verification_uri).toBe(`${world.baseUrl}/oauth/device`);
    expect(begun.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(begun.verification_uri_complete).toBe(
      `${world.baseUrl}/oauth/device?user_code=${begun.user_code}`,
    );
  });

  it('the device code and the user code are stored only as keyed hashes', async () => {
    const begun = await begin();
    const rows = await world.platform.db.$queryRaw<{ row: string }[]>`
      select r::text as row from oauth_records r where kind = 'DeviceCode'`;
    const kept = rows.map(({ row }) => row).join('\n');
    expect(kept).not.toContain(begun.device_code);
    expect(kept).not.toContain(begun.user_code.replace('-', ''));
  });

  it('a device gets its tokens once, after its user approved', async () => {
    const begun = await begin('openid mods:read');
    await expect(poll(begun.device_code)).rejects.toMatchObject({ error: 'authorization_pending' });
    const confirm = await type(begun.user_code.toLowerCase().replace('-', ' '));
    expect(confirm.html).toContain(`Application ${app.clientId}`);
    expect(confirm.html).toContain('Read the catalog on your behalf');
    const done = await browser.press(confirm, 'decision=approve');
    expect(done.html).toContain('Device connected');
    await wait();
    const tokens = await poll(begun.device_code);
    expect(tokens.refresh_token).toMatch(/^[\w-]{43}$/);
    expect(tokens.claims()?.sub).toBe(ada.userId);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.access_token).toMatch(/^[\w-]{43}$/);
    await wait();
    await expect(poll(begun.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('concurrent polls of a device return tokens at most once', async () => {
    const begun = await begin();
    await browser.press(await type(begun.user_code), 'decision=approve');
    const asked = Array.from({ length: 6 }, () => poll(begun.device_code));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a device that polls too early gets slow_down with a growing interval', async () => {
    const begun = await begin();
    const delays: unknown[] = [];
    for (let ask = 0; ask < 3; ask += 1) {
      const { cause } = await poll(begun.device_code).catch((error) => error);
      delays.push([cause.status, cause.error, cause.retry_after_seconds]);
    }
    expect(delays).toEqual([
      [400, 'authorization_pending', 5],
      [400, 'slow_down', 10],
      [400, 'slow_down', 15],
    ]);
  });

  it('a denied device gets access_denied', async () => {
    const begun = await begin();
    const done = await browser.press(await type(begun.user_code), 'decision=deny');
    expect(done.html).toContain('Access denied');
    await expect(poll(begun.device_code)).rejects.toMatchObject({
      error: 'access_denied',
      status: 403,
    });
  });

  it('an expired device code gets expired_token', async () => {
    const begun = await begin();
    const expiresAt = new Date(Date.now() - 1000);
    await world.platform.db.oauthRecord.updateMany({
      where: { kind: 'DeviceCode' },
      data: { expiresAt },
    });
    await expect(poll(begun.device_code)).rejects.toMatchObject({ error: 'expired_token' });
    expect((await type(begun.user_code)).html).toContain('This code is wrong or has expired');
  });

  it('a device code is invalid for another application', async () => {
    const begun = await begin();
    await browser.press(await type(begun.user_code), 'decision=approve');
    const other = await (await newApplication(world, ada.userId)).configuration();
    await expect(poll(begun.device_code, other)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it.each(['mods:everything', 'mods:write', ''])(
    'a device authorization for the scope "%s" returns invalid_scope',
    async (scope) => {
      await expect(begin(scope)).rejects.toMatchObject({ error: 'invalid_scope', status: 400 });
    },
  );

  it('a device authorization accepts a nonce for the ID token and checks its length', async () => {
    const begun = await begin('openid', { nonce: 'a-fresh-nonce' });
    await browser.press(await type(begun.user_code), 'decision=approve');
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: begun.device_code,
      client_id: app.clientId,
    });
    const answer = await fetch(`${world.baseUrl}/oauth/token`, { method: 'POST', body });
    const { id_token: idToken } = await jsonOf(answer);
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url').toString());
    expect(claims.nonce).toBe('a-fresh-nonce');
    await expect(begin('openid', { nonce: 'short' })).rejects.toMatchObject({
      error: 'invalid_request',
    });
  });

  it('a device of a confidential application needs the client secret', async () => {
    const studio = await newApplication(world, ada.userId, {
      confidential: true,
      redirectUris: [],
    });
    const begun = await client.initiateDeviceAuthorization(await studio.configuration(), {
      scope: 'mods:read',
    });
    await browser.press(await type(begun.user_code), 'decision=approve');
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: begun.device_code,
      client_id: studio.clientId,
    });
    const bare = await fetch(`${world.baseUrl}/oauth/token`, { method: 'POST', body });
    expect(bare.status).toBe(401);
    const tokens = await poll(begun.device_code, await studio.configuration());
    expect(tokens.access_token).toMatch(/^[\w-]{43}$/);
  });
});

describe('the device page', () => {
  it('the device page requires a session and keeps the user code of the URL', async () => {
    browser.signOut();
    const page = await browser.open('/oauth/device?user_code=BCDF-GHJK');
    expect(page.url).toContain('/account/sign-in?next=');
    await browser.signIn(ada.userId);
    const form = await browser.open(new URL(page.url).searchParams.get('next') ?? '');
    expect(form.html).toContain('value="BCDF-GHJK"');
  });

  it('opening the device page decides nothing', async () => {
    const begun = await begin();
    await browser.open(begun.verification_uri_complete ?? '');
    await expect(poll(begun.device_code)).rejects.toMatchObject({ error: 'authorization_pending' });
  });

  it('the device page accepts one decision', async () => {
    const begun = await begin();
    const confirm = await type(begun.user_code);
    const pressed = [
      browser.press(confirm, 'decision=approve'),
      browser.press(confirm, 'decision=deny'),
    ];
    const pages = await Promise.all(pressed);
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('the device page stores no grant and no audit entry if the device is denied concurrently', async () => {
    const other = await newApplication(world, ada.userId);
    const begun = await client.initiateDeviceAuthorization(await other.configuration(), {
      scope: 'mods:read',
    });
    const confirm = await type(begun.user_code);
    const { db } = world.platform;
    const device = await findWaitingDevice(world.platform, begun.user_code);
    const deny = async (tx: Tx) => device && decideDevice(tx, device, { kind: 'denied' });
    const families = () => db.oauthRecord.count({ where: { kind: 'Grant' } });
    const before = await families();
    const { waited, result: page } = await meanwhile(world, deny, () =>
      browser.press(confirm, 'decision=approve'),
    );
    expect([waited, page.status]).toEqual([true, 422]);
    expect(await db.appGrant.count({ where: { appId: other.id } })).toBe(0);
    expect(await families()).toBe(before);
    expect(await db.auditEntry.count({ where: { targetId: other.id } })).toBe(0);
  });

  it('the device page approves an application again after its grant was revoked', async () => {
    const { db } = world.platform;
    const other = await newApplication(world, ada.userId);
    const config = await other.configuration();
    for (const revokedAt of [new Date(), null]) {
      const begun = await client.initiateDeviceAuthorization(config, { scope: 'mods:read' });
      await browser.press(await type(begun.user_code), 'decision=approve');
      expect((await poll(begun.device_code, config)).access_token).toMatch(/^[\w-]{43}$/);
      await db.appGrant.updateMany({ where: { appId: other.id }, data: { revokedAt } });
    }
  });

  const sensitive = async () => {
    const studio = await newApplication(world, ada.userId, {
      scopes: ['mods:write'],
      approvedScopes: ['mods:write'],
    });
    const of = await studio.configuration();
    const begun = await client.initiateDeviceAuthorization(of, { scope: 'mods:write' });
    return { of, begun };
  };

  it('the device page denies a sensitive scope without a second factor', async () => {
    const { of, begun } = await sensitive();
    const page = await type(begun.user_code);
    expect(page.html).toContain('Create mods and change their texts and images');
    expect((await browser.press(page, 'decision=deny')).html).toContain('Access denied');
    await expect(poll(begun.device_code, of)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('the device page allows a sensitive scope only after the second factor, and keeps the user code', async () => {
    const { of, begun } = await sensitive();
    const page = await type(begun.user_code);
    const stepUp = `/account/step-up?${new URLSearchParams({
      next: `/oauth/device?user_code=${begun.user_code}`,
    })}`;
    expect(page.html).toContain(`href="${stepUp}"`);
    expect(page.html).not.toContain('value="approve"');
    const html = page.html.replace('value="deny"', 'value="approve"');
    const forged = await browser.press({ ...page, html }, 'decision=approve');
    expect(forged.url).toBe(`${world.baseUrl}${stepUp}`);
    await expect(poll(begun.device_code, of)).rejects.toMatchObject({
      error: 'authorization_pending',
    });
    await browser.signIn(ada.userId, true);
    await browser.press(await type(begun.user_code), 'decision=approve');
    await wait();
    expect((await poll(begun.device_code, of)).scope).toBe('mods:write');
  });

  it('the device page limits the number of wrong codes per user', async () => {
    const eve = await world.creator('eve');
    await browser.signIn(eve.userId);
    const most = GUESS_LIMITS.user_code.pair.attempts;
    for (let guess = 0; guess < most; guess += 1) {
      expect((await type('BBBBBBBB')).status).toBe(422);
    }
    const begun = await begin();
    const page = await type(begun.user_code);
    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
