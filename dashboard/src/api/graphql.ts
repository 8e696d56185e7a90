import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../generated/graphql-env';

/** A text in several languages, by language tag. */
export type LanguageMap = Readonly<Record<string, string>>;

/**
 * Declares an operation. The compiler checks its result and variables against `schema.graphql`;
 * `node scripts/build-dashboard.mjs --types` generates the types.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    DateTimeISO: string;
    JSONObject: Readonly<Record<string, unknown>>;
    LanguageMap: LanguageMap;
    SafeInt: number;
    Upload: File;
  };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
