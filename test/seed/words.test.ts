import { describe, expect, it } from 'vitest';
import { planMod } from '../../src/seed/plan-mod.js';
import { inflect } from '../../src/seed/words/roots.js';

const MODS = 4000;

/** The number of mods that have each word in a title. */
function modsByWord(): Map<string, number> {
  const mods = new Map<string, number>();
  for (let index = 0; index < MODS; index += 1) {
    const { title } = planMod({ seed: 'words', versionsPerMod: 1 }, index);
    const words = Object.values(title).flatMap(
      (text) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [],
    );
    for (const word of new Set(words)) mods.set(word, (mods.get(word) ?? 0) + 1);
  }
  return mods;
}

describe('the titles of demo seed', () => {
  it('a few words are in many titles, and most of thousands of words are in few', () => {
    const counts = [...modsByWord().values()].sort((a, b) => b - a);
    expect(counts.length).toBeGreaterThan(3000);
    expect(counts[0]).toBeGreaterThan(MODS * 0.05);
    expect(counts.filter((count) => count <= 3).length).toBeGreaterThan(counts.length * 0.8);
    const largest = counts.slice(0, 100).reduce((sum, count) => sum + count, 0);
    expect(largest / counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.3);
  });

  it('titles have one to five words, in up to three languages', () => {
    const mods = Array.from({ length: 300 }, (_, at) =>
      planMod({ seed: 'words', versionsPerMod: 1 }, at),
    );
    for (const { title } of mods) {
      for (const text of Object.values(title)) expect(text).toMatch(/^[\p{Lu}](\S* ?){1,5}$/u);
    }
    expect(mods.some(({ title }) => Object.keys(title).join() === 'de,en,ru')).toBe(true);
    expect(mods.some(({ title }) => Object.keys(title).join() === 'en')).toBe(true);
  });

  it('Russian adjectives agree with their noun', () => {
    expect(inflect('морозный', 'f')).toBe('морозная');
    expect(inflect('зимний', 'n')).toBe('зимнее');
    expect(inflect('великий', 'f')).toBe('великая');
    expect(inflect('лесной', 'n')).toBe('лесное');
    expect(inflect('Больше', 'f')).toBe('Больше');
  });
});
