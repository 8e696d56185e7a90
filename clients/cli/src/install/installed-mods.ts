import { parseReference } from '../catalog.js';
import { failure } from '../failure.js';
import type { Lockfile } from './lockfile.js';

/** The id of an installed mod by its slug or id. Ignores an `@version`. Throws `mod_not_found`. */
export function installedMod({ files }: Lockfile, text: string): string {
  const { mod } = parseReference(text);
  const found = files.find(({ mod_id, slug }) => mod_id === mod || slug === mod);
  if (!found) throw failure('mod_not_found', { mod });
  return found.mod_id;
}

/**
 * The same for a mod that the user selected. Throws `mod_required` for one that another mod needs.
 */
export function selectedMod(lockfile: Lockfile, text: string): string {
  const id = installedMod(lockfile, text);
  if (lockfile.request.mods.some(({ mod_id }) => mod_id === id)) return id;
  throw failure('mod_required', { mod: text });
}
