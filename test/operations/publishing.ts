import type { Fixture } from '../contract/matrix/fixture.js';
import { GAME } from '../contract/matrix/stage.js';
import { bareMod, publishedVersion, readyVersion } from '../publishing.js';
import { CLIENT, type Operations } from './operation.js';
import { covered, draft, newTarget, unique, workshop } from './things.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const version = { ...mod, version_id: '{createModVersion.draft.body.data.id}' } as const;

const ofMod = { 'path.mod_id': 'not_found' };
const ofVersion = { ...ofMod, 'path.version_id': 'not_found' };

/** A version that `prepare` brings into the required state; as a hidden one, a draft. */
function versionFixture(prepare: typeof readyVersion): Fixture {
  return {
    async fresh(stage) {
      // All versions belong to one mod, because a cover takes longer than everything else.
      const modId = await covered(stage);
      const version = { version: unique() };
      const { versionId } = await prepare(stage.world, stage.creator, modId, version);
      return { parameters: { mod_id: modId, version_id: versionId } };
    },
    async hidden(stage) {
      const { modId, versionId } = await draft(stage);
      return { parameters: { mod_id: modId, version_id: versionId } };
    },
    missing: ofVersion,
  };
}

/** Drafts and versions of mods (Spec 4.3). */
export const publishing: Operations = {
  createModDraft: {
    examples: {
      draft: {
        summary: 'A draft in two languages',
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-draft' },
        body: {
          game_slug: 'brackenvale',
          title: { en: 'Lantern Roads', de: 'Laternenwege' },
          summary: { en: 'Roads that light up when somebody walks on them.' },
          description: {
            en: 'Lay a road, and lanterns grow beside it. They burn while somebody is near.',
            de: 'Lege einen Weg an, und Laternen wachsen an ihm. Sie brennen, wenn jemand kommt.',
          },
          categories: ['world', 'travel'],
          license: 'MIT',
          source_url: 'https://code.example.org/tobias-kern/lantern-roads',
        },
      },
    },
    fixture: {
      fresh: async () => ({
        body: { game_slug: GAME, title: { en: unique() }, description: { en: 'What it does.' } },
      }),
      missing: {},
    },
    probe: () => '(input: { gameSlug: "nothing", title: { en: "x" }, description: { en: "x" } })',
  },
  updateModDraft: {
    examples: {
      homepage: {
        summary: 'A new homepage and category; other members stay unchanged',
        path: mod,
        headers: {
          ...CLIENT,
          'If-Match': '{createModDraft.draft.headers.ETag}',
          'Idempotency-Key': 'lantern-roads-homepage',
        },
        body: { homepage_url: 'https://lantern-roads.example.org', categories: ['travel'] },
      },
    },
    fixture: {
      async fresh({ creator }) {
        const { id } = await bareMod(creator, GAME);
        const ifMatch = (await creator.get(`/mods/${id}`)).headers.get('etag') ?? '';
        return { parameters: { mod_id: id }, ifMatch, body: { title: { en: unique() } } };
      },
      missing: ofMod,
    },
    probe: ({ modId }) => `(id: "${modId}", input: {}, expectedEtag: "stale")`,
  },
  createModVersion: {
    examples: {
      draft: {
        after: 'deleteModMedia.imported',
        summary: 'A version with a required dependency',
        path: mod,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0' },
        body: {
          version: '1.4.0',
          changelog: { en: 'Lanterns go out when nobody is near.' },
          release_channel: 'release',
          game_versions: ['1.20', '1.20.2'],
          loader_platforms: ['lattice'],
          dependencies: [
            { kind: 'required', mod_id: '{given.library.id}', version_constraint: '^2.0.0' },
          ],
        },
      },
      referred: {
        after: 'updateModVersion.changelog',
        summary: 'A version for a file that another service hosts',
        path: mod,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.5.0' },
        body: { version: '1.5.0', game_versions: ['1.20.2'], loader_platforms: ['lattice'] },
      },
    },
    fixture: {
      fresh: async (stage) => ({
        parameters: { mod_id: await workshop(stage) },
        body: { version: unique() },
      }),
      missing: ofMod,
    },
    probe: ({ modId }) => `(modId: "${modId}", input: { version: "" })`,
  },
  updateModVersion: {
    examples: {
      changelog: {
        summary: 'A new changelog; other members stay unchanged',
        path: version,
        headers: {
          ...CLIENT,
          'If-Match': '{createModVersion.draft.headers.ETag}',
          'Idempotency-Key': 'lantern-roads-1.4.0-changelog',
        },
        body: {
          changelog: {
            en: 'Lanterns go out when nobody is near, and bridges have them as well.',
            de: 'Laternen erlöschen, wenn niemand da ist, und auch Brücken haben sie.',
          },
        },
      },
    },
    fixture: {
      async fresh(stage) {
        const { modId, versionId } = await newTarget(stage);
        const read = await stage.creator.get(`/mods/${modId}/versions/${versionId}`);
        return {
          parameters: { mod_id: modId, version_id: versionId },
          ifMatch: read.headers.get('etag') ?? '',
          body: { version: unique() },
        };
      },
      missing: ofVersion,
    },
    probe: ({ modId, versionId }) =>
      `(modId: "${modId}", versionId: "${versionId}", input: {}, expectedEtag: "stale")`,
  },
  publishModVersion: {
    examples: {
      ready: {
        after: 'getUploadReview.none',
        summary: 'A version with an accepted file, of a mod with a cover',
        path: version,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-publish' },
      },
    },
    fixture: versionFixture(readyVersion),
    probe: ({ modId, versionId }) => `(modId: "${modId}", versionId: "${versionId}")`,
  },
  rollbackModVersion: {
    examples: {
      broken: {
        after: 'removeModTeamMember.publisher',
        summary: 'A broken version',
        path: version,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-rollback' },
      },
    },
    fixture: versionFixture(publishedVersion),
    probe: ({ modId, versionId }) => `(modId: "${modId}", versionId: "${versionId}")`,
  },
  modFallback: {
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  setModFallback: {
    probe: ({ modId }) => `(modId: "${modId}", isAllowed: true)`,
  },
  deleteMod: {
    probe: ({ modId }) => `(id: "${modId}")`,
  },
};
