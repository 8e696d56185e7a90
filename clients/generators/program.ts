// This program is only compiled, against the types that openapi-typescript makes of the document.
// They must require the members that a client has to send, and have a type for those it reads.
import type { components, operations, paths, webhooks } from './api.js';

type Body<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Sent } };
}
  ? Sent
  : never;
type Headers<Operation extends keyof operations> = operations[Operation]['parameters']['header'];

export const draft: Body<'createModDraft'> = {
  game_slug: 'brackenvale',
  title: { en: 'Lantern Roads', de: 'Laternenwege' },
  description: 'Roads that light up at night.',
};

export const plan: Body<'resolveInstallPlan'> = {
  game_slug: 'brackenvale',
  mod_ids: ['01980000-0000-7000-8000-000000000001'],
};

export const search: operations['searchCatalog']['parameters']['query'] = { q: 'lantern' };

// @ts-expect-error A search needs words.
export const wordless: operations['searchCatalog']['parameters']['query'] = {};

export const change: Headers<'updateModDraft'> = { 'If-Match': '"1"' };

// @ts-expect-error A change of a mod needs If-Match.
export const blind: Headers<'updateModDraft'> = {};

export const reserve: Headers<'createUploadSession'> = { 'Idempotency-Key': 'one' };

// @ts-expect-error An upload needs an Idempotency-Key.
export const keyless: Headers<'createUploadSession'> = {};

export function titleOf(
  page: paths['/mods']['get']['responses'][200]['content']['application/json'],
): string | undefined {
  return page.data[0]?.title['en'];
}

export function isRetryable(problem: components['schemas']['Problem']): boolean {
  return problem.retryable;
}

export function versionIn(
  event: NonNullable<
    webhooks['version.published']['post']['requestBody']
  >['content']['application/json'],
): string {
  return event.data.version_id;
}
