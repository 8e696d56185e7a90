import type { Input, OptionSpec } from '../command.js';
import { choice } from '../input-values.js';
import type { Selection } from '../install/plan-request.js';
import { texts } from '../language.js';

/** The options that several commands share. Each command lists those that it takes. */
export const OPTIONS = {
  game: {
    flags: '-g, --game <slug>',
    summary: texts({ en: 'the game', de: 'das Spiel', ru: 'игра' }),
  },
  gameVersion: {
    flags: '--game-version <version>',
    summary: texts({
      en: 'the version of the game',
      de: 'die Version des Spiels',
      ru: 'версия игры',
    }),
  },
  loader: {
    flags: '--loader <loader>',
    summary: texts({
      en: 'the mod loader, such as fabric',
      de: 'der Mod-Loader, etwa fabric',
      ru: 'загрузчик модов, например fabric',
    }),
  },
  platform: {
    flags: '--platform <platform>',
    summary: texts({ en: 'the platform', de: 'die Plattform', ru: 'платформа' }),
  },
  channel: {
    flags: '--channel <channel>',
    choices: ['release', 'beta', 'alpha'],
    summary: texts({
      en: 'the least stable channel to accept',
      de: 'der am wenigsten stabile erlaubte Kanal',
      ru: 'наименее стабильный допустимый канал',
    }),
  },
  optional: {
    flags: '--optional',
    summary: texts({
      en: 'also optional dependencies and files',
      de: 'auch optionale Abhängigkeiten und Dateien',
      ru: 'также необязательные зависимости и дополнительные файлы',
    }),
  },
  into: {
    flags: '-C, --into <folder>',
    summary: texts({
      en: 'the folder of the mods; the working folder by default',
      de: 'der Ordner der Mods; sonst der aktuelle Ordner',
      ru: 'папка модов; по умолчанию текущая',
    }),
  },
  force: {
    flags: '--force',
    summary: texts({
      en: 'also replace and delete files that you changed',
      de: 'auch selbst geänderte Dateien ersetzen und löschen',
      ru: 'заменять и удалять также изменённые вами файлы',
    }),
  },
  dryRun: {
    flags: '--dry-run',
    summary: texts({
      en: 'show only what would happen',
      de: 'nur zeigen, was geschehen würde',
      ru: 'только показать, что произойдёт',
    }),
  },
  limit: {
    flags: '-n, --limit <count>',
    summary: texts({
      en: 'the maximum number of results, 25 by default',
      de: 'die Höchstzahl der Ergebnisse, sonst 25',
      ru: 'наибольшее число результатов, по умолчанию 25',
    }),
  },
  yes: {
    flags: '-y, --yes',
    summary: texts({
      en: 'ask no questions',
      de: 'keine Rückfragen stellen',
      ru: 'не задавать вопросов',
    }),
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The options that choose the game and the versions of a plan. `selectionOf` reads them. */
export const PLAN_OPTIONS: readonly OptionSpec[] = [
  OPTIONS.game,
  OPTIONS.gameVersion,
  OPTIONS.loader,
  OPTIONS.platform,
  OPTIONS.channel,
  OPTIONS.optional,
];

/** The help text of an argument that names a mod. */
export const MOD_SUMMARY = texts({
  en: 'its id, its slug or game/slug, with @version for a certain version',
  de: 'ID, Slug oder spiel/slug, mit @version für eine bestimmte Version',
  ru: 'id, slug или игра/slug, с @версия для определённой версии',
});

/**
 * The values of `PLAN_OPTIONS`, with the mods that the user named. An option that is not given is
 * undefined; without `--optional`, `withOptional` is false. Throws `usage` for an unknown channel.
 */
export function selectionOf(input: Input, mods: readonly string[]): Selection {
  return {
    mods,
    game: input.option('game'),
    gameVersion: input.option('game-version'),
    loader: input.option('loader'),
    platform: input.option('platform'),
    channel: choice(input, 'channel', OPTIONS.channel.choices),
    withOptional: input.flag('optional'),
  };
}
