import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { upload } from '@modport/client';
import type { Context } from '../command.js';
import type { Connection } from '../connection.type.js';
import { texts } from '../language.js';
import { formatBytes } from '../output/format.js';
import { homeFolder } from '../settings.js';
import type { LocalFile } from './local-files.js';

/** The version that a file is sent for. */
interface Target {
  readonly modId: string;
  readonly versionId: string;
}

/**
 * Sends a file and completes its upload, but does not wait for the scan. Continues an interrupted
 * upload of the same file from this machine. Returns the id of the upload. Throws the errors of
 * `upload`.
 */
export async function sendFile(
  context: Context,
  { client, server }: Connection,
  { modId, versionId }: Target,
  file: LocalFile,
): Promise<string> {
  const { output, language, signal, env } = context;
  const { filename, kind, label, sizeBytes, sha256 } = file;
  const stateFile = await stateFileOf(env, [server, versionId, filename, sha256]);
  const target = {
    modId,
    versionId,
    filename,
    fileKind: kind,
    ...(label === null ? {} : { label }),
  };
  const transfer = output.progress.transfer(filename, sizeBytes);
  try {
    const session = await upload(client, file.path, target, {
      signal,
      stateFile,
      // The caller records the upload first, so that any later run can find it.
      longestWaitMs: 0,
      progress: ({ phase, doneBytes }) => {
        if (phase === 'sending') transfer.update(doneBytes);
      },
    });
    output.note(SENT[language](filename, formatBytes(sizeBytes, language)));
    return session.upload_id;
  } finally {
    transfer.end();
  }
}

const SENT = texts({
  en: (file: string, size: string) => `Uploaded ${file} (${size})`,
  de: (file: string, size: string) => `${file} hochgeladen (${size})`,
  ru: (file: string, size: string) => `Загружен ${file} (${size})`,
});

/**
 * The path of the file that remembers an upload between runs on this machine. It is in the folder
 * of the settings, not in the folder of the mod.
 */
async function stateFileOf(env: Context['env'], parts: readonly string[]): Promise<string> {
  const folder = join(homeFolder(env), 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
  return join(folder, `${name}.json`);
}
