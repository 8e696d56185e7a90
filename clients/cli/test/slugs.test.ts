import { createClient } from '@modport/client';
import { describe, expect, it, vi } from 'vitest';
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
const meant = (...mods: readonly Found[]) => meantOf([mods]);

/** The same for a search with these pages, which calls `read` for each that is read. */
async function meantOf(
  pages: readonly (readonly Found[])[],
  game?: string,
  read: () => void = () => undefined,
): Promise<string> {
  const fetch = async (request: Parameters<typeof globalThis.fetch>[0]): Promise<Response> => {
    read();
    const url = new URL(request instanceof Request ? request.url : request);
    const at = Number(url.searchParams.get('cursor') ?? 0);
    const data = (pages[at] ?? []).map(({ slug, game, localized }, place) => ({
      id: `${at}-${place}`,
      slug,
      localized_slugs: { en: slug, ...(localized === undefined ? {} : { de: localized }) },
      title: {},
      game: { slug: game },
    }));
    const next_cursor = at + 1 < pages.length ? String(at + 1) : null;
    return Response.json({ data, pagination: { next_cursor, has_more: next_cursor !== null } });
  };
  const client = createClient({ baseUrl: 'http://127.0.0.1/v1', fetch });
  const found = await findMod(client, 'sodium', game, new AbortController().signal);
  return `${found.game_slug}/${found.slug}`;
}

const FULL_PAGE = Array.from({ length: 100 }, () => OTHER);

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

  it('a slug means its mod although it is not among the first results', async () => {
    expect(await meantOf([FULL_PAGE, [ELSEWHERE, REAL]])).toBe('g/sodium');
  });

  it('a slug of a game is searched until its mod is found', async () => {
    const read = vi.fn();
    expect(await meantOf([FULL_PAGE, [REAL], FULL_PAGE], 'g', read)).toBe('g/sodium');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('a slug is searched in at most three pages, and no localized one counts then', async () => {
    const read = vi.fn();
    const pages = [FULL_PAGE, FULL_PAGE, FULL_PAGE, [REAL]];
    await expect(meantOf(pages, undefined, read)).rejects.toMatchObject({ code: 'mod_not_found' });
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('slugs of mods on two pages of a search are ambiguous', async () => {
    const twin = { slug: 'sodium', game: 'h' };
    await expect(meantOf([[REAL], [twin]])).rejects.toMatchObject({
      code: 'mod_ambiguous',
      details: { found: ['g/sodium', 'h/sodium'] },
    });
  });

  it('a slug of several games is searched no further than the page of its second mod', async () => {
    const read = vi.fn();
    const twins = ['h', 'i'].map((game) => ({ slug: 'sodium', game }));
    const pages = [[REAL, ...twins, ...FULL_PAGE.slice(3)], FULL_PAGE];
    await expect(meantOf(pages, undefined, read)).rejects.toMatchObject({
      details: { found: ['g/sodium', 'h/sodium', 'i/sodium'] },
    });
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['have mods in two games', [REAL, { slug: 'sodium', game: 'h' }]],
    ['are only localized ones of two mods', [OTHER, ELSEWHERE]],
  ])('slugs that %s are ambiguous', async (_case, mods) => {
    const message = expect.stringMatching(/^Several mods match "sodium"\. /);
    await expect(meant(...mods)).rejects.toMatchObject({ code: 'mod_ambiguous', message });
  });
});
