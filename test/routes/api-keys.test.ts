import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bumpAccess } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import { type Actor, type Answer, type Creator, type Json, withSecret } from '../actors.js';
import { createCutOffs } from '../cut-offs.js';
import { useWorld } from '../harness.js';
import { restList, walkThrough } from '../lists.js';
import { meanwhile } from '../locks.js';
import { bareMod, newGame, refusal } from '../publishing.js';

// These tests count statements; a running job would add its own.
const world = useWorld({}, { jobs: 'when-settled' });
const MANAGE = 'credentials:manage';
let alice: Creator;
let mod: Json;
let other: Json;

beforeAll(async () => {
  await newGame(world, 'keys');
  alice = await world.creator('alice');
  mod = await bareMod(alice, 'keys');
  other = await bareMod(alice, 'keys');
});

const newKey = (actor: Actor, more: object = {}) =>
  actor.post('/api-keys', { name: 'build server', scopes: ['versions:publish'], ...more });

async function made(answer: Promise<Answer>): Promise<Json> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(201);
  return body.data;
}

const limitedTo = (...mods: Json[]) => ({
  resource_grants: mods.map(({ id }) => ({ type: 'mod', id })),
});
const holding = (secret: string) => withSecret(world.baseUrl, secret);
const rotate = (actor: Actor, { id }: Json) => actor.post(`/api-keys/${id}/rotate`);
const revoke = (actor: Actor, { id }: Json) => actor.request('DELETE', `/api-keys/${id}`);
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);
const rowOf = (id: string) => world.platform.db.credential.findUniqueOrThrow({ where: { id } });

async function listed(actor: Actor, { id }: Json): Promise<Json> {
  const { data } = (await actor.get('/api-keys?limit=100')).body;
  return data.find((it: Json) => it.id === id);
}

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
    async (grants) => {
      const key = await made(newKey(alice, { scopes: ['mods:read', 'versions:write'], ...grants }));
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

  it('an API key does not outlive the token that created it', async () => {
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
        ...{ kind: 'api_key' as const, userId: carol.userId, name: 'x' },
        ...{ keyId: randomUUID(), secretHash: new Uint8Array(32), ...more },
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

  it('GET /api-keys runs two statements for any number of keys', async () => {
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

describe('API key rotation (Spec 4.5)', () => {
  it("a rotation keeps the key's properties, and both keys work for a ten-minute overlap", async () => {
    const before = await made(newKey(alice, { ...limitedTo(mod), expires_at: inDays(9) }));
    const after = await made(rotate(alice, before));
    const same = ({ name, kind, scopes, resource_grants, expires_at }: Json) => [
      ...[name, kind, scopes, resource_grants, expires_at],
    ];
    expect(same(after)).toEqual(same(before));
    expect(after.rotated_from).toBe(before.id);
    expect(after.id).not.toBe(before.id);
    const statusOf = async ({ secret }: Json) => (await holding(secret).get('/me')).status;
    const retiring = await listed(alice, before);
    expect(retiring.state).toBe('retiring');
    world.clock.advance(LIMITS.apiKeyOverlapSeconds - 30);
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
    world.clock.advance(31);
    expect([await statusOf(before), await statusOf(after)]).toEqual([401, 200]);
    const ended = await listed(alice, before);
    expect([ended.state, ended.revoked_at]).toEqual(['revoked', retiring.retires_at]);
  });

  it('a key can be rotated once, also under concurrent requests', async () => {
    const key = await made(newKey(alice));
    const answers = await Promise.all([rotate(alice, key), rotate(alice, key)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(refusal(await rotate(alice, key))).toBe('409 invalid_state');
  });

  it('rotation of a revoked or expired key is rejected', async () => {
    const [revoked, expired] = [
      await made(newKey(alice)),
      await made(newKey(alice, { expires_at: inDays(1) })),
    ];
    await revoke(alice, revoked);
    await world.platform.db.credential.update({
      where: { id: expired.id },
      data: { expiresAt: world.clock.now() },
    });
    for (const key of [revoked, expired]) {
      expect(refusal(await rotate(alice, key))).toBe('409 invalid_state');
    }
    expect((await listed(alice, expired)).state).toBe('expired');
  });

  it('a rotation requires the scopes, mods and lifetime of the rotated key', async () => {
    const key = await made(newKey(alice, limitedTo(mod, other)));
    const narrow = await alice.withToken({ scopes: MANAGE });
    const refused = await rotate(narrow, key);
    expect(refusal(refused)).toBe('403 delegated_scope_denied');
    expect(refused.body.required_scopes).toEqual(['versions:publish']);
    const scopes = `${MANAGE} versions:publish`;
    const limited = await alice.withToken({ scopes, modIds: [mod.id] });
    expect(refusal(await rotate(limited, key))).toBe('403 resource_scope_denied');
    const brief = await alice.withToken({ scopes, lifetimeSeconds: 600 });
    expect(refusal(await rotate(brief, key))).toBe('403 forbidden');
    expect((await rotate(await alice.withToken({ scopes }), key)).status).toBe(201);
  });

  it('a rotation of sensitive scopes requires a second factor unless a key rotates itself', async () => {
    const scopes = `${MANAGE} mods:write`;
    const key = await made(newKey(alice, { scopes: ['mods:write'] }));
    const stale = await alice.withToken({ scopes });
    world.clock.advance(LIMITS.stepUpLifetimeSeconds + 1);
    expect(refusal(await rotate(stale, key))).toBe('403 step_up_required');
    const own = (await stale.get('/me')).body.data.credential;
    expect((await rotate(stale, own)).status).toBe(201);
    const fresh = await alice.withToken({ scopes });
    expect((await rotate(fresh, key)).status).toBe(201);
    alice = { ...alice, ...(await alice.withToken({})) };
  });

  it('a rotation of an unlimited personal token returns an unlimited token', async () => {
    const token = await alice.withToken({ scopes: MANAGE });
    const own = (await token.get('/me')).body.data.credential;
    const after = await made(rotate(token, own));
    expect(after).toMatchObject({ kind: 'pat', resource_grants: null, rotated_from: own.id });
  });
});

describe('API key revocation (Spec 4.5)', () => {
  it('a revocation takes effect on the next request and can be repeated', async () => {
    const key = await made(newKey(alice));
    const actor = holding(key.secret);
    expect((await actor.get('/me')).status).toBe(200);
    for (const { status, text } of [await revoke(alice, key), await revoke(alice, key)]) {
      expect([status, text]).toEqual([204, '']);
    }
    expect(refusal(await actor.get('/me'))).toBe('401 unauthorized');
    const { db } = world.platform;
    const where = { targetId: key.id, action: 'token.revoked' };
    expect(await db.auditEntry.count({ where })).toBe(1);
  });

  it('a revocation of a retiring key ends its overlap and keeps its successor', async () => {
    const before = await made(newKey(alice));
    const after = await made(rotate(alice, before));
    await revoke(alice, before);
    expect(refusal(await holding(before.secret).get('/me'))).toBe('401 unauthorized');
    expect((await holding(after.secret).get('/me')).status).toBe(200);
  });

  it('a revocation needs no scopes of the key but access to its mods', async () => {
    const [one, two] = [await made(newKey(alice)), await made(newKey(alice, limitedTo(other)))];
    expect((await revoke(await alice.withToken({ scopes: MANAGE }), one)).status).toBe(204);
    const limited = await alice.withToken({ scopes: MANAGE, modIds: [mod.id] });
    expect(refusal(await revoke(limited, two))).toBe('403 resource_scope_denied');
    const bob = await world.creator('mallory');
    expect(refusal(await revoke(bob, two))).toBe('404 not_found');
    expect((await holding(two.secret).get('/me')).status).toBe(200);
  });
});

describe('API key audit and events (Spec 4.5, 6)', () => {
  it('key changes write audit entries and events and increase the access revision', async () => {
    const gina = await world.creator('gina');
    const { db } = world.platform;
    const revision = async () => (await gina.get('/me')).body.data.access_revision;
    const first = await revision();
    const key = await made(newKey(gina));
    const after = await made(rotate(gina, key));
    await revoke(gina, key);
    expect(await revision()).toBe(first + 3);
    const audits = await db.auditEntry.findMany({
      where: { actorId: gina.userId, targetKind: 'credential' },
      orderBy: { at: 'asc' },
    });
    const keyId = key.display_prefix.split('_')[1];
    expect(
      audits.map(({ action, targetId, data }) => [action, targetId, (data as Json).key_id]),
    ).toEqual(
      ['created', 'rotated', 'revoked'].map((change) => [`token.${change}`, key.id, keyId]),
    );
    const events = await db.outboxEvent.findMany({
      where: { userId: gina.userId },
      orderBy: { occurredAt: 'asc' },
    });
    const changes = events.filter(({ kind }) => kind === 'token.changed').slice(1);
    expect(changes.map(({ data }) => data)).toEqual([
      { token_id: key.id, change: 'created' },
      { token_id: key.id, change: 'rotated', successor_id: after.id },
      { token_id: key.id, change: 'revoked' },
    ]);
    const access = events.filter(({ kind }) => kind === 'account.access.changed').slice(1);
    expect(access.map(({ data }) => data)).toEqual(
      [1, 2, 3].map((more) => ({ access_revision: first + more, categories: ['credentials'] })),
    );
  });
});

describe('API key capabilities (Spec 4.5)', () => {
  it('GET /api-keys/capabilities lists the scopes this credential can grant, in its language', async () => {
    const scopesFor = async (actor: Actor, headers = {}) => {
      const { data } = (await actor.get('/api-keys/capabilities', headers)).body;
      return Object.fromEntries(data.scopes.map((scope: Json) => [scope.name, scope]));
    };
    const own = await scopesFor(
      await alice.withToken({ scopes: `${MANAGE} mods:write mods:read` }),
      {
        'Accept-Language': 'de',
      },
    );
    expect(own['mods:write']).toEqual({
      name: 'mods:write',
      kind: 'sensitive',
      description: 'Mods anlegen und ihre Texte und Bilder ändern',
      grantable: true,
      step_up_required: true,
    });
    expect(own['account:read'].grantable).toBe(false);
    for (const never of ['admin:*', 'agent:*', 'agent:run', 'openid']) {
      expect(own[never]).toBeUndefined();
    }
    world.clock.advance(LIMITS.stepUpLifetimeSeconds + 1);
    const later = await scopesFor(alice);
    expect(later['mods:read'].grantable).toBe(true);
    expect(later['mods:write'].grantable).toBe(false);
  });

  it('GET /api-keys/capabilities lists the reachable mods with their roles and the limits', async () => {
    const hugo = await world.creator('hugo');
    const own = await bareMod(hugo, 'keys');
    const path = `/mods/${mod.id}/team-members/${hugo.userId}`;
    await alice.request('PUT', path, { body: { role: 'publisher' } });
    const { data } = (await hugo.get('/api-keys/capabilities')).body;
    const seen = data.mods.map(({ id, role }: Json) => [id, role]);
    expect(seen.toSorted()).toEqual(
      [
        [own.id, 'owner'],
        [mod.id, 'publisher'],
      ].toSorted(),
    );
    expect(data).toMatchObject({ more_mods: false, limits: { keys_max: 100, keys_living: 1 } });
    const limited = await hugo.withToken({ scopes: MANAGE, modIds: [own.id] });
    const { mods } = (await limited.get('/api-keys/capabilities')).body.data;
    expect(mods.map(({ id }: Json) => id)).toEqual([own.id]);
  });
});

describe('API keys over GraphQL', () => {
  it('createApiKey over GraphQL checks scopes as POST /api-keys does', async () => {
    const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { id secret } }`;
    const ask = (actor: Actor, scopes: string[]) =>
      actor.graphql(query, { input: { name: 'x', scopes } });
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const code = ({ body }: Answer) => body.errors?.[0]?.extensions.code;
    expect(code(await ask(reader, ['mods:read']))).toBe('insufficient_scope');
    const manager = await alice.withToken({ scopes: MANAGE });
    expect(code(await ask(manager, ['mods:read']))).toBe('delegated_scope_denied');
    const { body } = await ask(alice, ['mods:read']);
    expect(body.data.createApiKey.secret).toMatch(/^mpat_/);
    const ended = await alice.graphql(`mutation ($id: ID!) { revokeApiKey(id: $id) }`, {
      id: body.data.createApiKey.id,
    });
    expect(ended.body.data).toEqual({ revokeApiKey: true });
  });
});
