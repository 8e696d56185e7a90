import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SigningKey } from '../../src/platform/database/generated/client.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { LIMITS } from '../../src/registry/limits.js';
import { sweepIdentityJob } from '../../workers/identity.js';
import type { Creator } from '../actors.js';
import { operate } from '../admin/operator.js';
import { useWorld } from '../harness.js';
import { useOtherProcesses } from '../other-processes.js';
import { type Application, jsonOf, newApplication } from './applications.js';
import { newBrowser } from './browser.js';
import { authorize } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;
let app: Application;
let signingKey: SigningKey;
const startAnother = useOtherProcesses();

beforeAll(async () => {
  ada = await world.creator('ada');
  app = await newApplication(world, ada.userId);
  await keySet();
  signingKey = await world.platform.db.signingKey.findFirstOrThrow();
});

/** Each test begins with one signing key, as if it were new: to make others takes long. */
beforeEach(async () => {
  const { db, clock } = world.platform;
  const now = clock.now();
  await db.signingKey.deleteMany();
  await db.signingKey.create({
    data: {
      ...signingKey,
      publicJwk: signingKey.publicJwk as object,
      signsFrom: now,
      createdAt: now,
    },
  });
  reread();
});

const keySet = async (url = world.baseUrl): Promise<string[]> => {
  const answer = await fetch(`${url}/.well-known/jwks.json`);
  const { keys } = await jsonOf(answer);
  return keys.map(({ kid }: { kid: string }) => kid);
};
const signedWith = async () => {
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId);
  const { tokens } = await authorize(app, browser, { scope: 'openid' });
  const [header = ''] = (tokens.id_token ?? '').split('.');
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
};
const rotate = async (flags = '', env = {}) =>
  (await operate(world, `signing-key rotate ${flags}`, env)).printed;
/** Lets every process read the signing keys again. */
const reread = () => world.clock.advance(LIMITS.signingKeyRereadSeconds);
const sweep = () =>
  sweepIdentityJob(world.platform).run({
    id: 'test',
    kind: 'sweep-identity',
    payload: {},
    attempt: 1,
    maxAttempts: 1,
    createdAt: world.clock.now(),
    signal: new AbortController().signal,
  });

function messageOf(fields: object): string {
  return 'err' in fields && fields.err instanceof Error ? fields.err.message : '';
}

describe('the signing keys of ID tokens', () => {
  it('concurrent first requests to several processes create one signing key', async () => {
    await world.platform.db.signingKey.deleteMany();
    const [second, third] = [await startAnother(world), await startAnother(world)];
    const urls = [world.baseUrl, second.localUrl, third.localUrl];
    const sets = await Promise.all(urls.map((url) => keySet(url)));
    expect(sets[0]).toHaveLength(1);
    expect(new Set(sets.flat()).size).toBe(1);
    expect(await signedWith()).toBe(sets[0]?.[0]);
  });

  it('signing keys are stored sealed', async () => {
    const row = await world.platform.db.signingKey.findFirstOrThrow();
    expect(Buffer.from(row.privateJwk).toString('latin1')).not.toContain('"d"');
    expect(Object.keys(row.publicJwk as object).sort()).toEqual([
      'alg',
      'e',
      'kid',
      'kty',
      'n',
      'use',
    ]);
  });

  it('a new signing key is published a day before it signs, and the old one until its ID tokens expired', async () => {
    const before = await signedWith();
    const { kid: next, signs_from: signsFrom } = await rotate();
    expect(Date.parse(signsFrom) - world.clock.now().getTime()).toBeGreaterThan(86_000_000);
    reread();
    expect((await keySet()).sort()).toEqual([before, next].sort());
    expect(await signedWith()).toBe(before);
    world.clock.advance(LIMITS.signingKeyAheadSeconds);
    expect((await keySet()).sort()).toEqual([before, next].sort());
    expect(await signedWith()).toBe(next);
    world.clock.advance(LIMITS.idTokenLifetimeSeconds + 3600);
    expect(await keySet()).toEqual([next]);
  });

  it('signing-key rotate --now withdraws the old signing key at once', async () => {
    const { kid } = await rotate('--now');
    reread();
    expect(await keySet()).toEqual([kid]);
    expect(await signedWith()).toBe(kid);
  });

  it('sweep-identity renews the signing key after ninety days', async () => {
    const before = await signedWith();
    await sweep();
    expect(await keySet()).toEqual([before]);
    world.clock.advance(LIMITS.signingKeyLifetimeSeconds);
    await sweep();
    await sweep();
    expect(await keySet()).toHaveLength(2);
    world.clock.advance(LIMITS.signingKeyAheadSeconds + 60);
    expect(await signedWith()).not.toBe(before);
  });
});

describe('a process whose former key is lost', () => {
  it('a process without the key of the signing key logs one line, and a new signing key recovers it', async () => {
    const said: string[] = [];
    // The clock of these tests differs from that of the database, which is another warning.
    const warn: Log['warn'] = (fields) => {
      if ('err' in fields) said.push(messageOf(fields));
    };
    const log: Log = { ...silentLog, warn };
    const key = randomBytes(32).toString('hex');
    // As after `keys forget`: the secret of the service is gone, and no other one is there.
    const secrets = { purpose: { startsWith: 'lookup:' } };
    const rows = await world.platform.db.serverKey.findMany({ where: secrets });
    await world.platform.db.serverKey.deleteMany({ where: secrets });
    try {
      const other = await startAnother(world, { ENCRYPTION_KEY: key }, { log });
      const answer = await fetch(`${other.localUrl}/.well-known/jwks.json`);
      const body = await jsonOf(answer);
      expect([answer.status, body.code]).toEqual([503, 'service_unavailable']);
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^service_unavailable: the signing key .* ENCRYPTION_KEY .*rotate`$/);
      const { kid } = await rotate('', { ENCRYPTION_KEY: key });
      expect(await keySet(other.localUrl)).toContain(kid);
    } finally {
      await world.platform.db.serverKey.deleteMany({ where: secrets });
      await world.platform.db.serverKey.createMany({ data: rows });
    }
  });
});

describe('an issuer with OIDC=off', () => {
  it('an issuer with OIDC=off has no OpenID Connect endpoints or metadata', async () => {
    const { localUrl } = await startAnother(world, { OIDC: 'off' });
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json']) {
      const answer = await fetch(`${localUrl}${path}`);
      expect([answer.status, (await jsonOf(answer)).code]).toEqual([503, 'feature_disabled']);
    }
    const told = await fetch(`${localUrl}/.well-known/oauth-authorization-server`);
    const metadata = await jsonOf(told);
    expect(metadata.scopes_supported).not.toContain('openid');
    expect(JSON.stringify(metadata)).not.toMatch(/jwks|id_token|claims|subject_types/);
  });

  it('an issuer with OIDC=off issues tokens and refuses the scope openid', async () => {
    const { localUrl } = await startAnother(world, { OIDC: 'off' });
    const ask = (scope: string) =>
      fetch(`${localUrl}/oauth/device_authorization`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: app.clientId, scope }),
      });
    expect((await ask('mods:read')).status).toBe(200);
    const refused = await ask('openid');
    expect([refused.status, (await jsonOf(refused)).error]).toEqual([400, 'invalid_scope']);
  });
});

describe('sweep-identity and expired records', () => {
  it('sweep-identity deletes OAuth records and guess counts one day after they expired', async () => {
    const { db } = world.platform;
    const now = world.clock.now().getTime();
    const at = (seconds: number) => new Date(now + seconds * 1000);
    const old = at(-LIMITS.expiredRecordsKeptSeconds - 60);
    const rows = [old, at(-60), at(60)];
    await db.oauthRecord.deleteMany();
    await db.oauthRecord.createMany({
      data: rows.map((expiresAt) => ({
        kind: 'AccessToken',
        idHash: randomBytes(32),
        payload: {},
        expiresAt,
      })),
    });
    await db.guessCount.createMany({
      data: rows.map((expiresAt, at) => ({ key: `test:${at}`, failures: 1, expiresAt })),
    });
    await sweep();
    expect(await db.oauthRecord.count()).toBe(2);
    expect(await db.guessCount.count({ where: { key: { startsWith: 'test:' } } })).toBe(2);
  });
});
