import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, download, ProblemError } from '@modport/client';
import { failure } from '../failure.js';
import { type Language, texts } from '../language.js';
import { formatBytes } from '../output/format.js';
import type { Output } from '../output/output.js';
import { createWaitNote } from '../output/wait-note.js';
import { isOfLock, type LockedFolder } from './folder-lock.js';
import { presentAt } from './installed-file.js';
import type { LockedFile } from './lockfile.js';
import { downloadProblem } from './named-problem.js';

/** The path in the staging folder where the file of an artifact waits until all are complete. */
export function stagedPath({ staging }: LockedFolder, artifactId: string): string {
  return join(staging, `${artifactId}.file`);
}

interface Downloading {
  readonly client: Client;
  readonly output: Output;
  readonly folder: LockedFolder;
  readonly language: Language;
}

/**
 * Downloads files into the staging folder, one after the other, because the service admits few
 * downloads at once. Continues what an earlier run left there. First removes links and folders from
 * the staging folder. Throws `integrity` for a file with another digest than the plan or the
 * lockfile names, and the errors of `download`. The problem of a file that is no longer offered
 * names its mod.
 */
export async function downloadAll(to: Downloading, files: readonly LockedFile[]): Promise<void> {
  await removeStrange(to.folder);
  const total = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const transfer = to.output.progress.transfer('', total);
  let doneBytes = 0;
  try {
    for (const file of files) {
      transfer.name(file.path);
      transfer.update(doneBytes);
      await downloadOne(to, file, (bytes) => transfer.update(doneBytes + bytes));
      doneBytes += file.size_bytes;
    }
  } finally {
    transfer.end();
  }
}

async function downloadOne(
  { client, output, folder, language }: Downloading,
  file: LockedFile,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const target = stagedPath(folder, file.artifact_id);
  const staged = await presentAt(target, folder.signal);
  if (staged.kind === 'file' && staged.sha256 === file.sha256) return;
  await rm(target, { recursive: true, force: true });
  const waits = createWaitNote(output, language);
  const { sha256 } = await download(client, file.artifact_id, target, {
    signal: folder.signal,
    sha256: file.sha256,
    progress: ({ phase, receivedBytes }) => {
      if (phase === 'waiting') waits.note(file.path);
      onBytes(receivedBytes);
    },
  }).catch((error) => {
    const isGone = error instanceof ProblemError && (error.status === 404 || error.status === 410);
    throw isGone ? downloadProblem(error, file, language) : error;
  });
  if (sha256 !== file.sha256) {
    await rm(target, { force: true });
    throw failure('integrity', { reason: OTHER_BYTES(file.path) });
  }
  output.note(DOWNLOADED[language](file.path, formatBytes(file.size_bytes, language)));
}

const OTHER_BYTES = (path: string) =>
  texts({
    en: `the SHA-256 of ${path} differs from the one in the plan or modport.lock`,
    de: `der SHA-256 von ${path} weicht von dem im Plan oder in modport.lock ab`,
    ru: `SHA-256 файла ${path} не совпадает с планом или modport.lock`,
  });

const DOWNLOADED = texts({
  en: (path: string, size: string) => `Downloaded ${path} (${size})`,
  de: (path: string, size: string) => `${path} heruntergeladen (${size})`,
  ru: (path: string, size: string) => `Скачан ${path} (${size})`,
});

/**
 * Removes links and folders from the staging folder. Through a link, a download would write into
 * another file.
 */
async function removeStrange({ staging }: LockedFolder): Promise<void> {
  for (const name of await readdir(staging)) {
    if (isOfLock(name)) continue;
    const path = join(staging, name);
    const entry = await lstat(path);
    if (!entry.isFile() || entry.nlink !== 1) await rm(path, { recursive: true, force: true });
  }
}
