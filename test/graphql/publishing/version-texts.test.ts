import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
const modIds: string[] = [];

/** Thirty of them are longer than a response of GraphQL may be. */
const CHANGELOG = { en: 'x'.repeat(LIMITS.graphqlResponseCharacters / 29) };
const VERSIONS = 30;

beforeAll(async () => {
  await newGame(world, 'shelf');
  const shelf = await shelfOf(world, 'shelf');
  for (let at = 0; at < 8; at++) {
    const versions = Array.from({ length: VERSIONS }, (_, patch) => ({
      version: `1.0.${patch}`,
      platforms: ['windows'],
    }));
    modIds.push((await seedMod(world, shelf, { title: { en: `Book ${at}` }, versions })).modId);
  }
  await world.platform.db.$executeRaw`
    update mod_versions set changelog = ${CHANGELOG}::jsonb, requirements = '{"memory": "4 GB"}'`;
});

const codesOf = (body: Json) => (body.errors ?? []).map((it: Json) => it.extensions.code);

describe('long texts of versions', () => {
  it('the versions of mods are read without changelogs that the query does not select', async () => {
    const query = '{ listMods(gameSlug: "shelf") { items { versions { id version } } } }';
    const statements = await world.statements(async () => {
      const { status, body } = await world.anon.graphql(query);
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.data.listMods.items.map((it: Json) => it.versions.length)).toEqual(
        modIds.map(() => 10),
      );
    });
    const reads = statements.filter((sql) => sql.includes('mod_versions'));
    expect(reads).not.toEqual([]);
    expect(reads.filter((sql) => /changelog|build_metadata|requirements/.test(sql))).toEqual([]);
  });

  it('the versions of a mod have the selected texts', async () => {
    const query = 'query ($id: ID!) { getMod(id: $id) { versions { version ...T } } }';
    const fragment = 'fragment T on ModVersion { changelog requirements buildMetadata }';
    const { body } = await world.anon.graphql(`${query} ${fragment}`, { id: modIds[0] });
    expect(body.errors).toBeUndefined();
    const texts = {
      changelog: CHANGELOG,
      requirements: { memory: '4 GB' },
      buildMetadata: { platforms: ['windows'] },
    };
    const { versions } = body.data.getMod;
    expect(versions).toEqual(versions.map(({ version }: Json) => ({ version, ...texts })));
    expect(versions).toHaveLength(10);
  });

  it('an operation that reads longer texts of versions than a response may contain is refused', async () => {
    const listed = (member: string) =>
      world.anon.graphql(`{ listMods(gameSlug: "shelf") { items { versions { ${member} } } } }`);
    expect(codesOf((await listed('changelog')).body)).toContain('invalid_request');
    expect((await listed('requirements')).body.errors).toBeUndefined();
    const page = (alias: string) =>
      `${alias}: listModVersions(modId: "${modIds[0]}", limit: ${VERSIONS}) { items { id } }`;
    expect((await world.anon.graphql(`{ ${page('a')} }`)).body.errors).toBeUndefined();
    const repeated = await world.anon.graphql(`{ ${page('a')} ${page('b')} }`);
    expect(codesOf(repeated.body)).toEqual(['invalid_request']);
  });

  it('a page of versions over REST has all texts', async () => {
    const path = `/mods/${modIds[0]}/versions?limit=${VERSIONS}`;
    const { status, body } = await world.anon.get(path);
    expect(status).toBe(200);
    expect(body.data.map((it: Json) => it.changelog.en.length)).toEqual(
      Array.from({ length: VERSIONS }, () => CHANGELOG.en.length),
    );
  });
});
