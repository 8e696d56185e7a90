import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, Context } from '../command.js';
import { failure } from '../failure.js';
import { errnoText } from '../file-errors.js';
import { presentAt } from '../install/installed-file.js';
import { type LockedFile, readLockfile } from '../install/lockfile.js';
import { LOCKFILE, STAGING } from '../install/names.js';
import { texts } from '../language.js';
import { safeLine } from '../output/safe-text.js';
import { folderOf } from './install.js';
import { OPTIONS } from './shared-options.js';

/** The state of a file of the lockfile. `changed`: its path has other bytes, a folder or a link. */
type State = 'ok' | 'changed' | 'missing';

/**
 * `modport verify`: compares a folder with its lockfile, without the network. The result has the
 * failure `folder_differs` if a file of the lockfile is changed or missing. Files that the lockfile
 * does not name are only listed. Throws `lockfile_missing` without a lockfile.
 */
export const verify: Command = {
  name: 'verify',
  summary: texts({
    en: 'compare the folder with modport.lock, without the network',
    de: 'den Ordner mit modport.lock vergleichen, ohne Netz',
    ru: 'сверить папку с modport.lock без сети',
  }),
  options: [OPTIONS.into],
  async run(context, input) {
    const folder = folderOf(context, input);
    const lockfile = await readLockfile(folder);
    if (lockfile === null) throw failure('lockfile_missing', { folder });
    const files: (Pick<LockedFile, 'path' | 'sha256'> & { state: State })[] = [];
    for (const { path, sha256 } of lockfile.files) {
      files.push({ path, sha256, state: await stateOf(join(folder, path), sha256, context) });
    }
    const unknown = await unknownNames(folder, lockfile.files);
    const differing = files.filter(({ state }) => state !== 'ok');
    const words = WORDS[context.language];
    const lines = [
      ...differing.map(({ path, state }) => `${words[state]}  ${safeLine(path)}`),
      ...(unknown.length > 0 ? [words.unknown(unknown.map(safeLine).join(', '))] : []),
      ...(differing.length === 0 ? [words.allOk(files.length)] : []),
    ];
    return {
      data: { folder, ok: differing.length === 0, files, unknown },
      text: lines.join('\n'),
      ...(differing.length > 0
        ? { failure: failure('folder_differs', { count: differing.length }) }
        : {}),
    };
  },
};

async function stateOf(path: string, sha256: string, { signal }: Context): Promise<State> {
  const present = await presentAt(path, signal);
  if (present.kind === 'absent') return 'missing';
  return present.kind === 'file' && present.sha256 === sha256 ? 'ok' : 'changed';
}

/**
 * The names in the folder that neither the lockfile nor modport itself uses, in order. They are no
 * error: users add files of their own. Throws `folder_unusable`.
 */
async function unknownNames(folder: string, files: readonly LockedFile[]): Promise<string[]> {
  const known = new Set([LOCKFILE, STAGING, ...files.map(({ path }) => path)]);
  try {
    return (await readdir(folder)).filter((name) => !known.has(name)).toSorted();
  } catch (error) {
    throw failure('folder_unusable', { folder, reason: errnoText(error) });
  }
}

const WORDS = texts({
  en: {
    ok: 'ok',
    changed: 'changed',
    missing: 'missing',
    unknown: (names: string) => `Not from modport: ${names}`,
    allOk: (count: number) => `All ${count} files match modport.lock.`,
  },
  de: {
    ok: 'ok',
    changed: 'geändert',
    missing: 'fehlt',
    unknown: (names: string) => `Nicht von modport: ${names}`,
    allOk: (count: number) => `Alle ${count} Dateien entsprechen modport.lock.`,
  },
  ru: {
    ok: 'ok',
    changed: 'изменён',
    missing: 'отсутствует',
    unknown: (names: string) => `Не от modport: ${names}`,
    allOk: (count: number) => `Все файлы (${count}) соответствуют modport.lock.`,
  },
});
