import { deprecationHeaders } from '../deprecation.js';
import type { Route } from '../route.js';
import type { Schema } from './components.js';

/**
 * The members that mark an operation as deprecated or not yet stable (Spec 9); empty for others.
 */
export function noticesOf({ deprecation, stage }: Route): Schema {
  return {
    ...(stage ? { 'x-service-stage': stage } : {}),
    ...(deprecation
      ? {
          deprecated: true,
          'x-deprecation-date': deprecation.since,
          'x-sunset-date': deprecation.sunset ?? null,
          'x-migration-url': deprecation.migrationUrl,
          'x-changelog-url': deprecation.changelogUrl,
        }
      : {}),
  };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Deprecation: 'When the operation became deprecated (RFC 9745): `@` and Unix seconds.',
  Sunset: 'When the operation may be removed (RFC 8594).',
  Link: 'The address of the migration guide.',
};

/** Adds the headers of a deprecated route to each of its responses; others stay unchanged. */
export function withDeprecationHeaders(
  { deprecation }: Route,
  responses: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Schema>> {
  const headers = Object.entries(deprecationHeaders(deprecation)).map(([name, example]) => [
    name,
    { description: DESCRIPTIONS[name], schema: { type: 'string' }, example },
  ]);
  if (headers.length === 0) return responses;
  const further = Object.fromEntries(headers);
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const own: Schema = { ...(response['headers'] ?? {}) };
      return [status, { ...response, headers: { ...own, ...further } }];
    }),
  );
}
