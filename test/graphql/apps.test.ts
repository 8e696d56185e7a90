import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { outside, untilSomebodyWaits } from '../locks.js';
import { draft, READ, REGISTER, register, UPDATE, update } from './apps.js';
import { type SignedIn, signIn } from './signed-in.js';

const world = useWorld({}, { jobs: 'when-settled' });
let creator: Creator;
let alice: SignedIn;
let bob: SignedIn;

beforeAll(async () => {
  creator = await world.creator('alice');
  alice = await signIn(world, creator.userId);
  bob = await signIn(world, (await world.creator('bob')).userId);
});

const invalid = (field: string, code: string) => ['invalid_input', [{ field, code }]];

describe('registering an application', () => {
  it('gives a public one an opaque id of its own, and no secret', async () => {
    const app = await register(alice, { name: '  Pack   wright ', scopes: ['mods:read'] });
    expect(app).toMatchObject({
      clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
      kind: 'public',
      name: 'Pack wright',
      review: 'none',
      secret: null,
      secretHint: null,
      owner: { id: creator.userId, username: 'alice' },
    });
    expect(app.clientId).not.toContain(app.id.replaceAll('-', '').slice(0, 12));
    expect((await register(alice)).clientId).not.toBe(app.clientId);
  });

  it('gives a confidential one a secret, of which only a keyed hash is kept', async () => {
    const app = await register(alice, { kind: 'confidential' });
    expect(app.secret).toMatch(/^mfoc_[0-9a-f]{16}_[0-9A-Za-z]{49}$/);
    expect(app.secretHint).toBe(app.secret.slice(0, 21));
    const row = await world.platform.db.app.findUniqueOrThrow({ where: { id: app.id } });
    expect(row.secretHash).toEqual(hashOf(world.platform.keys, app.secret));
    const everything = JSON.stringify([
      row,
      await world.platform.db.auditEntry.findMany(),
      await world.platform.db.outboxEvent.findMany(),
    ]);
    expect(everything).not.toContain(app.secret.slice(22));
    expect((await alice.run(READ, { id: app.id })).app).not.toHaveProperty('secret');
  });

  it('takes a second factor for a secret, proved within a quarter of an hour', async () => {
    const weak = await signIn(world, creator.userId, { aal2: false });
    const input = draft({ kind: 'confidential' });
    expect(await weak.refusal(REGISTER, { input })).toBe('step_up_required');
    expect(await register(weak)).toMatchObject({ kind: 'public' });
    const strong = await signIn(world, creator.userId);
    world.clock.advance(LIMITS.stepUpLifetimeSeconds + 1);
    expect(await strong.refusal(REGISTER, { input })).toBe('step_up_required');
    alice = await signIn(world, creator.userId);
    bob = await signIn(world, bob.userId);
  });

  it('is for people in a browser: no token makes one, whatever it may do', async () => {
    const { body } = await creator.graphql(REGISTER, { input: draft() });
    expect(body.errors[0].extensions.code).toBe('forbidden');
    const anonymous = await world.anon.graphql(REGISTER, { input: draft() });
    expect(anonymous.body.errors[0].extensions.code).toBe('unauthorized');
  });

  it('tells all faults at once, each with its field', async () => {
    const input = draft({
      name: ' ',
      redirectUris: ['https://a.example/', 'javascript:x', 'https://a.example'],
    });
    expect(await alice.refusal(REGISTER, { input })).toEqual([
      'invalid_input',
      [
        { field: 'name', code: 'too_short' },
        { field: 'redirectUris[1]', code: 'not_allowed' },
        { field: 'redirectUris[2]', code: 'not_unique' },
      ],
    ]);
  });

  it.each([
    ['public', 0, invalid('redirectUris', 'required')],
    ['public', 10, null],
    ['public', 11, invalid('redirectUris', 'too_many')],
    ['confidential', 0, null],
    ['confidential', 11, invalid('redirectUris', 'too_many')],
  ])('of kind %s with %i redirect URIs ends with %j', async (kind, count, refused) => {
    const redirectUris = Array.from({ length: count }, (_, at) => `https://a.example/${at}`);
    const input = draft({ kind, redirectUris });
    if (refused) expect(await bob.refusal(REGISTER, { input })).toEqual(refused);
    else
      expect((await bob.run(REGISTER, { input })).registerApp.app.redirectUris).toHaveLength(count);
  });

  it.each([['mods:wirte'], ['admin:*'], ['agent:*'], ['agent:run'], ['']])(
    'never takes the scope %j, and drops nothing quietly',
    async (scope) => {
      const input = draft({ scopes: ['mods:read', scope] });
      expect(await alice.refusal(REGISTER, { input })).toBe('invalid_scope');
    },
  );

  it('hands out base and standard scopes at once, and sensitive ones not before a review', async () => {
    const scopes = ['webhooks:read', 'mods:write', 'files:reference', 'webhooks:read'];
    const app = await register(alice, { scopes });
    expect(app.scopes).toEqual(['webhooks:read', 'mods:write', 'files:reference']);
    expect(app.unreviewedScopes).toEqual(['mods:write', 'files:reference']);
    expect(app.effectiveScopes).toContain('webhooks:read');
    expect(app.effectiveScopes).toContain('mods:read');
    expect(app.effectiveScopes).not.toContain('mods:write');
    expect(app.effectiveScopes).not.toContain('builds:read');
  });

  it('refuses a name that another application of the same owner has, in any case', async () => {
    await register(alice, { name: 'Twin' });
    expect(await alice.refusal(REGISTER, { input: draft({ name: 'TWIN' }) })).toEqual(
      invalid('name', 'not_unique'),
    );
    expect(await register(bob, { name: 'Twin' })).toMatchObject({ name: 'Twin' });
  });

  it('ends at the limit exactly, also for registrations at once', async () => {
    const { db } = world.platform;
    const carol = await signIn(world, (await world.creator('carol')).userId);
    await db.app.createMany({
      data: Array.from({ length: LIMITS.appsPerUser - 1 }, (_, at) => ({
        clientId: `carol-${at}`,
        kind: 'public' as const,
        ownerId: carol.userId,
        name: `Old ${at}`,
      })),
    });
    const overtaken = await db.$transaction(async (tx) => {
      // Another registration of hers, which has counted and not yet committed.
      await tx.$queryRaw`select 1 from users where id = ${carol.userId}::uuid for no key update`;
      const later = outside(() => carol.refusal(REGISTER, { input: draft() }));
      await untilSomebodyWaits(db);
      const last = { clientId: 'carol-last', kind: 'public' as const, name: 'Last' };
      await tx.app.create({ data: { ...last, ownerId: carol.userId } });
      return { later };
    });
    expect(await overtaken.later).toBe('invalid_state');
    expect(await carol.refusal(REGISTER, { input: draft() })).toBe('invalid_state');
    expect(await db.app.count({ where: { ownerId: carol.userId } })).toBe(LIMITS.appsPerUser);
  });

  it('is told in the audit log and as app.changed', async () => {
    const app = await register(alice);
    const { db } = world.platform;
    expect(await db.auditEntry.findMany({ where: { targetId: app.id } })).toMatchObject([
      { action: 'app.registered', actorId: creator.userId, credentialKind: 'session' },
    ]);
    expect(await db.outboxEvent.findMany({ where: { subjectId: app.id } })).toMatchObject([
      {
        kind: 'app.changed',
        userId: creator.userId,
        data: { app_id: app.id, client_id: app.clientId, change: 'registered' },
      },
    ]);
  });
});

describe('changing an application', () => {
  it('takes what is given, leaves the rest, and makes a new etag', async () => {
    const app = await register(alice, { scopes: ['webhooks:read'] });
    const after = await update(alice, app, { name: 'Renamed' });
    expect(after).toMatchObject({ name: 'Renamed', scopes: ['webhooks:read'] });
    expect(after.redirectUris).toEqual(app.redirectUris);
    expect(after.etag).not.toBe(app.etag);
    const again = await update(alice, after, { redirectUris: ['app.pack:/cb'], scopes: [] });
    expect(again).toMatchObject({ name: 'Renamed', redirectUris: ['app.pack:/cb'], scopes: [] });
  });

  it('takes a second factor where it leads people to a new place, and only there', async () => {
    const app = await register(alice, { redirectUris: ['app.pack:/a', 'app.pack:/b'] });
    const weak = await signIn(world, creator.userId, { aal2: false });
    const redirectUris = ['app.pack:/a', 'https://evil.example/cb'];
    const variables = { id: app.id, etag: app.etag, input: { redirectUris } };
    expect(await weak.refusal(UPDATE, variables)).toBe('step_up_required');
    const fewer = await update(weak, app, { name: 'Fewer', redirectUris: ['app.pack:/b'] });
    expect(fewer.redirectUris).toEqual(['app.pack:/b']);
    await update(alice, fewer, { redirectUris });
  });

  it('from what somebody saw before another change is refused', async () => {
    const app = await register(alice);
    await update(alice, app, { name: 'First' });
    const variables = { id: app.id, etag: app.etag, input: { name: 'Second' } };
    expect(await alice.refusal(UPDATE, variables)).toBe('precondition_failed');
  });

  it('by two at once succeeds for one', async () => {
    const app = await register(alice);
    const tries = ['One', 'Two', 'Three'].map((name) => update(alice, app, { name }));
    const ended = await Promise.allSettled(tries);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of ended) {
      if (one.status === 'rejected') expect(one.reason.code).toBe('precondition_failed');
    }
  });

  it('keeps to the rules of registering', async () => {
    const app = await register(alice);
    const other = await register(alice);
    const refused = (input: object) => alice.refusal(UPDATE, { id: app.id, etag: app.etag, input });
    expect(await refused({ redirectUris: [] })).toEqual(invalid('redirectUris', 'required'));
    expect(await refused({ redirectUris: ['data:x'] })).toEqual(
      invalid('redirectUris[0]', 'not_allowed'),
    );
    expect(await refused({ name: other.name })).toEqual(invalid('name', 'not_unique'));
    expect(await refused({ scopes: ['admin:*'] })).toBe('invalid_scope');
  });

  it('is for its owner in a browser; to others it does not exist', async () => {
    const app = await register(alice);
    const variables = { id: app.id, etag: app.etag, input: { name: 'Mine now' } };
    expect(await bob.refusal(UPDATE, variables)).toBe('not_found');
    expect(await bob.refusal(READ, { id: app.id })).toBe('not_found');
    const unknown = { ...variables, id: '00000000-0000-7000-8000-000000000000' };
    expect(await bob.refusal(UPDATE, unknown)).toBe('not_found');
    expect(await bob.refusal(READ, { id: 'nonsense' })).toBe('not_found');
    const { body } = await creator.graphql(UPDATE, variables);
    expect(body.errors[0].extensions.code).toBe('forbidden');
  });
});

describe('looking at applications', () => {
  it('lists ones own, newest first, page by page', async () => {
    const dora = await signIn(world, (await world.creator('dora')).userId);
    const made = [];
    for (let at = 0; at < 5; at += 1) made.push((await register(dora)).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = `query ($cursor: String) { myApps(limit: 2, cursor: $cursor) {
        items { id } pagination { nextCursor } } }`;
      const page: { items: { id: string }[]; pagination: { nextCursor: string | null } } = (
        await dora.run(query, { cursor })
      ).myApps;
      seen.push(...page.items.map((item) => item.id));
      cursor = page.pagination.nextCursor;
      // What is registered after the first page is not in this walk.
      if (seen.length === 2) await register(dora);
    } while (cursor !== null);
    expect(seen).toEqual(made.toReversed());
  });

  it('takes a credential for the whole account that may read it', async () => {
    const query = '{ myApps { items { id } } myAppGrants { items { id } } }';
    const reader = await creator.withToken({ scopes: 'account:read' });
    expect((await reader.graphql(query)).body.data.myApps.items.length).toBeGreaterThan(0);
    const codeOf = async (options: object) => {
      const { body } = await (await creator.withToken(options)).graphql(query);
      return body.errors[0].extensions.code;
    };
    expect(await codeOf({ scopes: 'mods:read' })).toBe('insufficient_scope');
    expect(await codeOf({ scopes: 'account:read', modIds: [] })).toBe('resource_scope_denied');
  });

  it('reads owners with one statement, however many applications there are', async () => {
    const query = '{ myApps { items { id owner { username } } } }';
    const statements = await world.statements(() => alice.run(query));
    // The session of the request reads its user with role and state.
    const ofOwners = /^SELECT (?!.*"role").* FROM "public"\."users" WHERE .*"id" IN/;
    expect(statements.filter((sql) => ofOwners.test(sql))).toHaveLength(1);
  });
});
