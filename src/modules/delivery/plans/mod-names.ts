import { shown } from '../../../registry/shown.js';
import type { RequestContext } from '../../../request/context.js';
import type { Texts } from '../../../request/scalars.js';

/** The names of mods in explanations, by id. */
export type ModNames = ReadonlyMap<string, string>;

/** Reads the names of mods; one statement, or none. Mods that are not public have no name. */
export async function readModNames(
  { platform }: RequestContext,
  modIds: readonly string[],
): Promise<ModNames> {
  if (modIds.length === 0) return new Map();
  const mods = await platform.db.mod.findMany({
    where: { id: { in: [...modIds] }, state: { in: ['published', 'archived'] } },
    select: { id: true, slug: true, title: true },
  });
  return new Map(mods.map(({ id, slug, title }) => [id, nameOf(title as Texts, slug)]));
}

/** A mod as an explanation names it: the English title if there is one, and the slug. */
export function nameOf(title: Texts, slug: string): string {
  const first = Object.keys(title).sort()[0];
  const text = title['en'] ?? (first === undefined ? undefined : title[first]) ?? slug;
  return `"${shown(text)}" (${slug})`;
}

/** The name of a mod, or its id if it is not public. */
export function nameIn(names: ModNames, modId: string): string {
  return names.get(modId) ?? `the mod ${modId}, which is not available`;
}
