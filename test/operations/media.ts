import { GAME } from '../contract/matrix/stage.js';
import { addedPicture, smallPng } from '../pictures.js';
import { bareMod } from '../publishing.js';
import { CLIENT, type Operations } from './operation.js';
import { covered, draft, inTurns, unique } from './things.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;

const PNG = smallPng();

const ofMod = { 'path.mod_id': 'not_found' };

/** Pictures of mods (Spec 4.3). */
export const media: Operations = {
  addModMedia: {
    examples: {
      cover: {
        summary: 'A cover; `file` is shown here in Base64, but sent as raw bytes',
        path: mod,
        headers: {
          ...CLIENT,
          'If-Match': '{updateModDraft.homepage.headers.ETag}',
          'Idempotency-Key': 'lantern-roads-cover',
        },
        body: {
          metadata: {
            kind: 'cover',
            alt: { en: 'A road at night between two rows of lanterns.' },
            managed_by: 'importer',
          },
          file: '{given.picture}',
        },
      },
    },
    fixture: {
      async fresh({ creator }) {
        const { id } = await bareMod(creator, GAME);
        const ifMatch = (await creator.get(`/mods/${id}`)).headers.get('etag') ?? '';
        const body = { kind: 'gallery', alt: { en: unique() } };
        return { parameters: { mod_id: id }, ifMatch, body, file: await PNG };
      },
      missing: ofMod,
    },
    probe: ({ modId }) =>
      `(modId: "${modId}", file: $file, input: { kind: gallery }, expectedEtag: "stale")`,
  },
  createModFallbackCover: {
    examples: {
      first: { summary: 'A new fallback cover', path: mod, headers: CLIENT },
      again: {
        summary: 'A repeated request: status 200 with the same cover',
        path: mod,
        headers: CLIENT,
      },
    },
    fixture: {
      fresh: async ({ creator }) => ({ parameters: { mod_id: (await bareMod(creator, GAME)).id } }),
      // Drawing a cover takes a second; these mods already have one.
      light: inTurns(async (stage) => [
        { parameters: { mod_id: await covered(stage) } },
        { parameters: { mod_id: (await draft(stage)).modId } },
      ]),
      hidden: async (stage) => ({ parameters: { mod_id: (await draft(stage)).modId } }),
      missing: ofMod,
    },
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  listModMedia: {
    examples: {
      all: { summary: 'An uploaded cover and the generated fallback cover', path: mod },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: { mod_id: await covered(stage) } }),
      hidden: async (stage) => ({ parameters: { mod_id: (await draft(stage)).modId } }),
      missing: ofMod,
    },
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  deleteModMedia: {
    examples: {
      imported: {
        summary: 'An imported cover; the fallback cover replaces it',
        path: { ...mod, media_id: '{addModMedia.cover.body.data.id}' },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-no-cover' },
      },
    },
    fixture: {
      async fresh({ creator }) {
        const { id } = await bareMod(creator, GAME);
        const sent = { kind: 'gallery', managed_by: 'importer' };
        const media = await addedPicture(creator, id, sent, await PNG);
        return { parameters: { mod_id: id, media_id: media.id } };
      },
      missing: { ...ofMod, 'path.media_id': 'not_found' },
    },
    probe: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  },
  modPicture: {
    probe: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  },
  mayAddModMedia: {
    probe: ({ modId }) => `(modId: "${modId}", expectedEtag: "stale")`,
  },
  modStatistics: { probe: ({ modId }) => `(modId: "${modId}")` },
  myStatistics: { probe: () => '' },
  listModChanges: { probe: ({ modId }) => `(modId: "${modId}")` },
  listModHistory: { probe: ({ modId }) => `(modId: "${modId}")` },
  modGallery: { probe: ({ modId }) => `(modId: "${modId}")` },
  orderModGallery: {
    probe: ({ modId, coverId }) =>
      `(modId: "${modId}", ids: ["${coverId}"], expectedEtag: "stale")`,
  },
  updateModMedia: {
    probe: ({ modId, coverId }) =>
      `(modId: "${modId}", id: "${coverId}", input: {}, expectedEtag: "stale")`,
  },
  removeModPicture: {
    probe: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  },
};
