import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { refusal } from '../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;

beforeAll(async () => {
  alice = await world.creator('alice');
});

const read = (username: string) => world.anon.get(`/beta/users/${username}`);

describe('GET /v1/beta/users/{username}', () => {
  it('GET /v1/beta/users/{username} returns the id, display name and profile URL without a credential', async () => {
    await alice.patch('/me/profile', { display_name: 'Alice A.' });
    const { status, body, headers } = await read('alice');
    expect([status, body.data]).toEqual([
      200,
      {
        id: alice.userId,
        username: 'alice',
        display_name: 'Alice A.',
        profile_url: `${world.baseUrl}/users/alice`,
      },
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const viaGraphql = await world.anon.graphql('{ getUser(username: "alice") { id } }');
    expect(viaGraphql.body.data.getUser.id).toBe(alice.userId);
  });

  it('a user with a closed profile has no profile URL', async () => {
    const carol = await world.creator('carol');
    await carol.patch('/me/profile', { profile_open: false });
    expect((await read('carol')).body.data).toMatchObject({ id: carol.userId, profile_url: null });
  });

  it.each(['blocked', 'deleted'] as const)(
    'GET /v1/beta/users/{username} returns 404 for an account that is %s',
    async (state) => {
      const { userId, username } = await world.creator(`no-${state}`);
      await world.platform.db.user.update({ where: { id: userId }, data: { state } });
      expect(refusal(await read(username))).toBe('404 user_not_found');
    },
  );

  it.each(['nobody', 'ALICE', '%20'])(
    'GET /v1/beta/users/{username} returns 404 for the name %s',
    async (name) => {
      expect(refusal(await read(name))).toBe('404 user_not_found');
    },
  );

  it('GET /v1/beta/users/{username} returns 400 for a name with a NUL and names the parameter', async () => {
    const refused = await read('a%00b');
    expect(refusal(refused)).toBe('400 invalid_input');
    expect(refused.body.fields).toEqual([{ field: 'username', code: 'invalid_format' }]);
  });

  it('GET /v1/beta/users/{username} requires mods:read of a credential and returns no e-mail address', async () => {
    const other = await alice.withToken({ scopes: 'profile:read' });
    expect(refusal(await other.get('/beta/users/alice'))).toBe('403 insufficient_scope');
    expect((await read('alice')).text).not.toContain('@');
  });
});
