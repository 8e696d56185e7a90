import { z } from 'zod';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { displayName } from '../../../request/texts.js';

/** The slug of a game or a category. Links and filters use it, so it never changes. */
export const slug = z
  .string()
  .max(LIMITS.slugCharacters)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

/**
 * The name of a game or a category, without invisible characters, because people compare names by
 * sight.
 */
export const name = displayName(z.string().trim().min(1).max(LIMITS.titleCharacters));

/**
 * Keys of loaders, versions or platforms: at most `max` different ones, each without invisible
 * characters. Filters and pages list each of them. Operators have no maximum.
 */
export function keysOf(max = Number.POSITIVE_INFINITY) {
  return z
    .array(displayName(z.string().trim().min(1).max(LIMITS.labelCharacters)))
    .max(max)
    .refine((values) => new Set(values).size === values.length);
}

/** The default platforms of a new game. */
export const PLATFORMS = ['windows', 'linux', 'macos', 'any'];

/** Runs a write that sets a slug. Throws `invalid_input` for `slug` if another row has it. */
export async function writeWithSlug<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem('invalid_input', { fields: [{ field: 'slug', code: 'not_unique' }] });
  }
}

/** `not_found` for the slug of a game. */
export function unknownGame(slug: string): RegisteredError {
  const name = shown(slug);
  return problem('not_found', {
    detail: {
      en: `There is no game "${name}"; use a slug from the list of games.`,
      ru: `Игры «${name}» нет; укажите slug из списка игр.`,
      de: `Es gibt kein Spiel „${name}“; verwenden Sie einen Slug aus der Liste der Spiele.`,
    },
  });
}
