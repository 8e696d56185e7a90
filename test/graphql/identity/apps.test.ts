import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/modules/identity/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { outside, untilSomebodyWaits } from '../../locks.js';
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

describe('registerApp', () => {
  it('registerApp gives a public application a random client ID and no secret', async () => {
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

  it('registerApp gives a confidential application a secret and stores only its keyed hash', async () => {
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

  it('registerApp requires a recent second factor for a confidential application', async () => {
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

  it('registerApp is refused for tokens and anonymous callers', async () => {
    const { body } = await creator.graphql(REGISTER, { input: draft() });
    expect(body.errors[0].extensions.code).toBe('forbidden');
    const anonymous = await world.anon.graphql(REGISTER, { input: draft() });
    expect(anonymous.body.errors[0].extensions.code).toBe('unauthorized');
  });

  it('registerApp reports all invalid fields at once', async () => {
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
  ])('registerApp of kind %s with %i redirect URIs ends with %j', async (kind, count, refused) => {
    const redirectUris = Array.from({ length: count }, (_, at) => `https://a.example/${at}`);
    const input = draft({ kind, redirectUris });
    if (refused) expect(await bob.refusal(REGISTER, { input })).toEqual(refused);
    else
      expect((await bob.run(REGISTER, { input })).registerApp.app.redirectUris).toHaveLength(count);
  });

  it.each([['mods:wirte'], ['admin:*'], ['agent:*'], ['agent:run'], ['']])(
    'registerApp refuses the scope %j instead of dropping it',
    async (scope) => {
      const input = draft({ scopes: ['mods:read', scope] });
      expect(await alice.refusal(REGISTER, { input })).toBe('invalid_scope');
    },
  );

  it('registerApp grants base and standard scopes at once, and sensitive ones only after a review', async () => {
    const scopes = ['webhooks:read', 'mods:write', 'files:reference', 'webhooks:read'];
    const app = await register(alice, { scopes });
    expect(app.scopes).toEqual(['webhooks:read', 'mods:write', 'files:reference']);
    expect(app.unreviewedScopes).toEqual(['mods:write', 'files:reference']);
    expect(app.effectiveScopes).toContain('webhooks:read');
    expect(app.effectiveScopes).toContain('mods:read');
    expect(app.effectiveScopes).not.toContain('mods:write');
    expect(app.effectiveScopes).not.toContain('builds:read');
  });

  it('registerApp refuses a name that the same owner already uses, ignoring case', async () => {
    await register(alice, { name: 'Twin' });
    expect(await alice.refusal(REGISTER, { input: draft({ name: 'TWIN' }) })).toEqual(
      invalid('name', 'not_unique'),
    );
    expect(await register(bob, { name: 'Twin' })).toMatchObject({ name: 'Twin' });
  });

  it('registerApp stops exactly at the limit, also for concurrent registrations', async () => {
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
      // A concurrent registration by carol that has counted and not yet committed.
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

  it('registerApp writes an audit entry and emits app.changed', async () => {
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

describe('updateApp', () => {
  it('updateApp changes the given fields, keeps the others and returns a new ETag', async () => {
    const app = await register(alice, { scopes: ['webhooks:read'] });
    const after = await update(alice, app, { name: 'Renamed' });
    expect(after).toMatchObject({ name: 'Renamed', scopes: ['webhooks:read'] });
    expect(after.redirectUris).toEqual(app.redirectUris);
    expect(after.etag).not.toBe(app.etag);
    const again = await update(alice, after, { redirectUris: ['app.pack:/cb'], scopes: [] });
    expect(again).toMatchObject({ name: 'Renamed', redirectUris: ['app.pack:/cb'], scopes: [] });
  });

  it('updateApp requires a second factor only if it adds a redirect URI', async () => {
    const app = await register(alice, { redirectUris: ['app.pack:/a', 'app.pack:/b'] });
    const weak = await signIn(world, creator.userId, { aal2: false });
    const redirectUris = ['app.pack:/a', 'https://evil.example/cb'];
    const variables = { id: app.id, etag: app.etag, input: { redirectUris } };
    expect(await weak.refusal(UPDATE, variables)).toBe('step_up_required');
    const fewer = await update(weak, app, { name: 'Fewer', redirectUris: ['app.pack:/b'] });
    expect(fewer.redirectUris).toEqual(['app.pack:/b']);
    await update(alice, fewer, { redirectUris });
  });

  it('updateApp with an outdated ETag returns precondition_failed', async () => {
    const app = await register(alice);
    await update(alice, app, { name: 'First' });
    const variables = { id: app.id, etag: app.etag, input: { name: 'Second' } };
    expect(await alice.refusal(UPDATE, variables)).toBe('precondition_failed');
  });

  it('concurrent calls of updateApp with the same ETag succeed once', async () => {
    const app = await register(alice);
    const tries = ['One', 'Two', 'Three'].map((name) => update(alice, app, { name }));
    const ended = await Promise.allSettled(tries);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of ended) {
      if (one.status === 'rejected') expect(one.reason.code).toBe('precondition_failed');
    }
  });

  it('updateApp applies the rules of registerApp', async () => {
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

  it('updateApp and app return not_found to other users, and updateApp is forbidden for a token', async () => {
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

describe('app and myApps', () => {
  it("myApps lists the viewer's applications page by page, newest first", async () => {
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
      // The walk does not include applications registered after its first page.
      if (seen.length === 2) await register(dora);
    } while (cursor !== null);
    expect(seen).toEqual(made.toReversed());
  });

  it('myApps and myAppGrants require account:read and a credential without resource limits', async () => {
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

  it('myApps reads the owners of all applications with one statement', async () => {
    const query = '{ myApps { items { id owner { username } } } }';
    const statements = await world.statements(() => alice.run(query));
    // The session of the request reads its user with role and state.
    const ofOwners = /^SELECT (?!.*"role").* FROM "public"\."users" WHERE .*"id" IN/;
    expect(statements.filter((sql) => ofOwners.test(sql))).toHaveLength(1);
  });
});
