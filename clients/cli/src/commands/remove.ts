import { downloadsOf } from '@modport/client';
import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { selectedMod } from '../install/installed-mods.js';
import { resolveKeeping } from '../install/keep-versions.js';
import type { Lockfile } from '../install/lockfile.js';
import { lockfileOf } from '../install/plan-request.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS } from './shared-options.js';

/**
 * `modport remove`: removes mods that the user selected, and dependencies that no other mod needs.
 * The rest keeps its versions if a plan allows that.
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
        de: 'Slugs oder Ids selbst installierter Mods',
        ru: 'slug или id установленных вами модов',
      }),
    },
  ],
  options: [OPTIONS.into, OPTIONS.force, OPTIONS.dryRun],
  run: (context, input) =>
    inFolder(context, input, async ({ client, server }, before, signal) => {
      if (before === null) throw failure('lockfile_missing', { folder: folderOf(context, input) });
      const leaving = new Set(input.arguments('mods').map((text) => selectedMod(before, text)));
      const mods = before.request.mods.filter(({ mod_id }) => !leaving.has(mod_id));
      const request = { ...before.request, mods };
      // A plan needs at least one mod.
      if (mods.length === 0) return { ...before, request, files: [] } satisfies Lockfile;
      const staying = before.files.filter(({ mod_id }) => !leaving.has(mod_id));
      const plan = await resolveKeeping(client, request, staying, signal);
      // Another mod may need a removed one, which then stays as its dependency.
      const ids = new Set(downloadsOf(plan).map(({ mod_id }) => mod_id));
      const needed = before.files.filter(({ mod_id }) => leaving.has(mod_id) && ids.has(mod_id));
      if (needed.length === 0) return lockfileOf(server, request, plan);
      const kept = [...staying, ...needed];
      return lockfileOf(server, request, await resolveKeeping(client, request, kept, signal));
    }),
};
