import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { type Actor, type Answer, type Json } from '../../actors.js';
import { bareMod, refusal } from '../../publishing.js';
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
  renewAlice,
  revoke,
  rotate,
  useApiKeys,
  world,
} from './keys-of-alice.js';

useApiKeys();

describe('API key rotation (Spec 4.5)', () => {
  it("a rotation keeps the key's properties, and both keys work for a ten-minute overlap", async () => {
    const before = await made(newKey(alice, { ...limitedTo(mod), expires_at: inDays(9) }));
    const after = await made(rotate(alice, before));
    const same = ({ name, kind, scopes, resource_grants, expires_at }: Json) => [
      name,
      kind,
      scopes,
      resource_grants,
      expires_at,
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
    await renewAlice();
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
    const changes = events.filter(({ kind }) => kind === 'token.changed');
    expect(changes.map(({ data }) => data)).toEqual([
      { token_id: key.id, change: 'created' },
      { token_id: key.id, change: 'rotated', successor_id: after.id },
      { token_id: key.id, change: 'revoked' },
    ]);
    const access = events.filter(({ kind }) => kind === 'account.access.changed');
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
