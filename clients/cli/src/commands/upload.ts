import { basename, resolve } from 'node:path';
import { findVersion, parseReference } from '../catalog.js';
import type { Command, Input } from '../command.js';
import { connectSignedIn } from '../connection.js';
import { choice } from '../input-values.js';
import { texts } from '../language.js';
import { digested } from '../publish/local-files.js';
import { findOwnMod } from '../publish/own-mods.js';
import { sendFile } from '../publish/send-file.js';
import { awaitVerdict } from '../publish/upload-session.js';
import { usage } from '../usage.js';
import { OPTIONS } from './shared-options.js';

const KINDS = ['main', 'optional'] as const;

/**
 * `modport upload`: sends one file for an existing draft version, and continues an interrupted
 * upload of the same file. Then it waits without a limit for the verdict of the scan. Throws
 * `upload_rejected` (exit code 10), also for a lost or cancelled upload, and `upload_waiting` (11)
 * if a moderator must decide.
 */
export const upload: Command = {
  name: 'upload',
  summary: texts({
    en: 'upload one file for an existing draft version',
    de: 'eine Datei für einen bestehenden Versionsentwurf hochladen',
    ru: 'загрузить один файл в существующий черновик версии',
  }),
  arguments: [
    { syntax: '<file>', summary: texts({ en: 'the file', de: 'die Datei', ru: 'файл' }) },
    {
      syntax: '<mod@version>',
      summary: texts({
        en: 'the mod and its draft version',
        de: 'die Mod und der Versionsentwurf',
        ru: 'мод и черновик версии',
      }),
    },
  ],
  options: [
    {
      flags: '--kind <kind>',
      choices: KINDS,
      summary: texts({
        en: 'main by default',
        de: 'sonst main',
        ru: 'по умолчанию main',
      }),
    },
    {
      flags: '--label <text>',
      summary: texts({
        en: 'the label of an optional file',
        de: 'die Bezeichnung einer optionalen Datei',
        ru: 'подпись дополнительного файла',
      }),
    },
    OPTIONS.game,
  ],
  async run(context, input) {
    const { signal, language, output, folder } = context;
    const { mod: name, version: wanted } = targetOf(input);
    const connection = await connectSignedIn(context);
    const { client } = connection;
    const mod = await findOwnMod(client, name, input.option('game'), signal);
    const version = await findVersion(client, mod, wanted, signal);
    const file = await digested(resolve(folder, input.argument('file')), signal);
    const filename = basename(resolve(folder, input.argument('file')));
    const kind = choice(input, 'kind', KINDS) ?? 'main';
    const local = { ...file, filename, kind, label: input.option('label') ?? null };
    const upload_id = await sendFile(
      context,
      connection,
      { modId: mod.id, versionId: version.id },
      local,
    );
    const session = await awaitVerdict({ client, output, language, signal }, upload_id, filename);
    const data = {
      upload_id,
      artifact_id: session.artifact_id,
      status: session.lifecycleStatus,
      sha256: file.sha256,
      size_bytes: file.sizeBytes,
    };
    return { data, text: READY[language](filename) };
  },
};

/** The mod and the version of the argument. Throws `usage` if it names no version. */
function targetOf(input: Input): { readonly mod: string; readonly version: string } {
  const { mod, version } = parseReference(input.argument('mod@version'));
  if (version === null) throw usage(NO_VERSION);
  return { mod, version };
}

const NO_VERSION = texts({
  en: 'Name the version, as in better-maps@1.2.0.',
  de: 'Die Version angeben, etwa better-maps@1.2.0.',
  ru: 'Укажите версию, например better-maps@1.2.0.',
});

const READY = texts({
  en: (file: string) => `${file} is checked and ready to publish.`,
  de: (file: string) => `${file} ist geprüft und bereit zur Veröffentlichung.`,
  ru: (file: string) => `${file} проверен и готов к публикации.`,
});
