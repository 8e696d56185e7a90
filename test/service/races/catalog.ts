import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createCategory, createGame } from '../../../src/modules/catalog/index.js';
import type { Actor } from '../../actors.js';
import { etagOf, sendPicture, smallPng } from '../../pictures.js';
import { bareMod } from '../../publishing.js';
import { type AnyRace, ofDomain, race } from './race.js';
import { GAME, type Stage, systemOf } from './stage.js';

const draftOf = (more: object) => ({
  game_slug: GAME,
  title: { en: 'A mod' },
  description: { en: 'What it does.' },
  ...more,
});
const keyed = (headers: Record<string, string>) => ({
  'Idempotency-Key': randomUUID(),
  ...headers,
});
const gallery = async (actor: Actor, modId: string, seed: number) =>
  sendPicture(actor, modId, { kind: 'gallery' }, await smallPng(seed));
const cover = async (actor: Actor, modId: string, etag: string, seed: number) =>
  sendPicture(actor, modId, { kind: 'cover' }, await smallPng(seed), {
    headers: { 'If-Match': etag },
  });

/** Races over the catalog. */
export function catalogRaces(stage: Stage): readonly AnyRace[] {
  const { here, there, alice, bob, creator, db, newMod } = stage;
  return [
    race({
      name: 'a slug belongs to one mod of its game',
      arrange: async () => ({ slug: `slug-${randomUUID()}` }),
      one: ({ slug }) => alice.here.post('/mods', draftOf({ slug })),
      other: ({ slug }) => bob.there.post('/mods', draftOf({ slug })),
      winners: [1],
    }),
    race({
      name: 'a key that is sent to both namespaces at once makes one mod',
      arrange: async () => ({
        key: { 'Idempotency-Key': randomUUID() },
        slug: `s-${randomUUID()}`,
      }),
      one: ({ key, slug }) => alice.here.post('/mods', draftOf({ slug }), key),
      other: ({ key, slug }) => alice.there.post('/api/v1/mods', draftOf({ slug }), key),
      winners: [1, 2],
      holds: async ({ slug }) => expect(await db().mod.count({ where: { slug } })).toBe(1),
    }),
    race({
      name: 'two pictures that are added at once have different positions',
      arrange: async () => ({ modId: (await bareMod(creator, GAME)).id as string }),
      one: async ({ modId }) => gallery(alice.here, modId, 1),
      other: async ({ modId }) => gallery(alice.there, modId, 2),
      winners: [1, 2],
    }),
    race({
      name: 'two covers that are added at once leave one',
      arrange: async () => {
        const modId = await newMod();
        return { modId, etag: await etagOf(alice.here, modId) };
      },
      one: async ({ modId, etag }) => cover(alice.here, modId, etag, 3),
      other: async ({ modId, etag }) => cover(alice.there, modId, etag, 4),
      winners: [1],
    }),
    race({
      name: 'two changes of a mod from the same revision are one',
      arrange: async () => {
        const modId: string = (await bareMod(creator, GAME)).id;
        return { path: `/mods/${modId}`, etag: { 'If-Match': await etagOf(alice.here, modId) } };
      },
      one: ({ path, etag }) => alice.here.patch(path, { license: 'MIT' }, keyed(etag)),
      other: ({ path, etag }) => alice.there.patch(path, { license: 'GPL-3.0-only' }, keyed(etag)),
      winners: [1],
    }),
    race({
      name: 'a game is made once',
      arrange: async (round) => ({
        slug: `game-${round}`,
        name: 'G',
        loaders: [],
        versions: ['1'],
      }),
      one: (game) => ofDomain(createGame(systemOf(here), game)),
      other: (game) => ofDomain(createGame(systemOf(there), game)),
      winners: [1],
    }),
    race({
      name: 'a category is made once',
      arrange: async (round) => ({ gameSlug: GAME, slug: `category-${round}`, name: 'C' }),
      one: (category) => ofDomain(createCategory(systemOf(here), category)),
      other: (category) => ofDomain(createCategory(systemOf(there), category)),
      winners: [1],
    }),
  ];
}
