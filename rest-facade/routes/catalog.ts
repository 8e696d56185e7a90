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
  author: 'query.author',
  q: 'query.q',
  sort: 'query.sort',
} as const;

/** The public catalog (Spec 4.1). */
export const catalogRoutes: Routes = {
  listGames: route({
    ...read,
    path: '/games',
    summary: 'List games',
    description:
      "All games that mods are made for, oldest first. A game's `slug` narrows every other " +
      'list.',
    bind: page,
    reply: okList(),
    errors: [],
  }),
  getGame: route({
    ...read,
    path: '/games/{game_slug}',
    summary: 'Read a game',
    description:
      'A game with its loaders, versions and platforms: the keys that versions are ' +
      'published for and that plans ask with.',
    bind: { slug: 'path.game_slug' },
    reply: ok(),
    errors: ['not_found'],
  }),
  listCatalogCategories: route({
    ...read,
    path: '/categories',
    summary: 'List categories',
    description:
      'The shelves that mods stand on, of one game or of all. Lists of mods take their ' +
      '`slug`.',
    bind: { ...page, gameSlug: 'query.game_slug' },
    reply: okList(),
    errors: [],
  }),
  listMods: route({
    ...read,
    path: '/mods',
    summary: 'List published mods',
    costs: { 'query.q': 'search' },
    description:
      'Every mod that anybody may see, narrowed and ordered by the parameters. What is ' +
      'published is listed with the answer to its publication. `game_version` and `loader` have ' +
      'to be satisfied by one version together; a version that declares no game versions or no ' +
      'loaders fits each of them. With `ids`, exactly those mods.',
    bind: { ...modList, ids: 'query.ids' },
    reply: okList(),
    errors: [],
  }),
  searchCatalog: route({
    ...read,
    path: '/search',
    summary: 'Search published mods',
    description:
      'Finds mods by words in English, German and Russian, and forgives typing errors; it ' +
      'needs `q`. Each mod comes with its score and the fields that matched.',
    rate: 'search',
    bind: modList,
    reply: okList(),
    errors: [],
  }),
  getMod: route({
    ...read,
    path: '/mods/{mod_id}',
    summary: 'Read a mod',
    description:
      'A published mod; with the credential of somebody who works on it, also a draft, ' +
      'and the strong `ETag` that a change has to present.',
    bind: { id: 'path.mod_id' },
    reply: ok(),
    errors: ['not_found', 'gone'],
  }),
  listModVersions: route({
    ...read,
    path: '/mods/{mod_id}/versions',
    summary: 'List the versions of a mod',
    description:
      'The published versions, the newest first, with their files. Exact versions are ' +
      'pinned by their `id`.',
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
    description:
      'One version with its dependencies and files; with the credential of somebody who ' +
      'works on it, also a draft, and the strong `ETag` that a change has to present.',
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    errors: ['not_found', 'gone'],
  }),
  listModDependencies: route({
    ...read,
    path: '/mods/{mod_id}/dependencies',
    summary: 'List what the latest release of a mod depends on',
    description:
      'What has to be installed as well, what may be, and what must not be. An install ' +
      'plan takes all of it into account.',
    bind: { ...page, modId: 'path.mod_id' },
    reply: okList(),
    errors: ['not_found', 'gone'],
  }),
  getArtifact: route({
    ...read,
    path: '/artifacts/{artifact_id}',
    summary: 'Read the summary of a published file',
    description:
      'What a mod manager shows and checks before it installs a file: game, mod, version, ' +
      'size and SHA-256. The bytes are fetched through `download.resolve_endpoint`.',
    cache: 'private',
    malformed: 'invalid_file_id',
    bind: { id: 'path.artifact_id' },
    reply: ok(),
    errors: ['file_not_found', 'gone'],
  }),
};
