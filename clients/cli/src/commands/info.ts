import { items, type Schema } from '@modport/client';
import { findMod, findVersion, parseReference, textIn } from '../catalog.js';
import type { Command, Context } from '../command.js';
import { texts } from '../language.js';
import { formatBytes, table } from '../output/format.js';
import { safeLine, safeText } from '../output/safe-text.js';
import { MOD_SUMMARY, OPTIONS } from './shared-options.js';

/** The greatest number of versions that the command shows, in the text and in the JSON. */
const VERSIONS_MAX = 10;

/**
 * `modport info`: shows a mod with its `VERSIONS_MAX` newest versions, or with only the version
 * that the user named after `@`. The JSON has the mod and the versions as the service returned
 * them. Throws the errors of `findMod` and `findVersion`.
 */
export const info: Command = {
  name: 'info',
  summary: texts({
    en: 'show a mod, its versions and files',
    de: 'eine Mod mit Versionen und Dateien zeigen',
    ru: 'показать мод, его версии и файлы',
  }),
  arguments: [{ syntax: '<mod>', summary: MOD_SUMMARY }],
  options: [OPTIONS.game],
  async run(context, input) {
    const { client } = await context.connect();
    const { mod: name, version } = parseReference(input.argument('mod'));
    const { signal } = context;
    const found = await findMod(client, name, input.option('game'), signal);
    const path = { mod_id: found.id };
    const { body } = await client.get('/mods/{mod_id}', { params: { path }, signal });
    const versions: Schema<'ModVersion'>[] = [];
    if (version === null) {
      const params = { path, query: { limit: VERSIONS_MAX } };
      for await (const one of items(client, '/mods/{mod_id}/versions', { params, signal })) {
        versions.push(one);
        if (versions.length === VERSIONS_MAX) break;
      }
    } else versions.push(await findVersion(client, found, version, signal));
    return { data: { mod: body.data, versions }, text: shown(context, body.data, versions) };
  },
};

const WORDS = texts({
  en: {
    author: 'Author',
    license: 'License',
    page: 'Page',
    id: 'ID',
    downloads: 'Downloads',
    versions: 'Versions',
  },
  de: {
    author: 'Autor',
    license: 'Lizenz',
    page: 'Seite',
    id: 'ID',
    downloads: 'Downloads',
    versions: 'Versionen',
  },
  ru: {
    author: 'Автор',
    license: 'Лицензия',
    page: 'Страница',
    id: 'ID',
    downloads: 'Скачивания',
    versions: 'Версии',
  },
});

function shown(
  { language, output }: Context,
  mod: Schema<'Mod'>,
  versions: readonly Schema<'ModVersion'>[],
): string {
  const words = WORDS[language];
  const facts = table([
    [words.author, safeLine(mod.author?.display_name ?? mod.author?.username ?? '-')],
    [words.license, safeLine(mod.license ?? '-')],
    [words.downloads, new Intl.NumberFormat(language).format(mod.downloads_count)],
    [words.page, safeLine(mod.links.web)],
    [words.id, mod.id],
  ]);
  const rows = versions.flatMap((one) => [
    [
      one.version,
      one.release_channel,
      (one.published_at ?? '').slice(0, 10),
      one.game_versions.join(' '),
    ],
    ...(one.artifacts ?? []).map((file) => [
      '',
      `  ${file.original_filename ?? file.label}`,
      formatBytes(file.size_bytes, language),
      file.sha256,
    ]),
  ]);
  const summary = safeText(textIn(mod.summary, language));
  const title = output.style('bold', safeLine(textIn(mod.title, language)));
  const list = table(rows.map((row) => row.map((cell) => safeLine(cell))));
  const parts = [`${title}  ${safeLine(`${mod.game.slug}/${mod.slug}`)}`, summary, facts];
  if (versions.length > 0) parts.push(`${words.versions}\n${list}`);
  return parts.filter((part) => part !== '').join('\n\n');
}
