import { createClient } from '@modport/client';
import { describe, expect, it } from 'vitest';
import { findMod } from '../src/catalog.js';

interface Found {
  readonly slug: string;
  readonly game: string;
  readonly localized?: string;
}

const REAL = { slug: 'sodium', game: 'g' };
const OTHER = { slug: 'other', game: 'g', localized: 'sodium' };
const ELSEWHERE = { slug: 'elsewhere', game: 'h', localized: 'sodium' };

/** The mod that `sodium` means, as `game/slug`, if a search finds these mods. */
const meant = (...mods: readonly Found[]) => meantOf(mods, false);

/** The same if the search has more results than these. */
async function meantOf(mods: readonly Found[], has_more: boolean): Promise<string> {
  const data = mods.map(({ slug, game, localized }, at) => ({
    id: String(at),
    slug,
    localized_slugs: { en: slug, ...(localized === undefined ? {} : { de: localized }) },
    title: {},
    game: { slug: game },
  }));
  const fetch = async (): Promise<Response> => Response.json({ data, pagination: { has_more } });
  const client = createClient({ baseUrl: 'http://127.0.0.1/v1', fetch });
  const found = await findMod(client, 'sodium', undefined, new AbortController().signal);
  return `${found.game_slug}/${found.slug}`;
}

describe('a slug', () => {
  it.each([
    ['first', [OTHER, ELSEWHERE, REAL]],
    ['last', [REAL, OTHER, ELSEWHERE]],
  ])(
    'a slug means its mod although others chose it as a localized slug and come %s',
    async (_place, mods) => {
      expect(await meant(...mods)).toBe('g/sodium');
    },
  );

  it('a slug that is only a localized one means the mod that has it', async () => {
    expect(await meant(OTHER)).toBe('g/other');
  });

  it('a localized slug does not count while the search has more results', async () => {
    await expect(meantOf([OTHER], true)).rejects.toMatchObject({ code: 'mod_not_found' });
  });

  it.each([
    ['have mods in two games', [REAL, { slug: 'sodium', game: 'h' }]],
    ['are only localized ones of two mods', [OTHER, ELSEWHERE]],
  ])('slugs that %s are ambiguous', async (_case, mods) => {
    const message = expect.stringMatching(/^Several mods match "sodium"\. /);
    await expect(meant(...mods)).rejects.toMatchObject({ code: 'mod_ambiguous', message });
  });
});
