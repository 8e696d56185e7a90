import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OURS } from '../../platform/data-dir.js';
import { restoredFolder, restoringFolder } from '../../platform/embedded/unfinished-restore.js';
import { hasCode } from '../../platform/error-code.js';
import { exists } from '../../platform/exists.js';
import { CommandError } from '../flags.js';
import { syncNames } from './draft.js';

const PLAN = 'plan.json';

const Plan = z.object({
  /** The folder in the data directory for the old entries. */
  before: z.string(),
  old: z.array(z.string()),
  fresh: z.array(z.string()),
});

/** The mirror is no part of a backup, and supplies files that the restored store lacks. */
const STAYING = /^(lock|mirror$)/;

/** The names in a data directory that a restore would replace. */
export async function replacedNames(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => OURS.test(name) && !STAYING.test(name));
}

/**
 * Puts the contents of `restoringFolder` in place of those of the data directory, and moves the old
 * ones to its folder `before-NAME`. Returns that folder; null without old contents. If a swap is
 * killed, `finishSwap` ends it.
 */
export async function swapData(dataDir: string, name: string): Promise<string | null> {
  const old = await replacedNames(dataDir);
  const fresh = await readdir(restoringFolder(dataDir));
  const plan: z.infer<typeof Plan> = { before: `before-${name}`, old, fresh };
  await writeFile(join(restoringFolder(dataDir), PLAN), JSON.stringify(plan), { flush: true });
  syncNames();
  // From here on, the new contents are complete, and the old ones are no longer used.
  await rename(restoringFolder(dataDir), restoredFolder(dataDir));
  return finishSwap(dataDir);
}

/** Ends a swap that was killed, or does nothing. Returns as `swapData`. */
export async function finishSwap(dataDir: string): Promise<string | null> {
  const from = restoredFolder(dataDir);
  const text = await readFile(join(from, PLAN), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) {
    await removeEmpty(from);
    return null;
  }
  const { before, old, fresh } = Plan.parse(JSON.parse(text));
  const aside = join(dataDir, before);
  if (old.length > 0) await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const name of old) {
    const isReplaced = fresh.includes(name) && !(await exists(join(from, name)));
    if (isReplaced || !(await exists(join(dataDir, name)))) continue;
    await rename(join(dataDir, name), join(aside, name));
  }
  for (const name of fresh) {
    if (await exists(join(from, name))) await rename(join(from, name), join(dataDir, name));
  }
  syncNames();
  await rm(from, { recursive: true });
  return old.length > 0 ? aside : null;
}

/**
 * Removes an empty folder, which a kill just before its removal leaves. Throws CommandError for a
 * folder with contents and no plan, because it is not from a restore.
 */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return;
    if (!hasCode(error, 'ENOTEMPTY')) throw error;
    throw new CommandError(`${folder} is not from a restore; move it out of the data directory`);
  });
}
