import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { download as downloadFile, safeFilename } from '@modport/client';
import { findMod, findVersion, isUuid, parseReference } from '../catalog.js';
import type { Command, Context, Input } from '../command.js';
import type { Connection } from '../connection.type.js';
import { failure } from '../failure.js';
import { errnoText } from '../file-errors.js';
import { folderInWay, presentAt } from '../install/installed-file.js';
import { texts } from '../language.js';
import { formatBytes } from '../output/format.js';
import { safeLine } from '../output/safe-text.js';
import { createWaitNote } from '../output/wait-note.js';
import { OPTIONS } from './shared-options.js';

/**
 * `modport download`: downloads and verifies one file. Downloads nothing if the target already has
 * the same bytes. Throws `file_exists` for any other existing target without `--force`, and
 * `file_unusable` for a folder, also with `--force`.
 */
export const download: Command = {
  name: 'download',
  summary: texts({
    en: 'download one file of a mod and verify it',
    de: 'eine Datei einer Mod herunterladen und prüfen',
    ru: 'скачать и проверить один файл мода',
  }),
  arguments: [
    {
      syntax: '<file>',
      summary: texts({
        en: 'the id of a file, or a mod (its main file), optionally with @version',
        de: 'die ID einer Datei oder eine Mod (Hauptdatei), auch mit @version',
        ru: 'id файла или мод (основной файл), можно с @версия',
      }),
    },
  ],
  options: [
    {
      flags: '-o, --output <file>',
      summary: texts({
        en: 'where to save it; its own name in the working folder by default',
        de: 'wohin; sonst unter eigenem Namen im aktuellen Ordner',
        ru: 'куда сохранить; по умолчанию под своим именем в текущей папке',
      }),
    },
    OPTIONS.game,
    OPTIONS.force,
  ],
  async run(context, input) {
    const connection = await context.connect();
    const { client } = connection;
    const { signal, language, output } = context;
    const artifact_id = await artifactOf(context, connection, input);
    const params = { path: { artifact_id } };
    const { body } = await client.get('/artifacts/{artifact_id}', { params, signal });
    const { artifact, sha256, size_bytes } = body.data;
    const target = await targetOf(context, input, artifact.original_filename);
    const done = { artifact_id, file: target, sha256, size_bytes };
    const present = await presentAt(target, signal);
    if (present.kind === 'file' && present.sha256 === sha256) {
      return { data: done, text: safeLine(target) };
    }
    if (present.kind === 'folder') throw folderInWay(target);
    if (present.kind !== 'absent' && !input.flag('force')) {
      throw failure('file_exists', { file: target });
    }
    const waits = createWaitNote(output, language);
    const transfer = output.progress.transfer(safeFilename(artifact.original_filename), size_bytes);
    try {
      await downloadFile(client, artifact_id, target, {
        signal,
        sha256,
        progress: ({ phase, receivedBytes }) => {
          if (phase === 'waiting') waits.note(target);
          transfer.update(receivedBytes);
        },
      });
    } finally {
      transfer.end();
    }
    output.note(VERIFIED[language](formatBytes(size_bytes, language), sha256));
    return { data: done, text: safeLine(target) };
  },
};

const VERIFIED = texts({
  en: (size: string, sha256: string) => `Downloaded and verified: ${size}, SHA-256 ${sha256}`,
  de: (size: string, sha256: string) => `Heruntergeladen und geprüft: ${size}, SHA-256 ${sha256}`,
  ru: (size: string, sha256: string) => `Скачано и проверено: ${size}, SHA-256 ${sha256}`,
});

/**
 * The id of the file that the argument names. An id without a version may be that of a file; else
 * the argument names a mod.
 * - With a version, it is the main file of that version, or else its first file.
 * - Without one, it is the primary file of the latest release.
 * Throws `main_file_missing` if there is no such file, and the errors of `findMod` and
 * `findVersion`.
 */
async function artifactOf(
  { signal }: Context,
  { client }: Connection,
  input: Input,
): Promise<string> {
  const text = input.argument('file');
  const { mod: name, version } = parseReference(text);
  if (isUuid(name) && version === null && (await isArtifact(client, name, signal))) return name;
  const mod = await findMod(client, name, input.option('game'), signal);
  if (version !== null) {
    const found = await findVersion(client, mod, version, signal);
    return mainFile(
      found.artifacts?.find(({ file_kind }) => file_kind === 'main')?.id ?? found.artifact_ids[0],
      mod.slug,
      version,
    );
  }
  const params = { path: { mod_id: mod.id } };
  const { body } = await client.get('/mods/{mod_id}', { params, signal });
  return mainFile(body.data.latest_release?.primary_artifact_id, mod.slug, null);
}

function mainFile(id: string | undefined, mod: string, version: string | null): string {
  if (id === undefined) throw failure('main_file_missing', { mod, version });
  return id;
}

/**
 * Whether an id is that of a file. False if the service responds 404, for example to the id of a
 * mod.
 */
async function isArtifact(
  client: Connection['client'],
  artifact_id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.get('/artifacts/{artifact_id}', { params: { path: { artifact_id } }, signal });
    return true;
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return false;
    throw error;
  }
}

/**
 * The path to write: that of `--output`, or else the name of the file in the working folder, made
 * safe by `safeFilename`. Throws `file_unusable` if the folder of the path does not exist. Without
 * this check, the download would fail with the name of its lock file, which the user does not know.
 */
async function targetOf(
  { folder }: Context,
  input: Input,
  filename: string | null,
): Promise<string> {
  const given = input.option('output');
  const target =
    given === undefined ? join(folder, safeFilename(filename)) : resolve(folder, given);
  await stat(dirname(target)).catch((error) => {
    throw failure('file_unusable', { file: dirname(target), reason: errnoText(error) });
  });
  return target;
}
