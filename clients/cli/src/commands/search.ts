import type { Schema } from '@modport/client';
import { textIn } from '../catalog.js';
import type { Command, Context } from '../command.js';
import { choice, wholeNumber } from '../input-values.js';
import { texts } from '../language.js';
import { table } from '../output/format.js';
import { safeLine } from '../output/safe-text.js';
import { OPTIONS } from './shared-options.js';

const SORTS = ['relevance', 'latest', 'trending', 'downloads'] as const;

/**
 * `modport search`: finds mods by words, and shows the first `--limit` results: 1 to 100, by
 * default 25. The JSON has only some facts of each mod, and says with `has_more` whether there are
 * further results.
 */
export const search: Command = {
  name: 'search',
  summary: texts({ en: 'search mods', de: 'Mods suchen', ru: 'искать моды' }),
  arguments: [
    {
      syntax: '<words...>',
      summary: texts({ en: 'the words to find', de: 'die gesuchten Wörter', ru: 'искомые слова' }),
    },
  ],
  options: [
    OPTIONS.game,
    OPTIONS.gameVersion,
    OPTIONS.loader,
    {
      flags: '--category <slug>',
      summary: texts({ en: 'a category', de: 'eine Kategorie', ru: 'категория' }),
    },
    {
      flags: '--sort <order>',
      choices: SORTS,
      summary: texts({ en: 'the order', de: 'die Reihenfolge', ru: 'порядок' }),
    },
    OPTIONS.limit,
  ],
  async run(context, input) {
    const { client } = await context.connect();
    const query = {
      q: input.arguments('words').join(' '),
      limit: wholeNumber(input, 'limit', 1, 100) ?? 25,
      ...given('game_slug', input.option('game')),
      ...given('game_version', input.option('game-version')),
      ...given('loader', input.option('loader')),
      ...given('category', input.option('category')),
      ...given('sort', choice(input, 'sort', SORTS)),
    };
    const { body } = await client.get('/search', { params: { query }, signal: context.signal });
    const mods = body.data.map(summaryOf);
    const data = { mods, has_more: body.pagination.has_more };
    return { data, text: listed(context, body.data) };
  },
};

/** An object with this one member, or with no member if the value is undefined. */
function given<K extends string, V>(name: K, value: V | undefined): { [name in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]?: V });
}

type Mod = Schema<'Mod'>;

const summaryOf = (mod: Mod) => ({
  id: mod.id,
  game: mod.game.slug,
  slug: mod.slug,
  title: mod.title,
  author: mod.author?.username ?? null,
  latest_version: mod.latest_version,
  downloads: mod.downloads_count,
  web: mod.links.web,
});

const NOTHING = texts({
  en: 'No mod was found. Try fewer or other words.',
  de: 'Keine Mod gefunden. Weniger oder andere Wörter versuchen.',
  ru: 'Ничего не найдено. Попробуйте меньше слов или другие.',
});

function listed({ language, output }: Context, mods: readonly Mod[]): string {
  if (mods.length === 0) return NOTHING[language];
  return table(
    mods.map((mod) => [
      output.style('bold', safeLine(`${mod.game.slug}/${mod.slug}`)),
      safeLine(mod.latest_version ?? '-'),
      safeLine(textIn(mod.title, language)),
    ]),
  );
}
