import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../../event-loop.js';
import { useWorld } from '../../harness.js';
import { bareMod, draftVersion, newGame, refusal } from '../../publishing.js';
import { inLongTests, longTest } from '../../rounds.js';
import { type Shelf, seedMod, seedUnlistedMods, shelfOf } from '../catalog/catalog-rows.js';

const world = useWorld();
const GAME = 'attacks';
const DEPENDENCIES = 200;

type Kind = 'required' | 'embedded';
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/**
 * A range of 80 characters that includes version 1.2.0. Each seed has its own range, so that no
 * cache holds it.
 */
const rangeOf = (seed: number): string =>
  ['1.x', ...upTo(9).map((minor) => `${1_000 + seed}.${minor}`), '1.2'].join('||');

const dependency = (kind: Kind, modId: string, seed: number) => ({
  kind,
  mod_id: modId,
  version_constraint: rangeOf(seed),
});

let mallory: Creator;
let shelf: Shelf;
beforeAll(async () => {
  await newGame(world, GAME);
  shelf = await shelfOf(world, GAME);
  mallory = await world.creator('mallory');
});

const written = () => world.platform.db.dependency.count();

describe('repeated dependencies on one mod', () => {
  let target: string;
  let modId: string;
  beforeAll(async () => {
    target = (await seedMod(world, shelf)).modId;
    modId = (await bareMod(mallory, GAME)).id;
  });
  const repeated = (kind: Kind, count: number, seed = 0) =>
    upTo(count).map((at) => dependency(kind, target, seed + at));
  const fieldsOf = (body: Json): string[] =>
    body.fields.map((it: Json) => `${it.field} ${it.code}`);
  const fromSecond = (count: number) =>
    upTo(count)
      .slice(1)
      .map((at) => `dependencies[${at}].mod_id not_unique`);

  it.each(['required', 'embedded'] as const)(
    'a version with 200 %s dependencies on one mod is refused and writes no row',
    async (kind) => {
      const dependencies = repeated(kind, DEPENDENCIES);
      const answer = await mallory.post(`/mods/${modId}/versions`, { version: '1', dependencies });
      expect(refusal(answer)).toBe('400 invalid_metadata');
      expect(fieldsOf(answer.body)).toEqual(
        fromSecond(DEPENDENCIES).slice(0, LIMITS.fieldProblems),
      );
      expect(await written()).toBe(0);
    },
  );

  longTest(
    'a version with 200 required and 200 embedded dependencies on one mod is refused',
    async () => {
      const dependencies = [
        ...repeated('required', DEPENDENCIES),
        ...repeated('embedded', DEPENDENCIES, DEPENDENCIES),
      ];
      const answer = await mallory.post(`/mods/${modId}/versions`, { version: '1', dependencies });
      expect(refusal(answer)).toBe('400 invalid_metadata');
      expect(fieldsOf(answer.body)).toEqual(['dependencies too_long']);
      expect(await written()).toBe(0);
    },
  );

  it('a change of a version to repeated dependencies is refused, over REST and GraphQL', async () => {
    const { id: versionId } = await draftVersion(mallory, modId, { version: 'changed' });
    const path = `/mods/${modId}/versions/${versionId}`;
    const { headers } = await mallory.get(path);
    const etag = headers.get('etag') ?? '';
    const answer = await mallory.patch(
      path,
      { dependencies: repeated('embedded', 2) },
      { 'If-Match': etag },
    );
    expect(refusal(answer)).toBe('400 invalid_metadata');
    expect(fieldsOf(answer.body)).toEqual(fromSecond(2));
    const { body } = await mallory.graphql(
      `mutation ($modId: ID!, $versionId: ID!, $expectedEtag: String!, $input: UpdateModVersionInput!) {
        updateModVersion(modId: $modId, versionId: $versionId, expectedEtag: $expectedEtag, input: $input) { id } }`,
      {
        modId,
        versionId,
        expectedEtag: etag,
        input: {
          dependencies: [rangeOf(1), rangeOf(2)].map((versionConstraint) => ({
            kind: 'embedded',
            modId: target,
            versionConstraint,
          })),
        },
      },
    );
    expect(body.errors[0].extensions.code).toBe('invalid_metadata');
    expect(await written()).toBe(0);
  });
});

inLongTests(() => {
  describe('the largest legal dependencies of four mods', () => {
    const libraries: string[] = [];
    const modIds: string[] = [];
    let attackVersionId: string;
    beforeAll(async () => {
      // Only the oldest version is in the ranges, so the solver compares them with all versions.
      const versions = ['1.2.0', '20.0.0', '21.0.0', '22.0.0'].map((version) => ({ version }));
      const seeded = await seedUnlistedMods(world, shelf, Array(DEPENDENCIES).fill({ versions }));
      libraries.push(...seeded.map(({ modId }) => modId));
      // The solver compares each required range with each embedded range of the same library.
      const kinds: readonly Kind[] = ['required', 'required', 'embedded', 'embedded'];
      const attackers = kinds.map((kind, mod) => {
        const dependencies = libraries.map((modId, at) => ({
          kind,
          modId,
          range: rangeOf(mod * DEPENDENCIES + at),
        }));
        return { versions: [{ version: '1.0.0', dependencies }] };
      });
      const mods = await seedUnlistedMods(world, shelf, attackers);
      modIds.push(...mods.map(({ modId }) => modId));
      attackVersionId = mods[0]?.versions[0]?.versionId ?? '';
    });

    it('a plan of 200 dependencies with ranges of 80 characters does not block the event loop', async () => {
      expect(rangeOf(0)).toHaveLength(80);
      const sent = libraries.map((library, at) => dependency('required', library, at));
      const { id } = await bareMod(mallory, GAME);
      const draft = await draftVersion(mallory, id, { version: '1.0.0', dependencies: sent });
      // The seeded dependencies are what the API accepts and stores.
      const where = { versionId: { in: [draft.id, attackVersionId] } };
      const groups = await world.platform.db.dependency.groupBy({
        by: ['kind', 'targetModId', 'versionConstraint'],
        where,
        _count: true,
      });
      expect(groups.map(({ _count }) => _count)).toEqual(Array(DEPENDENCIES).fill(2));
      const watch = watchEventLoop();
      const plan = await watch.during('a plan', () =>
        world.anon.post('/install-plans:resolve', { game_slug: GAME, mod_ids: modIds }),
      );
      expect([plan.status, plan.body.data.status]).toEqual([200, 'resolved']);
      expect(plan.body.data.items).toHaveLength(modIds.length + DEPENDENCIES);
      console.log(`plan attack: ${watch.summary()}`);
      expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
    });
  });
});
