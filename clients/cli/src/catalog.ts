import { type Client, items, ProblemError, type Schema } from '@modport/client';
import { failure } from './failure.js';
import type { Language } from './language.js';

/** The members of a mod that commands use. */
export interface FoundMod {
  readonly id: string;
  readonly slug: string;
  /** The titles by language code. */
  readonly title: Readonly<Record<string, string>>;
  readonly game_slug: string;
}

/** A mod as the user named it, with the version after `@`, or null without one. */
export interface ModReference {
  readonly mod: string;
  readonly version: string | null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID, and so of an id of the service. */
export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * Reads `slug`, `game/slug` or an id, each with an optional `@version`. `mod` is the text before
 * the `@`. Nothing after the `@` counts as no version.
 */
export function parseReference(text: string): ModReference {
  const at = text.indexOf('@', 1);
  if (at < 0) return { mod: text, version: null };
  return { mod: text.slice(0, at), version: text.slice(at + 1) || null };
}

/**
 * Finds a mod by its id, or a published mod by its slug or `game/slug`. `game` limits the search
 * for a slug without a game; if it is undefined, all games count. An id also finds a draft of the
 * caller's teams. Throws `mod_not_found`, and `mod_ambiguous` for a slug of several mods.
 */
export async function findMod(
  client: Client,
  reference: string,
  game: string | undefined,
  signal: AbortSignal,
): Promise<FoundMod> {
  if (isUuid(reference)) return readMod(client, reference, signal);
  const [slug = '', named] = reference.split('/').toReversed();
  const found = onlyOne(reference, await lookUpMod(client, slug, named ?? game, signal));
  if (found === null) throw failure('mod_not_found', { mod: reference });
  return found;
}

/**
 * The mod of `found`, or null if it is empty. Throws `mod_ambiguous` with all names if there are
 * several. `reference` is the text of the user, for the message.
 */
export function onlyOne(reference: string, found: readonly FoundMod[]): FoundMod | null {
  const [first = null, ...others] = found;
  if (others.length === 0) return first;
  const names = found.map((mod) => `${mod.game_slug}/${mod.slug}`);
  throw failure('mod_ambiguous', { mod: reference, found: names });
}

/** The results in one page of a search. */
const PAGE = 100;
/**
 * The most results that a search for a slug reads. An exact slug is nearly always the first one.
 */
const MOST_RESULTS = 3 * PAGE;

/**
 * The published mods with this slug. If no mod has it, those with it as a localized slug. Any
 * creator can choose the slug of another mod as a localized one, so a slug always comes first.
 * Several mods of one game may have the same localized slug.
 * - With `game_slug`, it stops at the first mod that has the slug.
 * - Without it, it stops after the page with the second mod that has the slug.
 * - It reads `MOST_RESULTS` results at most. If it reads so many, localized slugs do not count,
 *   because a further result could have the slug.
 */
export async function lookUpMod(
  client: Client,
  slug: string,
  game_slug: string | undefined,
  signal: AbortSignal,
): Promise<readonly FoundMod[]> {
  const query = { q: slug, limit: PAGE, ...(game_slug === undefined ? {} : { game_slug }) };
  const named: FoundMod[] = [];
  const localized: FoundMod[] = [];
  let results = 0;
  for await (const mod of items(client, '/search', { params: { query }, signal })) {
    if (mod.slug === slug) named.push(foundMod(mod));
    else if (isLocalized(mod, slug)) localized.push(foundMod(mod));
    results += 1;
    const isOnly = game_slug !== undefined && named.length > 0;
    const isAmbiguous = named.length > 1 && results % PAGE === 0;
    if (isOnly || isAmbiguous || results === MOST_RESULTS) return named;
  }
  return named.length > 0 ? named : localized;
}

function isLocalized({ localized_slugs }: Schema<'Mod'>, slug: string): boolean {
  return Object.values(localized_slugs).includes(slug);
}

/**
 * A mod by its id. Throws `mod_not_found` if the service does not know it, or the caller may not
 * see it. Other problems pass unchanged, such as `gone`.
 */
export async function readMod(client: Client, id: string, signal: AbortSignal): Promise<FoundMod> {
  try {
    const { body } = await client.get('/mods/{mod_id}', {
      params: { path: { mod_id: id } },
      signal,
    });
    return foundMod(body.data);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') {
      throw failure('mod_not_found', { mod: id });
    }
    throw error;
  }
}

function foundMod({ id, slug, title, game }: Schema<'Mod'>): FoundMod {
  return { id, slug, title: title as Record<string, string>, game_slug: game.slug };
}

type Version = Schema<'ModVersion'>;

/**
 * A version of a mod by its id or its name. Several builds may have the same name: then only those
 * for `loader` count, if there are any. With null, all count. Throws `version_not_found`, and
 * `version_ambiguous` if several remain.
 */
export async function findVersion(
  client: Client,
  mod: { readonly id: string; readonly slug: string },
  version: string,
  signal: AbortSignal,
  loader: string | null = null,
): Promise<Version> {
  const found = await lookUpVersions(client, mod.id, version, signal);
  const supporting = found.filter((one) => loader === null || isFor(one, [loader]));
  // Without a build for the loader, a build for another loader counts: the user named it.
  const meant = onlyVersion(mod, version, supporting.length > 0 ? supporting : found);
  if (meant === null) throw failure('version_not_found', { mod: mod.slug, version });
  return meant;
}

/**
 * The version of a mod with this id, or else all versions with this name, which may be no version
 * at all. The team of the mod also finds drafts.
 */
export async function lookUpVersions(
  client: Client,
  modId: string,
  version: string,
  signal: AbortSignal,
): Promise<readonly Version[]> {
  const params = { path: { mod_id: modId }, query: { limit: 100 } };
  const named: Version[] = [];
  for await (const one of items(client, '/mods/{mod_id}/versions', { params, signal })) {
    if (one.id === version) return [one];
    if (one.version === version) named.push(one);
  }
  return named;
}

/**
 * Whether a version supports one of these loaders. A version without loaders supports all of them,
 * and an empty list accepts every version (section 2.3 of `docs/contract`).
 */
export function isFor({ loader_platforms }: Version, loaders: readonly string[]): boolean {
  if (loader_platforms.length === 0 || loaders.length === 0) return true;
  return loader_platforms.some((loader) => loaders.includes(loader));
}

/**
 * The version of `found`, or null if it is empty. Throws `version_ambiguous` with all ids and
 * loaders if there are several.
 */
export function onlyVersion(
  mod: { readonly slug: string },
  version: string,
  found: readonly Version[],
): Version | null {
  const [first = null, ...others] = found;
  if (others.length === 0) return first;
  const builds = found.map(({ id, loader_platforms }) => `${id} (${loader_platforms.join(', ')})`);
  throw failure('version_ambiguous', { mod: mod.slug, version, found: builds });
}

/**
 * Returns the text of a language map in `language`, else in English, else in its first language. An
 * empty map has an empty text.
 */
export function textIn(map: object, language: Language): string {
  const values = map as Readonly<Record<string, unknown>>;
  const found = values[language] ?? values['en'] ?? Object.values(values)[0];
  return typeof found === 'string' ? found : '';
}
