import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { installedMod } from '../install/installed-mods.js';
import type { LockedRequest, Lockfile } from '../install/lockfile.js';
import { type FolderInput, keptOf, nextFolder } from '../install/next-folder.js';
import { requestOf } from '../install/plan-request.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS, PLAN_OPTIONS, selectionOf } from './shared-options.js';

/**
 * `modport update`: moves installed mods to their newest versions that fit.
 * - Without names, it moves all mods except those that the user pinned to a version.
 * - With names, it moves the named mods, also pinned ones, and all dependencies. The other selected
 *   mods keep their versions, except those that must move, for example because theirs was
 *   withdrawn.
 * - Mods that are no longer offered stay as they are, unless they are named.
 * Throws `lockfile_missing` without a `modport.lock`, `mod_not_found` for a mod that is not
 * installed, and `usage` for an `@version`.
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
      const facts = { ...all, request, named: moving };
      return nextFolder({ ...facts, kept: { ...keptOf(facts), isLastResort: true } });
    }),
};

/**
 * The input for an update of the named mods: they lose their pins, and the other selected mods keep
 * their versions (`kept`). The request itself pins only versions that the user named, so that a
 * later update moves the other mods again.
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
