import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { installedMod } from '../install/installed-mods.js';
import { withVersions } from '../install/keep-versions.js';
import type { LockedRequest, Lockfile } from '../install/lockfile.js';
import { lockfileOf, requestOf, resolve } from '../install/plan-request.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS, PLAN_OPTIONS, wishOf } from './shared-options.js';

/**
 * `modport update`: moves installed mods to their newest versions that fit. Without names, pinned
 * mods keep their versions.
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
      const { stored, sent } =
        named.length === 0 ? { stored: kept, sent: kept } : moveOnly(before, kept, named);
      return lockfileOf(server, stored, await resolve(client, sent, signal));
    }),
};

/**
 * Lets only the named mods and dependencies change: the named ones lose their pin. `sent` pins the
 * other selected mods to their installed versions; `stored` does not, so that a later update moves
 * them again.
 */
function moveOnly(
  before: Lockfile,
  kept: LockedRequest,
  named: readonly string[],
): { readonly stored: LockedRequest; readonly sent: LockedRequest } {
  const moving = new Set(named.map((text) => installedMod(before, text)));
  const mods = kept.mods.map((one) =>
    moving.has(one.mod_id) ? { ...one, version_id: null } : one,
  );
  const stored = { ...kept, mods };
  const staying = mods.flatMap(({ mod_id }) => (moving.has(mod_id) ? [] : [mod_id]));
  const others = before.files.filter(({ mod_id }) => staying.includes(mod_id));
  return { stored, sent: withVersions(stored, others) };
}
