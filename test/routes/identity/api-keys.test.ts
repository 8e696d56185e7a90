import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bumpAccess } from '../../../src/modules/identity/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { type Json } from '../../actors.js';
import { createCutOffs } from '../../cut-offs.js';
import { restList, walkThrough } from '../../lists.js';
import { meanwhile } from '../../locks.js';
import { bareMod, refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  alice,
  holding,
  inDays,
  limitedTo,
  listed,
  MANAGE,
  made,
  mod,
  newKey,
  other,
  revoke,
  rotate,
  useApiKeys,
  world,
} from './keys-of-alice.js';

useApiKeys();

const rowOf = (id: string) => world.platform.db.credential.findUniqueOrThrow({ where: { id } });

describe('new API key (Spec 2.11, 4.5, 5.4)', () => {
  it('POST /api-keys returns the secret once, and no stored row or later read contains it', async () => {
    const key = await made(newKey(alice, limitedTo(mod)));
    expect(key.secret).toMatch(/^mpat_[0-9a-f]{16}_[A-Za-z0-9]{49}$/);
    expect(key.secret.startsWith(`${key.display_prefix}_`)).toBe(true);
    const { secret, ...record } = key;
    expect(await listed(alice, key)).toEqual(record);
    expect(record).toMatchObject({
      kind: 'api_key',
      name: 'build server',
      scopes: ['versions:publish'],
      resource_grants: [{ type: 'mod', id: mod.id }],
      state: 'active',
      last_used_at: null,
      rotated_from: null,
      retires_at: null,
      revoked_at: null,
    });
    const { db } = world.platform;
    const kept = await Promise.all([
      db.credential.findMany(),
      db.auditEntry.findMany(),
      db.outboxEvent.findMany(),
      db.idempotencyRecord.findMany(),
      db.job.findMany(),
    ]);
    const text = JSON.stringify(kept, (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).toContain(secret.split('_')[1]);
    expect(text).not.toContain(secret.split('_')[2]);
    expect(Buffer.from((await rowOf(key.id)).secretHash)).toHaveLength(32);
  });

  it('an API key can write only to its granted mods', async () => {
    const scopes = ['versions:write', 'mods:write'];
    const key = holding((await made(newKey(alice, { scopes, ...limitedTo(mod) }))).secret);
    expect((await key.post(`/mods/${mod.id}/versions`, { version: '1' })).status).toBe(201);
    const refused = await key.post(`/mods/${other.id}/versions`, { version: '1' });
    expect(refusal(refused)).toBe('403 resource_scope_denied');
    const draft = { game_slug: 'keys', title: { en: 'x' }, description: { en: 'x' } };
    expect(refusal(await key.post('/mods', draft))).toBe('403 resource_scope_denied');
    expect(refusal(await key.patch('/me/profile', {}))).toBe('403 insufficient_scope');
  });

  it.each([{}, { resource_grants: [] }, { resource_grants: null }])(
    'an API key with grants %j reaches no mod',
    async (resourceGrants) => {
      const key = await made(
        newKey(alice, { scopes: ['mods:read', 'versions:write'], ...resourceGrants }),
      );
      expect(key.resource_grants).toEqual([]);
      const actor = holding(key.secret);
      const refused = await actor.post(`/mods/${mod.id}/versions`, { version: '2' });
      expect(refusal(refused)).toBe('403 resource_scope_denied');
      expect(refusal(await actor.get(`/mods/${mod.id}`))).toBe('404 not_found');
    },
  );

  it('an API key with an unknown or excluded scope is rejected', async () => {
    for (const scopes of [['versions:publish', 'mods:everything'], ['']]) {
      expect(refusal(await newKey(alice, { scopes }))).toBe('400 invalid_scope');
    }
    for (const scope of ['admin:*', 'agent:*', 'agent:run', 'openid']) {
      const all = await alice.withToken({ scopes: `${MANAGE} admin:* agent:* agent:run openid` });
      expect(refusal(await newKey(all, { scopes: [scope] }))).toBe('403 invalid_scope');
    }
    expect((await newKey(alice, { scopes: [] })).body.fields).toEqual([
      { field: 'scopes', code: 'too_short' },
    ]);
  });

  it('an API key has a name of 1 to 100 characters and at most 100 mods', async () => {
    for (const [name, code] of [
      [' ', 'too_short'],
      ['x'.repeat(101), 'too_long'],
    ] as const) {
      expect((await newKey(alice, { name })).body.fields).toEqual([{ field: 'name', code }]);
    }
    const many = Array.from({ length: 101 }, () => mod);
    expect((await newKey(alice, limitedTo(...many))).body.fields).toEqual([
      { field: 'resource_grants', code: 'too_long' },
    ]);
  });

  it.each(['two\r\nlines', 'key\u202eyek', 'bell\u0007'])(
    'an API key name with control or reordering characters is rejected: %j',
    async (name) => {
      expect(refusal(await newKey(alice, { name, scopes: ['mods:read'] }))).toBe(
        '400 invalid_input',
      );
    },
  );

  it('an API key with scopes its creator lacks is rejected with a list of those scopes', async () => {
    const narrow = await alice.withToken({ scopes: `${MANAGE} mods:read agent:mods.get` });
    const scopes = ['mods:read', 'versions:publish', 'account:read', 'agent:mods.search'];
    const refused = await newKey(narrow, { scopes });
    expect(refusal(refused)).toBe('403 delegated_scope_denied');
    expect(refused.body.required_scopes).toEqual([
      'versions:publish',
      'account:read',
      'agent:mods.search',
    ]);
    await made(newKey(narrow, { scopes: ['mods:read', 'agent:mods.get'] }));
  });

  it('an API key with sensitive scopes requires a second factor within the last 15 minutes', async () => {
    const plain = await world.creator('plain');
    const { db } = world.platform;
    await db.credential.updateMany({ where: { userId: plain.userId }, data: { aal2At: null } });
    const sensitive = { scopes: ['versions:publish', 'files:upload'] };
    expect(refusal(await newKey(plain, sensitive))).toBe('403 step_up_required');
    await made(newKey(plain, { scopes: ['account:read'] }));
    const aal2At = new Date(world.clock.now().getTime() - 14 * 60_000);
    await db.credential.updateMany({ where: { userId: plain.userId }, data: { aal2At } });
    const key = await made(newKey(plain, sensitive));
    world.clock.advance(61);
    expect(refusal(await newKey(plain, sensitive))).toBe('403 step_up_required');
    // A key keeps the scopes granted under AAL2 but is not itself proof of a second factor.
    expect(await rowOf(key.id)).toMatchObject({ aal2At: null, aal2Scopes: sensitive.scopes });
  });

  it('an API key can be limited only to mods its creator and the creating credential can reach', async () => {
    const bob = await world.creator('bob');
    expect(refusal(await newKey(bob, limitedTo(mod)))).toBe('404 not_found');
    const path = `/mods/${mod.id}/team-members/${bob.userId}`;
    await alice.request('PUT', path, { body: { role: 'reviewer' } });
    expect((await made(newKey(bob, limitedTo(mod)))).resource_grants).toHaveLength(1);
    const limited = await alice.withToken({
      scopes: `${MANAGE} versions:publish`,
      modIds: [mod.id],
    });
    expect(refusal(await newKey(limited, limitedTo(mod, other)))).toBe('403 resource_scope_denied');
    await made(newKey(limited, limitedTo(mod)));
  });

  it('an API key expires within 366 days and after 366 days by default', async () => {
    const key = await made(newKey(alice));
    const lifetimeMs = Date.parse(key.expires_at) - Date.parse(key.created_at);
    expect(Math.abs(lifetimeMs - LIMITS.apiKeyLifetimeSeconds * 1000)).toBeLessThan(10_000);
    const chosen = inDays(30).toISOString();
    expect((await made(newKey(alice, { expires_at: chosen }))).expires_at).toBe(chosen);
    for (const [days, code] of [
      [0, 'too_small'],
      [367, 'too_large'],
    ] as const) {
      const { body } = await newKey(alice, { expires_at: inDays(days).toISOString() });
      expect(body.fields).toEqual([{ field: 'expires_at', code }]);
    }
  });

  longTest('an API key does not outlive the token that created it', async () => {
    const brief = await alice.withToken({
      scopes: `${MANAGE} versions:publish`,
      lifetimeSeconds: 3_600,
    });
    const { expires_at } = (await brief.get('/me')).body.data.credential;
    expect((await made(newKey(brief))).expires_at).toBe(expires_at);
    const { body } = await newKey(brief, { expires_at: inDays(1).toISOString() });
    expect(body.fields).toEqual([{ field: 'expires_at', code: 'too_large' }]);
  });

  it('a user has at most 100 active credentials, also under concurrent requests', async () => {
    const carol = await world.creator('carol');
    const { db } = world.platform;
    const rows = (count: number, more: object) =>
      Array.from({ length: count }, () => ({
        kind: 'api_key' as const,
        userId: carol.userId,
        name: 'x',
        keyId: randomUUID(),
        secretHash: new Uint8Array(32),
        ...more,
      }));
    // Carol's own token counts too.
    await db.credential.createMany({ data: rows(LIMITS.credentialsPerUser - 2, {}) });
    const past = inDays(-1);
    await db.credential.createMany({ data: rows(2, { revokedAt: past }) });
    await db.credential.createMany({ data: rows(2, { expiresAt: past }) });
    const [faster] = rows(1, {});
    const { waited, result } = await meanwhile(
      world,
      async (tx) => {
        if (faster) await tx.credential.create({ data: faster });
        await bumpAccess(tx, carol.userId, ['credentials']);
      },
      () => newKey(carol),
    );
    expect([waited, refusal(result)]).toEqual([true, '409 invalid_state']);
    const key = await db.credential.findFirstOrThrow({ where: { keyId: faster?.keyId ?? '' } });
    // A rotation does not add to the count.
    const after = await made(rotate(carol, key));
    expect(refusal(await newKey(carol))).toBe('409 invalid_state');
    await revoke(carol, after);
    await made(newKey(carol));
  });

  it('a repeated key creation or rotation is 409 and does not reveal the key again', async () => {
    const { db } = world.platform;
    const cutOffs = await createCutOffs(db);
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name: 'lantern-key', scopes: ['versions:publish'] };
    const send = () => alice.post('/api-keys', body, headers);
    const key = await made(cutOffs.before('done', send));
    for (const again of [await send(), await send()]) {
      expect(refusal(again)).toBe('409 idempotency_replay_unavailable');
      expect(again.text).not.toContain(key.id);
      expect(again.text).not.toContain('lantern-key');
    }
    expect(await db.credential.count({ where: { name: 'lantern-key' } })).toBe(1);
    const rotation = { 'Idempotency-Key': randomUUID() };
    const path = `/api-keys/${key.id}/rotate`;
    await made(alice.post(path, undefined, rotation));
    const again = await alice.post(path, undefined, rotation);
    expect(refusal(again)).toBe('409 idempotency_replay_unavailable');
    expect(await db.credential.count({ where: { name: 'lantern-key' } })).toBe(2);
  });
});

describe('API key list (Spec 4.5)', () => {
  it("GET /api-keys lists the caller's own keys newest first, including revoked ones", async () => {
    const dora = await world.creator('dora');
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      ids.unshift((await made(newKey(dora, { name: `key ${at}` }))).id);
    }
    await revoke(dora, { id: ids[1] });
    const walked = await walkThrough(restList(dora, '/api-keys'), [2], () => newKey(dora));
    // The last entry is the caller's initial token.
    expect(walked.slice(0, -1)).toEqual(ids);
    expect(await listed(dora, { id: ids[1] })).toMatchObject({ state: 'revoked' });
    expect(await listed(alice, { id: ids[0] })).toBeUndefined();
  });

  it('GET /api-keys hides keys with other mods from a limited credential', async () => {
    const erin = await world.creator('erin');
    const [one, two] = [await bareMod(erin, 'keys'), await bareMod(erin, 'keys')];
    const within = [await made(newKey(erin, limitedTo(one))), await made(newKey(erin))];
    await made(newKey(erin, limitedTo(one, two)));
    const limited = await erin.withToken({ scopes: MANAGE, modIds: [one.id] });
    const own = (await limited.get('/me')).body.data.credential.id;
    const { data } = (await limited.get('/api-keys')).body;
    const shown = data.map(({ id }: Json) => id);
    expect(shown).toEqual([own, ...within.map(({ id }) => id).toReversed()]);
  });

  longTest('GET /api-keys runs two statements for any number of keys', async () => {
    const fred = await world.creator('fred');
    const count = async () =>
      (await world.statements(() => fred.get('/api-keys?limit=100'))).length;
    const few = await count();
    for (let at = 0; at < 6; at += 1) await newKey(fred);
    expect([few, await count()]).toEqual([2, 2]);
  });

  it('GET /api-keys shows the last use of a key at once', async () => {
    const key = await made(newKey(alice));
    await holding(key.secret).get('/me');
    expect((await listed(alice, key)).last_used_at).toMatch(/^\d{4}-/);
  });
});
