import { beforeAll, describe, expect, it } from 'vitest';
import { rewriteModDocument } from '../../../src/modules/catalog/index.js';
import { TEAM_ROLES } from '../../../src/registry/access.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { restList, walkThrough } from '../../lists.js';
import { meanwhile } from '../../locks.js';
import { bareMod, draftMod, newGame, publishedVersion, refusal } from '../../publishing.js';
import { insertModCopies, modRow } from '../../rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'me');
  alice = await world.creator('alice');
});

describe('GET /v1/me (Spec 4.6)', () => {
  it('GET /v1/me returns user, credential and access revision for any valid credential, without its secret', async () => {
    const actor = await alice.withToken({ scopes: 'mods:write', lifetimeSeconds: 60 });
    const { body, headers, text } = await actor.get('/me');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body).toEqual({
      data: {
        user: {
          id: alice.userId,
          username: 'alice',
          display_name: null,
          profile_url: null,
          locale: null,
        },
        credential: {
          kind: 'pat',
          id: expect.any(String),
          client_id: null,
          scopes: ['mods:write'],
          resource_grants: null,
          expires_at: expect.stringMatching(/^\d{4}-/),
          last_used_at: null,
        },
        access_revision: expect.any(Number),
      },
    });
    expect(text).not.toContain(actor.token?.split('_')[2]);
    expect((await actor.get('/me')).body.data.credential.last_used_at).toMatch(/^\d{4}-/);
    expect(refusal(await world.anon.get('/me'))).toBe('401 unauthorized');
  });

  it.each(['profile:read', 'account:read'])(
    'GET /v1/me includes the profile for the scope %s',
    async (scopes) => {
      const { user } = (await (await alice.withToken({ scopes })).get('/me')).body.data;
      expect(user).toMatchObject({
        display_name: 'alice',
        profile_url: `${world.baseUrl}/users/alice`,
        locale: 'en',
      });
    },
  );

  it('GET /v1/me names the mods that the credential is limited to', async () => {
    const mod = await bareMod(alice, 'me');
    const limited = await alice.withToken({ modIds: [mod.id] });
    const { credential } = (await limited.get('/me')).body.data;
    expect(credential.resource_grants).toEqual([{ type: 'mod', id: mod.id }]);
  });

  it('GET /v1/me runs one statement besides the credential lookup', async () => {
    await alice.get('/me');
    const statements = await world.statements(() => alice.get('/me'));
    expect(statements).toHaveLength(2);
  });
});

describe('GET /v1/me/resources (Spec 4.6)', () => {
  it('GET /v1/me/resources lists each mod whose team the caller belongs to, with role and permissions', async () => {
    const bob = await world.creator('bob');
    const own = await bareMod(bob, 'me', { title: { en: 'His own' } });
    const other = await bareMod(alice, 'me');
    const path = `/mods/${other.id}/team-members/${bob.userId}`;
    await alice.request('PUT', path, { body: { role: 'reviewer' } });
    const { data } = (await bob.get('/me/resources')).body;
    expect(data).toEqual([
      {
        type: 'mod',
        id: other.id,
        role: 'reviewer',
        permissions: TEAM_ROLES.reviewer,
        mod: { id: other.id, slug: other.slug, title: other.title, state: 'draft' },
      },
      {
        type: 'mod',
        id: own.id,
        role: 'owner',
        permissions: TEAM_ROLES.owner,
        mod: { id: own.id, slug: own.slug, title: { en: 'His own' }, state: 'draft' },
      },
    ]);
    const limited = await bob.withToken({ scopes: 'account:read', modIds: [own.id] });
    const seen = (await limited.get('/me/resources')).body.data;
    expect(seen.map(({ id }: Json) => id)).toEqual([own.id]);
    await world.platform.db.mod.update({ where: { id: own.id }, data: { state: 'deleted' } });
    const left = (await bob.get('/me/resources')).body.data;
    expect(left.map(({ id }: Json) => id)).toEqual([other.id]);
  });

  it('GET /v1/me/resources walks one snapshot with two statements per page', async () => {
    const carol = await world.creator('carol');
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.unshift((await bareMod(carol, 'me')).id);
    const list = restList(carol, '/me/resources');
    expect(await walkThrough(list, [2], () => bareMod(carol, 'me'))).toEqual(ids);
    const count = async (limit: number) =>
      (await world.statements(() => carol.get(`/me/resources?limit=${limit}`))).length;
    expect([await count(1), await count(7)]).toEqual([2, 2]);
  });
});

describe('PATCH /v1/me/profile (Spec 4.6)', () => {
  it('PATCH /v1/me/profile changes the members of the body and keeps the others', async () => {
    const dora = await world.creator('dora');
    const first = await dora.patch('/me/profile', { display_name: '  Dora K.  ' });
    expect(first.body.data).toEqual({
      id: dora.userId,
      username: 'dora',
      display_name: 'Dora K.',
      profile_url: `${world.baseUrl}/users/dora`,
      profile_open: true,
      locale: 'en',
      bio: null,
      links: [],
    });
    const second = await dora.patch('/me/profile', { locale: 'de', profile_open: false });
    expect(second.body.data).toMatchObject({
      display_name: 'Dora K.',
      profile_url: null,
      profile_open: false,
      locale: 'de',
    });
    expect((await dora.patch('/me/profile', {})).body.data).toEqual(second.body.data);
  });

  it('PATCH /v1/me/profile names the field of a bad display name, an unknown locale or an unknown member', async () => {
    for (const [body, field, code] of [
      [{ display_name: ' ' }, 'display_name', 'too_short'],
      [{ display_name: 'x'.repeat(61) }, 'display_name', 'too_long'],
      [{ display_name: null }, 'display_name', 'invalid_type'],
      [{ locale: 'fr' }, 'locale', 'unknown_value'],
      [{ username: 'another' }, 'username', 'unknown_member'],
    ] as const) {
      const refused = await alice.patch('/me/profile', body);
      expect(refusal(refused)).toBe('400 invalid_input');
      expect(refused.body.fields).toEqual([{ field, code }]);
    }
  });

  it('PATCH /v1/me/profile returns 403 for a credential limited to some mods', async () => {
    const mod = await bareMod(alice, 'me');
    const limited = await alice.withToken({ scopes: 'profile:write', modIds: [mod.id] });
    const refused = await limited.patch('/me/profile', { display_name: 'x' });
    expect(refusal(refused)).toBe('403 resource_scope_denied');
  });

  it('a profile change updates the author of catalog mods and keeps their ETags', async () => {
    const erin = await world.creator('erin');
    const mod = await draftMod(erin, 'me');
    await publishedVersion(world, erin, mod.id, { version: '1' });
    const before = await erin.get(`/mods/${mod.id}`);
    await erin.patch('/me/profile', { display_name: 'Erin', profile_open: false });
    await world.settled();
    const { author } = (await world.anon.get(`/mods/${mod.id}`)).body.data;
    expect(author).toEqual({
      id: erin.userId,
      username: 'erin',
      display_name: 'Erin',
      profile_url: null,
    });
    const [found] = (await world.anon.get('/search?q=mod&game_slug=me')).body.data;
    expect(found.author.display_name).toBe('Erin');
    const after = await erin.get(`/mods/${mod.id}`);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('a profile change reaches all mod documents of the author with a constant number of statements', async () => {
    const fred = await world.creator('fred');
    const { id } = await bareMod(fred, 'me');
    const { db } = world.platform;
    await insertModCopies(db, await db.mod.findUniqueOrThrow({ where: { id } }), 230);
    const count = async () =>
      (await world.statements(() => fred.patch('/me/profile', { display_name: 'Fred' }))).length;
    const many = await count();
    expect(await staleOf(fred)).toBe(231);
    await world.settled();
    expect(await staleOf(fred)).toBe(0);
    const revisions = await db.mod.groupBy({
      by: ['documentRevision'],
      where: { authorId: fred.userId },
    });
    await fred.patch('/me/profile', { display_name: 'Fred' });
    await world.settled();
    // The job does not rewrite documents that are already current.
    expect(
      await db.mod.groupBy({ by: ['documentRevision'], where: { authorId: fred.userId } }),
    ).toEqual(revisions);
    const gina = await world.creator('gina');
    const few = await world.statements(() => gina.patch('/me/profile', { display_name: 'Gina' }));
    expect(few).toHaveLength(many);
  });

  it('a profile change reaches a mod that a concurrent transaction creates', async () => {
    const hugo = await world.creator('hugo');
    const { id } = await bareMod(hugo, 'me');
    const { db } = world.platform;
    const { gameId, teamId, authorId } = await db.mod.findUniqueOrThrow({ where: { id } });
    const newer = modRow({ gameId, teamId, authorId, state: 'draft' });
    const { waited } = await meanwhile(
      world,
      async (tx) => {
        await tx.mod.create({ data: newer });
        await rewriteModDocument(tx, newer.id);
      },
      async () => {
        await hugo.patch('/me/profile', { display_name: 'Hugo' });
        await world.settled();
      },
    );
    expect(waited).toBe(true);
    expect(await staleOf(hugo)).toBe(0);
    const document = (await db.mod.findUniqueOrThrow({ where: { id: newer.id } })).document as Json;
    expect(document.author.displayName).toBe('Hugo');
  });
});

/** Counts the mods of an author whose documents contain an old profile. */
async function staleOf({ userId }: Creator): Promise<number> {
  const [row] = await world.platform.db.$queryRaw<{ count: bigint }[]>`
    select count(*) from mods m join users u on u.id = m.author_id
    where u.id = ${userId}::uuid and m.snapshot -> 'author' ->> 'displayName' <> u.display_name`;
  return Number(row?.count);
}
