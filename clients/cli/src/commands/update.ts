import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { installedMod } from '../install/installed-mods.js';
import type { LockedRequest, Lockfile } from '../install/lockfile.js';
import { type FolderInput, keptFiles, nextFolder } from '../install/next-folder.js';
import { requestOf } from '../install/plan-request.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS, PLAN_OPTIONS, selectionOf } from './shared-options.js';

/**
 * `modport update`: moves installed mods to their newest versions that fit. Without names, pinned
 * mods keep their versions. With names, the other selected mods keep theirs, except those that must
 * move, for example because their version was withdrawn. Mods that are no longer offered stay as
 * they are, unless they are named.
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
    inFolder(context, input, async (connection, before, signal) => {
      if (before === null) throw failure('lockfile_missing', { folder: folderOf(context, input) });
      const named = input.arguments('mods');
      const selection = selectionOf(input, []);
      const { client } = connection;
      const { request } = await requestOf(client, selection, before.request, signal);
      const all = { connection, language: context.language, signal, before };
      const moving = new Set(named.map((text) => installedMod(before, text)));
      if (moving.size > 0) return nextFolder({ ...all, ...moveOnly(before, request, moving) });
      const files = keptFiles(before, request, moving);
      return nextFolder({ ...all, request, named: moving, kept: { files, isLastResort: true } });
    }),
};

/**
 * Lets only the named mods and dependencies change: the named ones lose their pin. The other
 * selected mods keep their versions. Only a pin of the user is in the request, so that a later
 * update moves the others again.
 */
function moveOnly(
  before: Lockfile,
  kept: LockedRequest,
  named: ReadonlySet<string>,
): Pick<FolderInput, 'request' | 'named' | 'kept'> {
  const mods = kept.mods.map((one) => (named.has(one.mod_id) ? { ...one, version_id: null } : one));
  const others = new Set(mods.flatMap(({ mod_id }) => (named.has(mod_id) ? [] : [mod_id])));
  const files = before.files.filter(({ mod_id }) => others.has(mod_id));
  return { request: { ...kept, mods }, named, kept: { files, isPinnedFirst: true } };
}
