import { createInterface } from 'node:readline/promises';
import { findVersion, isUuid, parseReference } from '../catalog.js';
import type { Command, Context } from '../command.js';
import { connectSignedIn } from '../connection.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { findOwnMod } from '../publish/own-mods.js';
import { usage } from '../usage.js';
import { OPTIONS } from './shared-options.js';

/**
 * `modport rollback`: withdraws a published version of a mod of the user, after a confirmation or
 * with `--yes`. Succeeds without a change if it is already withdrawn. A mod without another
 * published version leaves the catalog. Throws `confirmation_needed`, and `usage` without an
 * `@version`.
 */
export const rollback: Command = {
  name: 'rollback',
  summary: texts({
    en: 'withdraw a published version; the newest remaining one is then the latest',
    de: 'eine veröffentlichte Version zurückziehen; die neueste übrige wird die aktuelle',
    ru: 'отозвать опубликованную версию; последней станет новейшая из остальных',
  }),
  arguments: [
    {
      syntax: '<mod@version>',
      summary: texts({
        en: 'the mod and the version to withdraw',
        de: 'die Mod und die zurückzuziehende Version',
        ru: 'мод и отзываемая версия',
      }),
    },
  ],
  options: [OPTIONS.game, OPTIONS.yes],
  async run(context, input) {
    const { signal, language } = context;
    const { mod: name, version: wanted } = parseReference(input.argument('mod@version'));
    if (wanted === null) throw usage(NO_VERSION);
    const { client } = await connectSignedIn(context);
    const mod = await findOwnMod(client, name, input.option('game'), signal);
    const version = await findVersion(client, mod, wanted, signal);
    const label = `${isUuid(name) ? mod.slug : name} ${version.version}`;
    // A repeated rollback, for example after a lost response, has nothing left to do.
    if (version.status !== 'withdrawn') {
      if (!input.flag('yes')) await confirm(context, QUESTION[language](label));
      const params = { path: { mod_id: mod.id, version_id: version.id } };
      await client.post('/mods/{mod_id}/versions/{version_id}/rollback', { params, signal });
    }
    const data = {
      mod_id: mod.id,
      version_id: version.id,
      version: version.version,
      status: 'withdrawn',
    };
    return { data, text: DONE[language](label) };
  },
};

/**
 * Asks a yes-or-no question on the terminal. Throws `confirmation_needed` for any reply but yes,
 * and if there is no terminal.
 */
async function confirm({ isInteractive, signal }: Context, question: string): Promise<void> {
  if (!isInteractive) throw failure('confirmation_needed', { reason: question });
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const reply = await terminal.question(`${question} [y/N] `, { signal });
    if (!/^\s*(?:y|yes|j|ja|д|да)\s*$/i.test(reply))
      throw failure('confirmation_needed', { reason: question });
  } finally {
    terminal.close();
  }
}

const NO_VERSION = texts({
  en: 'Name the version, as in better-maps@1.2.0.',
  de: 'Die Version angeben, etwa better-maps@1.2.0.',
  ru: 'Укажите версию, например better-maps@1.2.0.',
});

const QUESTION = texts({
  en: (label: string) => `Withdraw ${label}? Nobody can download it then.`,
  de: (label: string) => `${label} zurückziehen? Danach kann sie niemand mehr herunterladen.`,
  ru: (label: string) => `Отозвать ${label}? После этого версию нельзя будет скачать.`,
});

const DONE = texts({
  en: (label: string) => `${label} is withdrawn.`,
  de: (label: string) => `${label} ist zurückgezogen.`,
  ru: (label: string) => `Версия ${label} отозвана.`,
});
