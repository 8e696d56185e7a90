import { CLIENT, type Examples } from './example.js';

const mod = { mod_id: '{createModDraft.draft.body.data.id}' } as const;
const version = { ...mod, version_id: '{createModVersion.draft.body.data.id}' } as const;

const referred = '{createModVersion.referred.body.data.id}';

/** A creator publishes a mod. */
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
  addModMedia: {
    cover: {
      summary: 'A cover; the bytes of `file` are written in Base64 here, and sent as they are',
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
  listModMedia: {
    all: { summary: 'The cover that was sent, and the one that was drawn', path: mod },
  },
  deleteModMedia: {
    imported: {
      summary: 'The picture that a program brought; the fallback cover follows it',
      path: { ...mod, media_id: '{addModMedia.cover.body.data.id}' },
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-no-cover' },
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
    referred: {
      summary: 'A version whose file another service keeps',
      path: mod,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.5.0' },
      body: { version: '1.5.0', game_versions: ['1.20.2'], loader_platforms: ['lattice'] },
    },
  },
  registerExternalArtifact: {
    release: {
      summary: 'A file of a GitHub release, by the numbers that GitHub gave it',
      path: { ...mod, version_id: referred },
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.5.0-file' },
      body: {
        locator: {
          provider: 'github',
          owner: 'tobias-kern',
          repository: 'lantern-roads',
          release_id: 184_220_031,
          asset_id: 201_774_512,
        },
        expected_size_bytes: '{given.archive.sizeBytes}',
        expected_hashes: { sha256: '{given.archive.sha256}' },
        filename: 'lantern-roads-1.5.0.zip',
        content_type: 'application/zip',
        evidence: {
          page_url: 'https://github.com/tobias-kern/lantern-roads/releases/tag/v1.5.0',
          license: 'MIT',
        },
        provenance: { importer: 'lantern-tools 3.1', note: 'Imported with the release.' },
      },
    },
  },
  getExternalArtifactValidationJob: {
    pending: {
      summary: 'The file was not fetched yet',
      path: {
        validation_job_id: '{registerExternalArtifact.release.body.data.validation_job_id}',
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
  rollbackModVersion: {
    broken: {
      summary: 'A version that turned out to be broken',
      path: version,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-rollback' },
    },
  },
};
