import { parseReference } from '../catalog.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { usage } from '../usage.js';
import type { Lockfile } from './lockfile.js';

/**
 * The id of an installed mod by its slug or id. Throws `mod_not_found` for a mod without a file in
 * the lockfile, and `usage` for an `@version`: only `modport install` takes one.
 */
export function installedMod({ files }: Lockfile, text: string): string {
  const { mod, version } = parseReference(text);
  if (version !== null) throw usage(NO_VERSION_HERE);
  const found = files.find(({ mod_id, slug }) => mod_id === mod || slug === mod);
  if (!found) throw failure('mod_not_found', { mod });
  return found.mod_id;
}

/**
 * The id of a mod that the user selected, by its slug or id. Throws `mod_required` for a mod that
 * is installed only as a dependency, and the errors of `installedMod`.
 */
export function selectedMod(lockfile: Lockfile, text: string): string {
  // A mod that another file contains has no file of its own, and is known only by its id.
  const isId = lockfile.request.mods.some(({ mod_id }) => mod_id === text);
  const id = isId ? text : installedMod(lockfile, text);
  if (lockfile.request.mods.some(({ mod_id }) => mod_id === id)) return id;
  throw failure('mod_required', { mod: text });
}

const NO_VERSION_HERE = texts({
  en: 'Name the mod without a version. modport install better-maps@1.2.0 installs a certain version.',
  de: 'Die Mod ohne Version angeben. modport install better-maps@1.2.0 installiert eine bestimmte Version.',
  ru: 'Укажите мод без версии. Определённую версию устанавливает modport install better-maps@1.2.0.',
});
