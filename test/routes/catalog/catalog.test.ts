import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, publishedVersion, readyVersion } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from './catalog-rows.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const time = expect.stringMatching(TIME);
const id = expect.stringMatching(ID);

const world = useWorld();
let alice: Creator;
let mod: Json;
let ids: { versionId: string; uploadId: string; artifactId: string };
let other: Seeded;
let shelf: Shelf;

beforeAll(async () => {
  await newGame(world, 'alpha');
  await newGame(world, 'beta');
  alice = await world.creator('alice');
  shelf = await shelfOf(world, 'alpha');
  other = await seedMod(world, shelf, { title: { en: 'Other' } });
  mod = await draftMod(alice, 'alpha', {
    slug: 'my-mod',
    title: { en: 'My mod', de: 'Mein Mod' },
    description: { en: '# Head\n\nWhat **it** does.' },
    summary: { de: 'Kurz gesagt.' },
    categories: ['tools'],
    license: 'MIT',
    homepage_url: 'https://example.org/home',
    source_url: 'https://example.org/source',
  });
  ids = await publishedVersion(world, alice, mod.id, {
    version: '1.0.0',
    changelog: { en: 'First.' },
    game_versions: ['1.21', '1.20'],
    loader_platforms: ['fabric'],
    requirements: { memory: '2 GiB' },
    build_metadata: { platforms: ['windows'] },
    dependencies: [{ kind: 'optional', mod_id: other.modId, version_constraint: '^1.0.0' }],
  });
});

describe('games and categories', () => {
  it('GET /games lists games oldest first with their loaders and versions', async () => {
    const answer = await world.anon.get('/games');
    expect(answer.status).toBe(200);
    expect(answer.body.data.map((it: Json) => it.slug)).toEqual(['alpha', 'beta']);
    expect(answer.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 25 });
    expect(answer.body.data[0]).toEqual({
      id,
      slug: 'alpha',
      name: 'alpha',
      loaders: ['fabric', 'forge'],
      game_versions: ['1.20', '1.21'],
      platforms: ['windows', 'linux', 'macos', 'any'],
      created_at: time,
      updated_at: time,
    });
  });

  it('GET /games/{slug} returns one game, and 404 for an unknown slug', async () => {
    const game = await world.anon.get('/games/alpha');
    expect([game.status, Object.keys(game.body)]).toEqual([200, ['data']]);
    expect(game.body.data.slug).toBe('alpha');
    const unknown = await world.anon.get('/games/nothing');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    expect(unknown.body.detail).toContain('list of games');
  });

  it('GET /categories returns categories with their game and filters by game', async () => {
    const all = await world.anon.get('/categories');
    expect(all.body.data).toHaveLength(4);
    const some = await world.anon.get('/categories?game_slug=beta');
    expect(some.body.data.map((it: Json) => [it.slug, it.game.slug])).toEqual([
      ['tools', 'beta'],
      ['magic', 'beta'],
    ]);
    expect(some.body.data[0]).toEqual({
      id,
      slug: 'tools',
      name: 'Tools',
      game: { id, slug: 'beta', name: 'beta' },
    });
  });
});

describe('mod (Spec 2.2)', () => {
  it('a mod has exactly the members of PublicMod with their types', async () => {
    const { data } = (await world.anon.get(`/mods/${mod.id}`)).body;
    const web = `${world.platform.publicUrl}/mods/${mod.id}`;
    const api = `${world.platform.publicUrl}/v1/mods/${mod.id}`;
    const profile = `${world.platform.publicUrl}/users/alice`;
    expect(data).toEqual({
      id: mod.id,
      slug: 'my-mod',
      localized_slugs: { en: 'my-mod' },
      game: { id: shelf.gameId, slug: 'alpha', name: 'alpha' },
      title: { en: 'My mod', de: 'Mein Mod' },
      summary: { en: 'What it does.', de: 'Kurz gesagt.' },
      description: { en: '# Head\n\nWhat **it** does.' },
      description_format: 'markdown',
      author: { id: alice.userId, username: 'alice', display_name: 'alice', profile_url: profile },
      categories: [{ id, slug: 'tools', name: 'Tools' }],
      loaders: ['fabric'],
      game_versions: ['1.20', '1.21'],
      access_tier: 'public',
      license: 'MIT',
      latest_version: '1.0.0',
      latest_release: {
        id: ids.versionId,
        version: '1.0.0',
        primary_artifact_id: ids.artifactId,
        published_at: time,
        updated_at: time,
      },
      links: { web, api, versions: `${api}/versions` },
      homepage_url: 'https://example.org/home',
      source_url: 'https://example.org/source',
      cover: {
        id,
        kind: 'cover',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f-]{36}\.\w+$/),
        content_type: expect.stringMatching(/^image\//),
        width: expect.any(Number),
        height: expect.any(Number),
        size_bytes: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        variants: [],
        alt: {},
        position: expect.any(Number),
        managed_by: 'uploader',
      },
      gallery: [],
      downloads_count: 0,
      state: 'published',
      created_at: time,
      updated_at: time,
      published_at: time,
    });
  });

  it('the mod list, search and single read return the same document', async () => {
    const one = await world.anon.get(`/mods/${mod.id}`);
    const list = await world.anon.get('/mods?game_slug=alpha');
    expect(list.body.data.find((it: Json) => it.id === mod.id)).toEqual(one.body.data);
    await world.settled();
    const found = await world.anon.get('/search?q=Mein');
    const { search, ...document } = found.body.data[0];
    expect(document).toEqual(one.body.data);
    expect(search.score).toBeGreaterThan(0);
  });

  it('Accept-Language does not change a mod document', async () => {
    const plain = await world.anon.get(`/mods/${mod.id}`);
    const german = await world.anon.get(`/mods/${mod.id}`, { 'Accept-Language': 'de' });
    expect(german.text).toBe(plain.text);
  });

  it('an author with a closed profile has no profile_url', async () => {
    await world.platform.db.user.update({
      where: { id: shelf.userId },
      data: { profileOpen: false },
    });
    const closed = await seedMod(world, shelf, { title: { en: 'Closed profile' } });
    const { author } = (await world.anon.get(`/mods/${closed.modId}`)).body.data;
    expect([author.username, author.profile_url]).toEqual(['seeder-alpha', null]);
  });

  it('a mod route is 404 for an unknown id, 410 for a deleted mod, 400 for a malformed id', async () => {
    const gone = randomUUID();
    await world.platform.db.tombstone.create({ data: { id: gone, entity: 'mod' } });
    for (const suffix of ['', '/versions', '/dependencies', `/versions/${ids.versionId}`]) {
      const unknown = await world.anon.get(`/mods/${randomUUID()}${suffix}`);
      expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
      const deleted = await world.anon.get(`/mods/${gone}${suffix}`);
      expect([deleted.status, deleted.body.code]).toEqual([410, 'gone']);
      const malformed = await world.anon.get(`/mods/not-an-id${suffix}`);
      expect([malformed.status, malformed.body.code]).toEqual([400, 'invalid_input']);
      expect(malformed.body.fields[0].field).toBe('mod_id');
    }
  });

  it('a draft is 404 for others and visible to its team', async () => {
    const draft = await draftMod(alice, 'alpha', { title: { en: 'Draft of Alice' } });
    const bob = await world.creator('bob');
    for (const reader of [world.anon, bob]) {
      const hidden = await reader.get(`/mods/${draft.id}`);
      expect([hidden.status, hidden.body.code]).toEqual([404, 'not_found']);
    }
    const own = await alice.get(`/mods/${draft.id}`);
    expect([own.status, own.headers.get('etag')]).toEqual([
      200,
      expect.stringMatching(/^"[^"]+"$/),
    ]);
    expect([own.body.data.published_at, own.body.data.latest_release]).toEqual([null, null]);
    expect((await alice.get('/mods')).text).not.toContain(draft.id);
    expect((await alice.get('/search?q=Draft')).text).not.toContain(draft.id);
  });
});

describe('versions (Spec 2.3)', () => {
  it('a version has exactly the members of PublicModVersion', async () => {
    const list = await world.anon.get(`/mods/${mod.id}/versions`);
    const one = await world.anon.get(`/mods/${mod.id}/versions/${ids.versionId}`);
    expect(list.body.data).toEqual([one.body.data]);
    const { artifacts, ...version } = one.body.data;
    expect(version).toEqual({
      id: ids.versionId,
      mod_id: mod.id,
      version: '1.0.0',
      changelog: { en: 'First.' },
      release_channel: 'release',
      file_category: 'main',
      game_versions: ['1.21', '1.20'],
      loader_platforms: ['fabric'],
      dependencies: [
        {
          id,
          kind: 'optional',
          mod_id: other.modId,
          version_constraint: '^1.0.0',
          version_id: null,
          artifact_id: null,
          note: null,
        },
      ],
      requirements: { memory: '2 GiB' },
      build_metadata: { platforms: ['windows'] },
      status: 'published',
      artifact_ids: [ids.artifactId],
      published_at: time,
      created_at: time,
      updated_at: time,
    });
    expect(artifacts).toHaveLength(1);
    expect(artifacts[0].file_version).toBe(version.version);
  });

  it('GET /mods/{id}/dependencies returns the dependencies of the latest release', async () => {
    const answer = await world.anon.get(`/mods/${mod.id}/dependencies`);
    expect(answer.body.data.map((it: Json) => [it.kind, it.mod_id])).toEqual([
      ['optional', other.modId],
    ]);
    expect(answer.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 25 });
  });

  it('an unpublished version is visible to the team only', async () => {
    const { versionId } = await readyVersion(world, alice, mod.id, { version: '1.1.0' });
    const path = `/mods/${mod.id}/versions/${versionId}`;
    expect((await world.anon.get(path)).status).toBe(404);
    const publicIds = (await world.anon.get(`/mods/${mod.id}/versions`)).body.data;
    expect(publicIds.map((it: Json) => it.id)).toEqual([ids.versionId]);
    const own = await alice.get(path);
    expect([own.status, own.body.data.status]).toEqual([200, 'ready']);
    const ownIds = (await alice.get(`/mods/${mod.id}/versions`)).body.data;
    expect(ownIds.map((it: Json) => it.id)).toEqual([versionId, ids.versionId]);
  });

  it('a version is 404 under another mod, and an unknown version is 404', async () => {
    const foreign = await world.anon.get(`/mods/${other.modId}/versions/${ids.versionId}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    const unknown = await world.anon.get(`/mods/${mod.id}/versions/${randomUUID()}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    const malformed = await world.anon.get(`/mods/${mod.id}/versions/1.0.0`);
    expect([malformed.status, malformed.body.code]).toEqual([400, 'invalid_input']);
  });

  it('the version list filters by channel, game version, loader and time of publication', async () => {
    const many = await seedMod(world, shelf, {
      versions: [
        { version: '1.0.0', gameVersions: ['1.20'], loaders: ['forge'] },
        { version: '1.1.0', channel: 'beta', gameVersions: ['1.21'], loaders: ['fabric'] },
        { version: '1.2.0', channel: 'alpha', gameVersions: ['1.20', '1.21'] },
      ],
    });
    const path = `/mods/${many.modId}/versions`;
    const versionsBy = async (query: string) => {
      const answer = await world.anon.get(`${path}?${query}`);
      return answer.body.data.map((it: Json) => it.version).sort();
    };
    expect(await versionsBy('release_channel=beta')).toEqual(['1.1.0']);
    expect(await versionsBy('game_version=1.20')).toEqual(['1.0.0', '1.2.0']);
    expect(await versionsBy('loader=forge')).toEqual(['1.0.0']);
    expect(await versionsBy('game_version=1.21&loader=fabric&release_channel=alpha')).toEqual([
      '1.2.0',
    ]);
    expect(await versionsBy('published_before=2020-01-01T00:00:00.000Z')).toEqual([]);
    expect(await versionsBy('published_after=2020-01-01T00:00:00.000Z')).toHaveLength(3);
    const wrong = await world.anon.get(`${path}?release_channel=nightly`);
    expect([wrong.status, wrong.body.fields[0].field]).toEqual([400, 'release_channel']);
    const noTime = await world.anon.get(`${path}?published_after=yesterday`);
    expect([noTime.status, noTime.body.fields[0].field]).toEqual([400, 'published_after']);
  });
});
