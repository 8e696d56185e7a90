import type { LoaderFunctionArgs } from 'react-router';
import { read } from '../../api/client';
import { graphql, type LanguageMap, type ResultOf } from '../../api/graphql';
import { readMyMod } from '../../api/my-mods';
import { Problem } from '../../api/problem';
import { LOCALES } from '../../i18n';
import type { Values } from '../../kit/merge';

const MOD = graphql(`
  query ModToEdit($id: ID!) {
    getMod(id: $id) {
      id
      etag
      slug
      state
      title
      summary
      description
      license
      homepageUrl
      sourceUrl
      accessTier
      cover {
        id
      }
      game {
        slug
        name
      }
      categories {
        slug
        name
      }
    }
    modTakedown(modId: $id) {
      takenDownAt
      reason
    }
  }
`);

const WRITTEN_SUMMARY = graphql(`
  query WrittenSummary($id: ID!) {
    writtenModSummary(modId: $id)
  }
`);

/** A mod with the fields that its team edits. */
export type EditedMod = ResultOf<typeof MOD>['getMod'];

/** The takedown of a mod by a moderator. Without one, `takenDownAt` is null. */
type Takedown = ResultOf<typeof MOD>['modTakedown'];

/** A mod, and the operations that the role of the user in its team allows (`permissions`). */
export interface ModWithRights {
  readonly mod: EditedMod;
  readonly permissions: readonly string[];
  readonly takedown: Takedown;
  readonly versionsCount: number;
  readonly downloadsCount: number;
}

/**
 * Reads a mod as the catalog shows it, with an excerpt of the description for a missing summary.
 * Throws a `Problem`.
 */
export async function readMod(id: string, signal?: AbortSignal): Promise<EditedMod> {
  return (await read(MOD, { id }, signal)).getMod;
}

/**
 * Reads a mod as its team wrote it, without the excerpts that the catalog shows in place of a
 * summary. It reads the summary after the ETag. If another save happens in between, the ETag is
 * stale, and the next save merges (`saveMerged`). Throws a `Problem`.
 */
export async function readWritten(
  id: string,
  signal?: AbortSignal,
): Promise<{ readonly mod: EditedMod; readonly takedown: Takedown }> {
  const { getMod, modTakedown: takedown } = await read(MOD, { id }, signal);
  const { writtenModSummary: summary } = await read(WRITTEN_SUMMARY, { id }, signal);
  return { mod: { ...getMod, summary }, takedown };
}

/**
 * Reads the mod of the address. Throws a `Problem`, such as `not_found` if the user is not in its
 * team.
 */
export async function loadMod({
  params,
  request: { signal },
}: LoaderFunctionArgs): Promise<ModWithRights> {
  const id = params['modId'] ?? '';
  const [mine, written] = await Promise.all([readMyMod(id, signal), readWritten(id, signal)]);
  if (!mine) throw new Problem('no mod of this user', { code: 'not_found' });
  const { mod, takedown } = written;
  const { versionsCount, downloadsCount } = mine.mod;
  return { mod, permissions: mine.permissions, takedown, versionsCount, downloadsCount };
}

/** The fields with a text in each language. */
export const TRANSLATED = ['title', 'summary', 'description'] as const;

/** The values of the form of a mod. A missing text or value is empty. */
export function valuesOf(mod: EditedMod): Values {
  const texts = TRANSLATED.flatMap((field) => {
    const map: LanguageMap = mod[field];
    const languages = new Set<string>([...LOCALES, ...Object.keys(map)]);
    return [...languages].map((language) => [`${field}.${language}`, map[language] ?? ''] as const);
  });
  return {
    ...Object.fromEntries(texts),
    slug: mod.slug,
    license: mod.license ?? '',
    homepageUrl: mod.homepageUrl ?? '',
    sourceUrl: mod.sourceUrl ?? '',
    accessTier: mod.accessTier,
    categories: joinWords(mod.categories.map(({ slug }) => slug)),
  };
}

/** A set of words, such as slugs of categories, as the value of one field: sorted, with spaces. */
export function joinWords(words: readonly string[]): string {
  return [...words].sort().join(' ');
}

/** The words in a value of `joinWords`; empty for undefined. */
export function splitWords(value: string | undefined): readonly string[] {
  return (value ?? '').split(' ').filter((word) => word !== '');
}

/** The texts of a field in all languages that have one. */
export function textsIn(values: Values, field: string): LanguageMap {
  const start = `${field}.`;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name.startsWith(start) && value.trim() !== '')
      .map(([name, value]) => [name.slice(start.length), value]),
  );
}
