import { CLIENT, type Examples } from './example.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const version = { ...mod, version_id: '{createModVersion.draft.body.data.id}' } as const;

/** What a creator does to bring out a mod. */
export const publishingExamples: Examples = {
  createModDraft: {
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
  updateModDraft: {
    homepage: {
      summary: 'What is left out stays; `If-Match` is the `ETag` of the draft',
      path: mod,
      headers: {
        ...CLIENT,
        'If-Match': '{createModDraft.draft.headers.ETag}',
        'Idempotency-Key': 'lantern-roads-homepage',
      },
      body: { homepage_url: 'https://lantern-roads.example.org', categories: ['travel'] },
    },
  },
  createModFallbackCover: {
    first: { summary: 'A cover for a mod that has none', path: mod, headers: CLIENT },
    again: { summary: 'Asked again: the same cover', path: mod, headers: CLIENT },
  },
  createModVersion: {
    draft: {
      summary: 'A version that needs another mod',
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
  },
  updateModVersion: {
    changelog: {
      summary: 'A longer changelog; all else stays',
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
  publishModVersion: {
    ready: {
      summary: 'A version whose file was accepted, of a mod with a cover',
      path: version,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-publish' },
    },
  },
};
