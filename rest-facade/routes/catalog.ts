import { ok, okList, type Routes, route } from '../route.js';

const read = {
  method: 'GET',
  tag: 'catalog',
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

/** The public catalog (Spec 4.1). Team members also read their draft mods and versions here. */
export const catalogRoutes: Routes = {
  listGames: route({
    ...read,
    path: '/games',
    summary: 'List games',
    description: "Lists all games, oldest first. Use a game's `slug` to filter every other list.",
    bind: page,
    reply: okList(),
    statements: 1,
    errors: [],
  }),
  getGame: route({
    ...read,
    path: '/games/{game_slug}',
    summary: 'Read a game',
    description:
      'Returns a game with its loaders, versions and platforms. Versions and install plans ' +
      'use these keys.',
    bind: { slug: 'path.game_slug' },
    reply: ok(),
    statements: 1,
    errors: ['not_found'],
  }),
  listCatalogCategories: route({
    ...read,
    path: '/categories',
    summary: 'List categories',
    description:
      'Lists the categories of one game or of all games. Lists of mods accept their `slug` ' +
      'as a filter.',
    bind: { ...page, gameSlug: 'query.game_slug' },
    reply: okList(),
    statements: 1,
    errors: [],
  }),
  listMods: route({
    ...read,
    path: '/mods',
    summary: 'List published mods',
    costs: { 'query.q': 'search' },
    description:
      'Lists all public mods, filtered and ordered by the parameters. A new publication is ' +
      'listed as soon as its response arrives. `game_version` and `loader` must match the ' +
      'same version; a version without game versions or without loaders matches any. With ' +
      '`ids`, the list contains exactly those mods.',
    bind: { ...modList, ids: 'query.ids' },
    reply: okList(),
    statements: 6,
    errors: [],
  }),
  searchCatalog: route({
    ...read,
    path: '/search',
    summary: 'Search published mods',
    description:
      'Finds mods by words in English, German and Russian, and tolerates typing errors. ' +
      'Needs `q`. Each mod comes with its score and the fields that matched.',
    rate: 'search',
    bind: modList,
    reply: okList(),
    statements: 6,
    errors: [],
  }),
  getMod: route({
    ...read,
    path: '/mods/{mod_id}',
    summary: 'Read a mod',
    description:
      'Returns a published mod. Team members also read drafts, and get the strong `ETag` ' +
      'that a change has to send.',
    bind: { id: 'path.mod_id' },
    reply: ok(),
    statements: 1,
    errors: ['not_found', 'gone'],
  }),
  listModVersions: route({
    ...read,
    path: '/mods/{mod_id}/versions',
    summary: 'List the versions of a mod',
    description:
      'Lists the published versions, newest first, with their files. Use the `id` to pin an ' +
      'exact version.',
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
    statements: 2,
    errors: ['not_found', 'gone'],
  }),
  getModVersion: route({
    ...read,
    path: '/mods/{mod_id}/versions/{version_id}',
    summary: 'Read a version',
    description:
      'Returns a version with its dependencies and files. Team members also read drafts, ' +
      'and get the strong `ETag` that a change has to send.',
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    statements: 2,
    errors: ['not_found', 'gone'],
  }),
  listModDependencies: route({
    ...read,
    path: '/mods/{mod_id}/dependencies',
    summary: "List the dependencies of a mod's latest release",
    description:
      'Lists required, optional and incompatible mods. An install plan considers all of ' + 'them.',
    bind: { ...page, modId: 'path.mod_id' },
    reply: okList(),
    statements: 1,
    errors: ['not_found', 'gone'],
  }),
  getArtifact: route({
    ...read,
    path: '/artifacts/{artifact_id}',
    summary: 'Read the summary of a published file',
    description:
      'Returns what a mod manager shows and checks before it installs a file: game, mod, ' +
      'version, size and SHA-256. Fetch the bytes through `download.resolve_endpoint`.',
    cache: 'private',
    malformed: 'invalid_file_id',
    bind: { id: 'path.artifact_id' },
    reply: ok(),
    statements: 2,
    errors: ['file_not_found', 'gone'],
  }),
};
