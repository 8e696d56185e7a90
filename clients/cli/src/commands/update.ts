import type { Command } from '../command.js';
import { failure } from '../failure.js';
import { installedMod } from '../install/installed-mods.js';
import type { LockedFile, LockedRequest, Lockfile } from '../install/lockfile.js';
import { changesFilters, keptOf, nextFolder } from '../install/next-folder.js';
import { requestOf } from '../install/plan-request.js';
import { texts } from '../language.js';
import { folderOf, inFolder } from './install.js';
import { OPTIONS, PLAN_OPTIONS, selectionOf } from './shared-options.js';

/**
 * `modport update`: moves installed mods to their newest versions that fit.
 * - Without names, it moves all mods except those that the user pinned to a version.
 * - With names, it moves the named mods, also pinned ones, and all dependencies. The other selected
 *   mods keep their versions, except those that must move, for example because theirs was
 *   withdrawn. If an option changes the filters, all of them are chosen again.
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
        de: 'Slugs oder IDs installierter Mods; ohne Angabe alle',
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
      const facts = { ...all, request: withoutPins(request, moving), named: moving };
      const kept =
        moving.size > 0 && !changesFilters(before, request)
          ? { files: othersSelected(before, facts.request, moving), isPinnedFirst: true }
          : { ...keptOf(facts), isLastResort: true };
      return nextFolder({ ...facts, kept });
    }),
};

/**
 * The request in which the named mods lose their pins. It pins no mod that only keeps its version,
 * so that a later update moves it again.
 */
function withoutPins(request: LockedRequest, named: ReadonlySet<string>): LockedRequest {
  const mods = request.mods.map((one) =>
    named.has(one.mod_id) ? { ...one, version_id: null } : one,
  );
  return { ...request, mods };
}

/** The installed files of the selected mods that are not named. */
function othersSelected(
  before: Lockfile,
  { mods }: LockedRequest,
  named: ReadonlySet<string>,
): readonly LockedFile[] {
  const others = new Set(mods.flatMap(({ mod_id }) => (named.has(mod_id) ? [] : [mod_id])));
  return before.files.filter(({ mod_id }) => others.has(mod_id));
}
