import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { selectedMod } from '../install/installed-mods.js';
import { exactly, nextFolder } from '../install/next-folder.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS } from './shared-options.js';

/**
 * `modport remove`: removes selected mods, and dependencies that no remaining mod needs. If a
 * remaining mod needs a removed one, the removed one stays as a dependency. As many remaining mods
 * as possible keep their versions, and those that are no longer offered stay as they are. Throws:
 * - `mod_required` for a mod that is installed only as a dependency
 * - `mod_not_found` for a mod that is not installed, and `usage` for an `@version`
 * - `lockfile_missing` without a `modport.lock`
 * - the errors of `nextFolder` and `inFolder`
 */
export const remove: Command = {
  name: 'remove',
  summary: texts({
    en: 'remove installed mods, and dependencies that no other mod needs',
    de: 'installierte Mods entfernen, samt Abhängigkeiten, die keine andere Mod braucht',
    ru: 'удалить установленные моды и зависимости, которые больше не нужны',
  }),
  arguments: [
    {
      syntax: '<mods...>',
      summary: texts({
        en: 'the slugs or ids of mods that you installed',
        de: 'Slugs oder IDs selbst installierter Mods',
        ru: 'slug или id установленных вами модов',
      }),
    },
  ],
  options: [OPTIONS.into, OPTIONS.force, OPTIONS.dryRun],
  run: (context, input) =>
    inFolder(context, input, async (connection, before, signal) => {
      if (before === null) throw failure('lockfile_missing', { folder: folderOf(context, input) });
      const leaving = new Set(input.arguments('mods').map((text) => selectedMod(before, text)));
      const mods = before.request.mods.filter(({ mod_id }) => !leaving.has(mod_id));
      const request = { ...before.request, mods };
      // A plan needs at least one mod.
      if (mods.length === 0) return exactly({ ...before, request, files: [] });
      // Another mod may need a removed one, which then stays as its dependency.
      const named = new Set<string>();
      const kept = { files: before.files };
      const { language } = context;
      return nextFolder({ connection, language, signal, before, request, named, kept });
    }),
};
