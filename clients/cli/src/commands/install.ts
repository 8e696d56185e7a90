import { resolve as resolvePath } from 'node:path';
import type { Command, Context, Input, Result } from '../command.js';
import type { Connection } from '../connection.type.js';
import { failure } from '../failure.js';
import { applyLockfile } from '../install/apply-lockfile.js';
import type { FolderChanges } from '../install/folder-changes.js';
import { type LockedFolder, withFolder } from '../install/folder-lock.js';
import { type Lockfile, readLockfile } from '../install/lockfile.js';
import { exactly, keptOf, type NextFolder, nextFolder } from '../install/next-folder.js';
import { keepPlacedFiles } from '../install/placed-files.js';
import { lockfileOf, requestOf, resolve } from '../install/plan-request.js';
import { readPlan } from '../install/saved-plan.js';
import { texts } from '../language.js';
import { lostLines } from '../output/lost-lines.js';
import { safeLine } from '../output/safe-text.js';
import { usage } from '../usage.js';
import { MOD_SUMMARY, OPTIONS, PLAN_OPTIONS, selectionOf } from './shared-options.js';

/**
 * `modport install`: installs the named mods, or a saved plan (`--plan`), or otherwise exactly the
 * files of `modport.lock`.
 * - Named mods are added to those of the folder, and get their named versions, or else the newest
 *   that fit. As many other mods as possible keep their versions if no filter changes
 *   (`keptOf`).
 * - A saved plan replaces the mods of the folder. Throws `plan_changed` if its request now resolves
 *   to another plan.
 * - Throws `lockfile_missing` if there are no mods, no plan and no `modport.lock`.
 * - Throws `usage` for mods or options that would have no effect.
 */
export const install: Command = {
  name: 'install',
  summary: texts({
    en: 'install mods with their dependencies, or exactly what modport.lock names',
    de: 'Mods samt Abhängigkeiten installieren, oder genau das, was modport.lock nennt',
    ru: 'установить моды с зависимостями или точно то, что в modport.lock',
  }),
  arguments: [{ syntax: '[mods...]', summary: MOD_SUMMARY }],
  options: [
    OPTIONS.into,
    ...PLAN_OPTIONS,
    {
      flags: '--plan <file>',
      summary: texts({
        en: 'install the plan that `modport plan --json` printed, and remove installed mods that are not in it',
        de: 'den Plan installieren, den `modport plan --json` ausgab, und installierte Mods entfernen, die er nicht enthält',
        ru: 'установить план, который вывел `modport plan --json`, и удалить установленные моды, которых в нём нет',
      }),
    },
    OPTIONS.force,
    OPTIONS.dryRun,
  ],
  async run(context, input) {
    assertEffective(input);
    return inFolder(context, input, async (connection, before, signal) => {
      const { client, server } = connection;
      const file = input.option('plan');
      const mods = input.arguments('mods');
      if (file !== undefined) {
        const saved = await readPlan(resolvePath(context.folder, file));
        const resolved = await resolve(client, saved.request, signal);
        if (resolved.plan_id !== saved.plan_id) throw failure('plan_changed', {});
        return exactly(lockfileOf(server, saved.request, resolved));
      }
      if (mods.length > 0 || before === null) {
        if (mods.length === 0)
          throw failure('lockfile_missing', { folder: folderOf(context, input) });
        const selection = selectionOf(input, mods);
        const requested = await requestOf(client, selection, before?.request ?? null, signal);
        const facts = { connection, language: context.language, signal, before, ...requested };
        return nextFolder({ ...facts, kept: keptOf(facts) });
      }
      return exactly(before);
    });
  },
};

/** Throws `usage` for mods and options that a plan or a lockfile would leave without effect. */
function assertEffective(input: Input): void {
  const { mods, ...choice } = selectionOf(input, input.arguments('mods'));
  const hasPlan = input.option('plan') !== undefined;
  const hasChoice = Object.values(choice).some((value) => value !== undefined && value !== false);
  if (hasPlan && (mods.length > 0 || hasChoice)) throw usage(FIXED_BY_PLAN);
  if (mods.length === 0 && hasChoice) throw usage(FIXED_BY_LOCKFILE);
}

const FIXED_BY_PLAN = texts({
  en: 'With --plan, the plan decides mods and versions. Name no others.',
  de: 'Mit --plan bestimmt der Plan Mods und Versionen. Keine weiteren angeben.',
  ru: 'С --plan моды и версии задаёт план. Не указывайте других.',
});
const FIXED_BY_LOCKFILE = texts({
  en: 'Without mods, modport.lock decides the versions. Name mods, or use "modport update".',
  de: 'Ohne Mods bestimmt modport.lock die Versionen. Mods angeben oder "modport update" verwenden.',
  ru: 'Без модов версии задаёт modport.lock. Укажите моды или используйте "modport update".',
});

/** The absolute path of the folder of the mods: that of `--into`, or else the working folder. */
export function folderOf(context: Context, input: Input): string {
  return resolvePath(context.folder, input.option('into') ?? '.');
}

/**
 * Decides the next content of a folder. `before` is its lockfile, or null if it has none. `signal`
 * aborts with the command, and if this process loses the lock of the folder.
 */
export type Decide = (
  connection: Connection,
  before: Lockfile | null,
  signal: AbortSignal,
) => Promise<NextFolder>;

/**
 * Runs a command that changes the mods of a folder: locks the folder, decides its next content, and
 * makes the changes. With `--dry-run` it creates and locks the folder too, but changes no file of a
 * mod. Throws the errors of `assertServer`, `withFolder`, `decide` and `applyLockfile`.
 */
export async function inFolder(context: Context, input: Input, decide: Decide): Promise<Result> {
  const connection = await context.connect();
  return withFolder(folderOf(context, input), context.signal, async (folder) => {
    const before = await readLockfile(folder.path);
    assertServer(before, connection.server);
    const next = await keepPlacedFiles(folder, await decide(connection, before, folder.signal));
    const options = {
      client: connection.client,
      output: context.output,
      language: context.language,
      folder,
      force: input.flag('force'),
      dryRun: input.flag('dry-run'),
    };
    return resultOf(context, folder, next, await applyLockfile(options, next), options.dryRun);
  });
}

/**
 * Throws `lockfile_server` for a lockfile of another service than the selected one. So a lockfile
 * never decides where requests and credentials go. Accepts null, a folder without a lockfile.
 */
export function assertServer(before: Lockfile | null, server: string): void {
  if (before !== null && before.server !== server) {
    throw failure('lockfile_server', { locked: before.server, server });
  }
}

const WORDS = texts({
  en: {
    done: (count: number, folder: string) =>
      `${count === 1 ? '1 file is' : `${count} files are`} installed in ${folder}.`,
    planned: 'Nothing was changed (--dry-run).',
    unchanged: 'Everything is up to date.',
  },
  de: {
    done: (count: number, folder: string) =>
      `${count === 1 ? '1 Datei ist' : `${count} Dateien sind`} in ${folder} installiert.`,
    planned: 'Nichts wurde geändert (--dry-run).',
    unchanged: 'Alles ist aktuell.',
  },
  ru: {
    done: (count: number, folder: string) => `Установлено файлов: ${count}, папка ${folder}.`,
    planned: 'Ничего не изменено (--dry-run).',
    unchanged: 'Всё актуально.',
  },
});

function resultOf(
  { language, output }: Context,
  folder: LockedFolder,
  next: NextFolder,
  changes: FolderChanges,
  dryRun: boolean,
): Result {
  const { lockfile, setAside, unpinned, perhapsNeeded } = next;
  const words = WORDS[language];
  const label = ({ path, slug, version }: Lockfile['files'][number]): string =>
    safeLine(`${slug} ${version}  ${path}`);
  const lines = [
    ...changes.added.map((file) => output.style('green', `+ ${label(file)}`)),
    ...changes.replaced.map((file) => output.style('yellow', `~ ${label(file)}`)),
    ...changes.removed.map((path) => output.style('red', `- ${safeLine(path)}`)),
    ...changes.renamed.map(({ from, to }) => output.style('yellow', safeLine(`~ ${from} → ${to}`))),
  ];
  if (lines.length === 0) lines.push(words.unchanged);
  lines.push(...lostLines(next, language).map((one) => output.style('yellow', one)));
  lines.push(dryRun ? words.planned : words.done(lockfile.files.length, folder.path));
  const data = { folder: folder.path, dry_run: dryRun, plan_id: lockfile.plan_id, ...changes };
  const lost = { set_aside: setAside, unpinned, perhaps_needed: perhapsNeeded };
  return { data: { ...data, ...lost }, text: lines.join('\n') };
}
