import { GAME } from '../contract/matrix/stage.js';
import { type Operations } from './operation.js';
import { draft, shown } from './things.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const version = { ...mod, version_id: '{createModVersion.draft.body.data.id}' } as const;

const ofMod = { 'path.mod_id': 'not_found' };

/** The public catalog (Spec 4.1). */
export const catalog: Operations = {
  listGames: {
    examples: {
      all: {
        after: 'publishModVersion.ready',
        before: ({ world }) => world.settled(),
        summary: 'The first page, with at most 25 games',
      },
    },
    fixture: { fresh: async () => ({ query: { limit: '5' } }), missing: {} },
  },
  getGame: {
    examples: { bySlug: { summary: 'A game by its slug', path: { game_slug: 'brackenvale' } } },
    fixture: {
      fresh: async () => ({ parameters: { game_slug: GAME } }),
      missing: { 'path.game_slug': 'not_found' },
    },
  },
  listCatalogCategories: {
    examples: {
      ofGame: { summary: 'The categories of one game', query: { game_slug: 'brackenvale' } },
    },
    fixture: { fresh: async () => ({ query: { game_slug: GAME } }), missing: {} },
  },
  listMods: {
    examples: {
      firstPage: {
        summary: 'The first page of the latest mods for one game and loader',
        query: { game_slug: 'brackenvale', loader: 'lattice', sort: 'latest', limit: 1 },
      },
      nextPage: {
        summary: 'The next page, with the same filters and the cursor',
        query: {
          game_slug: 'brackenvale',
          loader: 'lattice',
          sort: 'latest',
          limit: 1,
          cursor: '{listMods.firstPage.body.pagination.next_cursor}',
        },
      },
    },
    fixture: {
      async fresh(stage) {
        await shown(stage);
        return { query: { game_slug: GAME, sort: 'latest' } };
      },
      missing: {},
    },
  },
  searchCatalog: {
    examples: {
      words: {
        summary: 'A search with a typo',
        query: { q: 'lantren roads', game_slug: 'brackenvale', game_version: '1.20' },
      },
    },
    fixture: {
      async fresh(stage) {
        await shown(stage);
        return { query: { game_slug: GAME, q: 'lanternlight' } };
      },
      missing: {},
    },
  },
  getMod: {
    examples: { published: { summary: 'A published mod', path: mod } },
    fixture: {
      fresh: async (stage) => ({ parameters: { mod_id: (await shown(stage)).modId } }),
      hidden: async (stage) => ({ parameters: { mod_id: (await draft(stage)).modId } }),
      missing: ofMod,
    },
  },
  listModVersions: {
    examples: {
      releases: {
        summary: 'The releases for one game version',
        path: mod,
        query: { release_channel: 'release', game_version: '1.20' },
      },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: { mod_id: (await shown(stage)).modId } }),
      hidden: async (stage) => ({ parameters: { mod_id: (await draft(stage)).modId } }),
      missing: ofMod,
    },
  },
  getModVersion: {
    examples: { published: { summary: 'A published version with its file', path: version } },
    fixture: {
      async fresh(stage) {
        const { modId, versionId } = await shown(stage);
        return { parameters: { mod_id: modId, version_id: versionId } };
      },
      async hidden(stage) {
        const { modId, versionId } = await draft(stage);
        return { parameters: { mod_id: modId, version_id: versionId } };
      },
      missing: { ...ofMod, 'path.version_id': 'not_found' },
    },
  },
  listModDependencies: {
    examples: { latest: { summary: 'The dependencies of the latest release', path: mod } },
    fixture: {
      fresh: async (stage) => ({ parameters: { mod_id: (await shown(stage)).modId } }),
      hidden: async (stage) => ({ parameters: { mod_id: (await draft(stage)).modId } }),
      missing: ofMod,
    },
  },
  getArtifact: {
    examples: {
      published: {
        summary: 'The details of a published file',
        path: { artifact_id: '{createUploadSession.single.body.data.artifact_id}' },
      },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: { artifact_id: (await shown(stage)).artifactId } }),
      hidden: async (stage) => ({ parameters: { artifact_id: (await draft(stage)).artifactId } }),
      missing: { 'path.artifact_id': 'file_not_found' },
    },
  },
};
