import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { installedMod } from '../install/installed-mods.js';
import { resolveKeeping } from '../install/keep-versions.js';
import type { LockedFile, LockedRequest, Lockfile } from '../install/lockfile.js';
import { lockfileOf, requestOf, resolve } from '../install/plan-request.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS, PLAN_OPTIONS, wishOf } from './shared-options.js';

/**
 * `modport update`: moves installed mods to their newest versions that fit. Without names, pinned
 * mods keep their versions. With names, the other selected mods keep theirs, except those that must
 * move, for example because their version was withdrawn.
 */
export const update: Command = {
  name: 'update',
  summary: texts({
    en: 'update installed mods, all or the named ones',
    de: 'installierte Mods aktualisieren, alle oder die genannten',
    ru: 'обновить установленные моды, все или указанные',
  }),
  arguments: [
    {
      syntax: '[mods...]',
      summary: texts({
        en: 'the slugs or ids of installed mods; all if none is named',
        de: 'Slugs oder Ids installierter Mods; ohne Angabe alle',
        ru: 'slug или id установленных модов; если не указаны — все',
      }),
    },
  ],
  options: [OPTIONS.into, ...PLAN_OPTIONS, OPTIONS.force, OPTIONS.dryRun],
  run: (context, input) =>
    inFolder(context, input, async ({ client, server }, before, signal) => {
      if (before === null) throw failure('lockfile_missing', { folder: folderOf(context, input) });
      const named = input.arguments('mods');
      const wish = wishOf(input, []);
      const { request: kept } = await requestOf(client, wish, before.request, signal);
      if (named.length === 0) {
        return lockfileOf(server, kept, await resolve(client, kept, signal));
      }
      const { request, staying } = moveOnly(before, kept, named);
      const plan = await resolveKeeping(client, request, staying, signal, { isPinnedFirst: true });
      return lockfileOf(server, request, plan);
    }),
};

/**
 * Lets only the named mods and dependencies change: the named ones lose their pin. `staying` are
 * the files of the other selected mods. Only a pin of the user is in the request, so that a later
 * update moves the others again.
 */
function moveOnly(
  before: Lockfile,
  kept: LockedRequest,
  named: readonly string[],
): { readonly request: LockedRequest; readonly staying: readonly LockedFile[] } {
  const moving = new Set(named.map((text) => installedMod(before, text)));
  const mods = kept.mods.map((one) =>
    moving.has(one.mod_id) ? { ...one, version_id: null } : one,
  );
  const others = new Set(mods.flatMap(({ mod_id }) => (moving.has(mod_id) ? [] : [mod_id])));
  const staying = before.files.filter(({ mod_id }) => others.has(mod_id));
  return { request: { ...kept, mods }, staying };
}
