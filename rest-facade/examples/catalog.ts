import type { Examples } from './example.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const version = { ...mod, version_id: '{createModVersion.draft.body.data.id}' } as const;

/** The reads of a mod manager. */
export const catalogExamples: Examples = {
  listGames: { all: { summary: 'All games, in pages of 25' } },
  getGame: { bySlug: { summary: 'A game by its slug', path: { game_slug: 'brackenvale' } } },
  listCatalogCategories: {
    ofGame: { summary: 'The categories of one game', query: { game_slug: 'brackenvale' } },
  },
  listMods: {
    firstPage: {
      summary: 'The mods of one game that were published last',
      query: { game_slug: 'brackenvale', loader: 'lattice', sort: 'latest', limit: 1 },
    },
    nextPage: {
      summary: 'The page behind it: the same filters and order, and its cursor',
      query: {
        game_slug: 'brackenvale',
        loader: 'lattice',
        sort: 'latest',
        limit: 1,
        cursor: '{listMods.firstPage.body.pagination.next_cursor}',
      },
    },
  },
  searchCatalog: {
    words: {
      summary: 'A search that forgives a typing error',
      query: { q: 'lantren roads', game_slug: 'brackenvale', game_version: '1.20' },
    },
  },
  getMod: { published: { summary: 'A published mod', path: mod } },
  listModVersions: {
    releases: {
      summary: 'The releases for one game version',
      path: mod,
      query: { release_channel: 'release', game_version: '1.20' },
    },
  },
  getModVersion: { published: { summary: 'A published version with its file', path: version } },
  listModDependencies: { latest: { summary: 'What the latest release needs', path: mod } },
  getArtifact: {
    published: {
      summary: 'What a mod manager shows before it downloads a file',
      path: { artifact_id: '{createUploadSession.single.body.data.artifact_id}' },
    },
  },
};
