import { expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { seedMod, shelfOf } from './catalog-rows.js';

const world = useWorld();
const most = LIMITS.summaryCharacters;

it('a summary is the start of a long description, cut at a word, or anywhere without spaces', async () => {
  await newGame(world, 'long-texts');
  const shelf = await shelfOf(world, 'long-texts');
  const description = { de: 'Wort '.repeat(200), ja: '夜'.repeat(1000), ru: 'Слово' };
  const { modId } = await seedMod(world, shelf, { title: { de: 'Lang' }, description });
  const { data } = (await world.anon.get(`/mods/${modId}`)).body;
  const { de, ja, ru } = data.summary;
  expect(de).toMatch(/^(Wort )+Wort…$/);
  expect(de.length).toBeGreaterThan(most - 10);
  expect(ja).toBe(`${'夜'.repeat(most - 1)}…`);
  expect(ru).toBe('Слово');
});

it('a summary has whole characters, and more than the words before a text without spaces', async () => {
  await newGame(world, 'astral-texts');
  const shelf = await shelfOf(world, 'astral-texts');
  const description = {
    en: '😀'.repeat(most),
    ja: `夜${'😀'.repeat(most)}`,
    zh: `为 Minecraft ${'夜'.repeat(most)}`,
  };
  const { modId } = await seedMod(world, shelf, { title: { en: 'Astral' }, description });
  const { data } = (await world.anon.get(`/mods/${modId}`)).body;
  const { en, ja, zh } = data.summary;
  expect(en).toMatch(/^(😀)+…$/u);
  expect(ja).toMatch(/^夜(😀)+…$/u);
  expect(en.length).toBeGreaterThan(most - 3);
  expect(zh).toBe(`为 Minecraft ${'夜'.repeat(most - 1 - '为 Minecraft '.length)}…`);
});
