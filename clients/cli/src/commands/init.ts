import { basename, join } from 'node:path';
import { text as ask, intro, isCancel, outro } from '@clack/prompts';
import { stringify } from 'smol-toml';
import { isUuid } from '../catalog.js';
import type { Command, Context, Input } from '../command.js';
import { failure } from '../failure.js';
import { presentAt } from '../install/installed-file.js';
import { texts } from '../language.js';
import { MANIFEST, parseManifest } from '../publish/manifest.js';
import { writeAtomically } from '../write-atomically.js';
import { OPTIONS } from './shared-options.js';

/** The questions of `modport init`; each has an option of the same name. */
const QUESTIONS = ['mod', 'game', 'title', 'version', 'file'] as const;
type Question = (typeof QUESTIONS)[number];

const SUMMARIES: Readonly<Record<Question, ReturnType<typeof texts<string>>>> = {
  mod: texts({
    en: 'the id or slug of the mod',
    de: 'ID oder Slug der Mod',
    ru: 'id или slug мода',
  }),
  game: texts({ en: 'the slug of the game', de: 'der Slug des Spiels', ru: 'slug игры' }),
  title: texts({ en: 'the title of the mod', de: 'der Titel der Mod', ru: 'название мода' }),
  version: texts({ en: 'the first version', de: 'die erste Version', ru: 'первая версия' }),
  file: texts({
    en: 'the file to publish, or a pattern such as build/*.jar',
    de: 'die Datei, oder ein Muster wie build/*.jar',
    ru: 'файл для публикации или шаблон, например build/*.jar',
  }),
};

const PLACEHOLDERS: Readonly<Record<Question, string>> = {
  mod: '<mod>',
  game: '<slug>',
  title: '<text>',
  version: '<version>',
  file: '<file>',
};

/**
 * `modport init`: writes a `modport.toml` into the working folder. For a value without an option,
 * it asks the user. Without a terminal, and with `--json`, it uses a default instead. Throws:
 * - `file_exists` if there is one already, unless `--force` is set
 * - `manifest_invalid` for a value that a manifest cannot have
 * - `interrupted` if the user cancels a question
 */
export const init: Command = {
  name: 'init',
  summary: texts({
    en: 'write a modport.toml for `modport publish`',
    de: 'eine modport.toml für `modport publish` schreiben',
    ru: 'создать modport.toml для `modport publish`',
  }),
  options: [
    ...QUESTIONS.map((name) => ({
      flags: `--${name} ${PLACEHOLDERS[name]}`,
      summary: SUMMARIES[name],
    })),
    OPTIONS.force,
  ],
  async run(context, input) {
    const file = join(context.folder, MANIFEST);
    if (!input.flag('force') && (await presentAt(file, context.signal)).kind !== 'absent') {
      throw failure('file_exists', { file });
    }
    const given = await answersOf(context, input);
    const content = manifestText(given);
    parseManifest(file, content);
    await writeAtomically(file, content);
    return { data: { file }, text: WRITTEN[context.language](file) };
  },
};

type Answers = Readonly<Record<Question, string>>;

function defaults({ folder }: Context): Answers {
  const slug = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return {
    mod: slug || 'my-mod',
    game: 'minecraft',
    title: basename(folder) || 'My mod',
    version: '0.1.0',
    file: 'build/*.zip',
  };
}

/**
 * One value for each question: that of its option, or else the reply of the user on a terminal, or
 * else the default.
 */
async function answersOf(context: Context, input: Input): Promise<Answers> {
  const suggested = defaults(context);
  const answers = { ...suggested };
  const open = QUESTIONS.filter((name) => input.option(name) === undefined);
  for (const name of QUESTIONS) answers[name] = input.option(name) ?? suggested[name];
  if (!context.isInteractive || context.output.isJson || open.length === 0) return answers;
  const streams = { output: process.stderr, signal: context.signal };
  intro(MANIFEST, streams);
  for (const name of open) {
    const message = SUMMARIES[name][context.language];
    const reply = await ask({ message, initialValue: suggested[name], ...streams });
    if (isCancel(reply)) throw failure('interrupted', {});
    answers[name] = reply || suggested[name];
  }
  outro('', streams);
  return answers;
}

/**
 * The text of the manifest. A mod named by its id exists already, so its manifest has no game,
 * title and description.
 */
function manifestText({ mod, game, title, version, file }: Answers): string {
  const head = stringify({ version, channel: 'release' });
  const named = isUuid(mod)
    ? stringify({ mod: { id: mod } })
    : stringify({ mod: { slug: mod, game, title, description: `${title}.` } });
  const files = stringify({ files: [{ path: file }] });
  return [
    `# ${MANIFEST}: "modport publish" publishes what this file describes.\n${head}`,
    '# changelog_file = "CHANGES.md"\n# game_versions = ["1.20.1"]\n# loaders = ["fabric"]',
    named,
    files,
    '# [[dependencies]]\n# mod = "base-library"\n# version = "^1.0.0"\n',
  ].join('\n');
}

const WRITTEN = texts({
  en: (file: string) => `Wrote ${file}. Edit it, then run "modport publish".`,
  de: (file: string) => `${file} geschrieben. Anpassen, dann "modport publish" ausführen.`,
  ru: (file: string) => `Создан ${file}. Отредактируйте его и выполните "modport publish".`,
});
