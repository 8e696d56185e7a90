import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OURS } from '../../platform/data-dir.js';
import { restoredFolder, restoringFolder } from '../../platform/embedded/unfinished-restore.js';
import { hasSystemCode } from '../../platform/error-code.js';
import { exists } from '../../platform/folders.js';
import { CommandError } from '../flags.js';
import { syncFileSystem } from './draft.js';

const PLAN = 'plan.json';

/** A restore whose new contents are complete: its request and its results. */
const CompleteRestore = z.object({
  from: z.string(),
  until: z.coerce.date().nullable(),
  timeline: z.int().nullable(),
  lastWriteAt: z.coerce.date().nullable(),
  missing: z.array(z.string()),
});
type CompleteRestore = z.infer<typeof CompleteRestore>;

const Plan = z.object({
  /** The folder in the data directory for the old entries. */
  before: z.string(),
  old: z.array(z.string()),
  fresh: z.array(z.string()),
  /** Missing in the plan of an earlier release. */
  restore: CompleteRestore.nullish(),
});
type Plan = z.infer<typeof Plan>;

/** The mirror is no part of a backup, and supplies files that the restored store lacks. */
const STAYING = /^(lock|mirror$)/;

/** The names in a data directory that a restore would replace. */
export async function replacedNames(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => OURS.test(name) && !STAYING.test(name));
}

/**
 * Puts the contents of `restoringFolder` in place of those of the data directory, and moves the old
 * ones to its folder `before-NAME`. Returns that folder; null without old contents. If a swap is
 * killed, `killedRestore` names its restore, and `finishSwap` ends it.
 */
export async function swapData(
  dataDir: string,
  name: string,
  restore: CompleteRestore,
): Promise<string | null> {
  const old = await replacedNames(dataDir);
  const fresh = await readdir(restoringFolder(dataDir));
  const plan: Plan = { before: `before-${name}`, old, fresh, restore };
  await writeFile(join(restoringFolder(dataDir), PLAN), JSON.stringify(plan), { flush: true });
  syncFileSystem(dataDir);
  // From here on, the new contents are complete, and the old ones are no longer used.
  await rename(restoringFolder(dataDir), restoredFolder(dataDir));
  return finishSwap(dataDir);
}

/** The restore whose swap was killed. Null without one, or if an earlier release began it. */
export async function killedRestore(dataDir: string): Promise<CompleteRestore | null> {
  return (await readPlan(dataDir))?.restore ?? null;
}

/**
 * Ends a swap that was killed. Returns the folder with the old contents, like `swapData`; null
 * without old contents or without such a swap. Throws CommandError for contents in `restoredFolder`
 * that are not from a restore.
 */
export async function finishSwap(dataDir: string): Promise<string | null> {
  const from = restoredFolder(dataDir);
  const plan = await readPlan(dataDir);
  if (plan === null) {
    await removeEmpty(from);
    return null;
  }
  const { before, old, fresh } = plan;
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
  syncFileSystem(dataDir);
  await rm(from, { recursive: true });
  return old.length > 0 ? aside : null;
}

async function readPlan(dataDir: string): Promise<Plan | null> {
  const text = await readFile(join(restoredFolder(dataDir), PLAN), 'utf8').catch(
    (error: unknown) => {
      if (hasSystemCode(error, 'ENOENT')) return null;
      throw error;
    },
  );
  return text === null ? null : Plan.parse(JSON.parse(text));
}

/**
 * Removes an empty folder, which a kill just before its removal leaves. Throws CommandError for a
 * folder with contents and no plan, because it is not from a restore.
 */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT')) return;
    if (!hasSystemCode(error, 'ENOTEMPTY')) throw error;
    throw new CommandError(`${folder} is not from a restore; move it out of the data directory`);
  });
}
