import { ok, okList, type Routes, route } from '../route.js';

const read = {
  method: 'GET',
  tag: 'catalog',
  access: 'anonymous',
  scopes: ['mods:read'],
  rate: 'catalog-read',
  idempotency: 'none',
  precondition: 'none',
  cache: 'public',
} as const;

const page = { cursor: 'query.cursor', limit: 'query.limit' } as const;

const modList = {
  ...page,
  gameSlug: 'query.game_slug',
  gameVersion: 'query.game_version',
  loader: 'query.loader',
  category: 'query.category',
  q: 'query.q',
  sort: 'query.sort',
} as const;

/** The public catalog (Spec 4.1). */
export const catalogRoutes: Routes = {
  listGames: route({
    ...read,
    path: '/games',
    summary: 'List games',
    bind: page,
    reply: okList(),
    errors: [],
  }),
  getGame: route({
    ...read,
    path: '/games/{game_slug}',
    summary: 'Read a game',
    bind: { slug: 'path.game_slug' },
    reply: ok(),
    errors: ['not_found'],
  }),
  listCatalogCategories: route({
    ...read,
    path: '/categories',
    summary: 'List categories',
    bind: { ...page, gameSlug: 'query.game_slug' },
    reply: okList(),
    errors: [],
  }),
  listMods: route({
    ...read,
    path: '/mods',
    summary: 'List published mods',
    bind: modList,
    reply: okList(),
    errors: [],
  }),
  searchCatalog: route({
    ...read,
    path: '/search',
    summary: 'Search published mods',
    rate: 'search',
    bind: modList,
    reply: okList(),
    errors: [],
  }),
  getMod: route({
    ...read,
    path: '/mods/{mod_id}',
    summary: 'Read a mod',
    bind: { id: 'path.mod_id' },
    reply: ok(),
    errors: ['not_found', 'gone'],
  }),
  listModVersions: route({
    ...read,
    path: '/mods/{mod_id}/versions',
    summary: 'List the versions of a mod',
    bind: {
      ...page,
      modId: 'path.mod_id',
      releaseChannel: 'query.release_channel',
      gameVersion: 'query.game_version',
      loader: 'query.loader',
      publishedAfter: 'query.published_after',
      publishedBefore: 'query.published_before',
    },
    reply: okList(),
    errors: ['not_found', 'gone'],
  }),
  getModVersion: route({
    ...read,
    path: '/mods/{mod_id}/versions/{version_id}',
    summary: 'Read a version',
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    errors: ['not_found', 'gone'],
  }),
  listModDependencies: route({
    ...read,
    path: '/mods/{mod_id}/dependencies',
    summary: 'List what the latest release of a mod depends on',
    bind: { ...page, modId: 'path.mod_id' },
    reply: okList(),
    errors: ['not_found', 'gone'],
  }),
  getArtifact: route({
    ...read,
    path: '/artifacts/{artifact_id}',
    summary: 'Read the summary of a published file',
    cache: 'private',
    malformed: 'invalid_file_id',
    bind: { id: 'path.artifact_id' },
    reply: ok(),
    errors: ['file_not_found', 'gone'],
  }),
};
