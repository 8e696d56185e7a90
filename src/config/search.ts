import { z } from 'zod';
import { origin, takes } from './values.js';

/** The variables of Meilisearch, with their formats. */
export const SEARCH_VARIABLES = {
  MEILI_URL: takes('an http or https address without a path', origin().optional()),
  MEILI_API_KEY: takes(
    'a key without spaces',
    z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  ),
};

/** Variables whose value an error never shows. An address may contain a password by mistake. */
export const SEARCH_SECRETS = ['MEILI_URL', 'MEILI_API_KEY'];

/** Why the variables are incomplete; null if all or none are set. */
export function searchConfigFault(given: NodeJS.ProcessEnv): string | null {
  const [set, unset] =
    given['MEILI_URL'] === undefined
      ? ['MEILI_API_KEY', 'MEILI_URL']
      : ['MEILI_URL', 'MEILI_API_KEY'];
  if (given[set] === undefined || given[unset] !== undefined) return null;
  return `${set} is set, but Meilisearch needs ${unset} as well; unset it to search in PostgreSQL`;
}

/** The server that the variables describe; undefined searches in PostgreSQL. */
export function meilisearchOf(env: z.output<z.ZodObject<typeof SEARCH_VARIABLES>>) {
  const { MEILI_URL: url, MEILI_API_KEY: apiKey } = env;
  return url === undefined || apiKey === undefined ? undefined : { url, apiKey };
}
