import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { failure } from '../failure.js';
import { errnoText } from '../file-errors.js';
import type { LockedRequest } from './lockfile.js';

const text = z.string().min(1).max(300);

/** The members of the output of `modport plan --json` that decide an installation. */
const savedPlan = z.object({
  plan_id: z.uuid(),
  request: z.object({
    game_slug: text,
    game_version: text.nullable(),
    loader: text.nullable(),
    platform: text.nullable(),
    release_channel: z.enum(['release', 'beta', 'alpha']),
    include_optional: z.boolean(),
    mod_ids: z.array(z.uuid()),
    versions: z.array(z.object({ mod_id: z.uuid(), version_id: z.uuid() })),
  }),
});

/**
 * The request and the id of a saved plan. Throws `file_unusable`, also for a file that is no saved
 * plan.
 */
export async function readPlan(
  path: string,
): Promise<{ readonly plan_id: string; readonly request: LockedRequest }> {
  try {
    const { plan_id, request } = savedPlan.parse(JSON.parse(await readFile(path, 'utf8')));
    const { mod_ids, versions, ...choice } = request;
    const free = mod_ids.map((mod_id) => ({ mod_id, version_id: null }));
    return { plan_id, request: { ...choice, mods: [...free, ...versions] } };
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : errnoText(error);
    throw failure('file_unusable', { file: path, reason });
  }
}
