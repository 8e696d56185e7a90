import type { Json } from '../actors.js';
import { ARCHIVE } from '../contract/examples/story.js';
import type { Stage } from '../contract/matrix/stage.js';
import { archiveOf, declarationOf, putBytes, sendFile } from '../publishing.js';
import { aboutUpload, CLIENT, type Operations, type Probe, type Scene } from './operation.js';
import { removalRules } from './removed-files.js';
import { newTarget } from './things.js';

const target = {
  modId: '{createModDraft.draft.body.data.id}',
  versionId: '{createModVersion.draft.body.data.id}',
} as const;

const archive = {
  ...target,
  filename: 'lantern-roads-1.4.0.zip',
  contentType: 'application/zip',
  sizeBytes: '{given.archive.sizeBytes}',
  expectedHashes: { sha256: '{given.archive.sha256}' },
  fileKind: 'main',
} as const;

const textures = {
  ...target,
  filename: 'lantern-roads-textures.zip',
  sizeBytes: 268_435_456,
  expectedHashes: { sha256: '4a44dc15364204a80fe80e9039455cc1608281820fe2b24f1e5233ade6af1dd5' },
  fileKind: 'optional',
  label: 'Large textures',
} as const;

const single = { upload_id: '{createUploadSession.single.body.data.upload_id}' } as const;
const multipart = { upload_id: '{createUploadSession.multipart.body.data.upload_id}' } as const;

const bytes = new Uint8Array(archiveOf('the bytes of the matrix'));

/** The smallest size of a multipart upload. */
const MULTIPART_BYTES = 100 * 2 ** 20 + 1;

const ofTarget = { 'body.modId': 'not_found', 'body.versionId': 'not_found' };
const ofSession = { 'path.upload_id': 'session_not_found' };

async function newSession(stage: Stage, more: object = {}): Promise<{ upload_id: string }> {
  const body = declarationOf(await newTarget(stage), bytes, more);
  const { data }: Json = (await stage.creator.post('/uploads', body)).body;
  return { upload_id: data.upload_id };
}

/** Sends the parts whose signed URLs the multipart session returned. */
async function sendFirstParts({ bodyOf }: Scene): Promise<void> {
  for (const part of bodyOf('createUploadSession.multipart').data.upload.parts) {
    await putBytes(part, new Uint8Array(part.sizeBytes));
  }
}

const ofDeclaration: Probe = ({ modId, versionId }) =>
  `(input: { modId: "${modId}", versionId: "${versionId}", filename: "a.zip", sizeBytes: 1 })`;

/** Uploads straight to the object store (Spec 4.4). */
export const uploads: Operations = {
  validateUploadRequest: {
    examples: {
      good: { summary: 'A valid request', body: archive },
      bad: {
        summary: 'An invalid request: status 200 with all problems',
        body: {
          ...archive,
          filename: 'lantern-roads-1.4.0.exe',
          expectedSha256: '4a44dc15364204a80fe80e9039455cc1608281820fe2b24f1e5233ade6af1dd5',
        },
      },
    },
    fixture: {
      fresh: async (stage) => ({ body: declarationOf(await newTarget(stage), bytes) }),
      missing: ofTarget,
    },
    probe: ofDeclaration,
  },
  createUploadSession: {
    examples: {
      single: {
        summary: 'A small file, uploaded with one signed `PUT`',
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-upload' },
        body: archive,
      },
      multipart: {
        after: 'getUploadSession.uploading',
        summary: 'A large file in 16 parts; the first four are signed',
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-textures' },
        body: textures,
      },
    },
    fixture: {
      fresh: async (stage) => ({ body: declarationOf(await newTarget(stage), bytes) }),
      missing: ofTarget,
    },
    probe: ofDeclaration,
  },
  getUploadSession: {
    examples: {
      uploading: {
        before: async ({ bodyOf }) =>
          putBytes(bodyOf('createUploadSession.single').data.upload, ARCHIVE),
        summary: 'An upload with all bytes received, before its completion',
        path: single,
      },
      ready: {
        after: 'completeUploadSession.settled',
        summary: 'An upload that the scan has accepted',
        path: single,
      },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: await newSession(stage) }),
      missing: ofSession,
    },
    probe: aboutUpload,
  },
  signUploadParts: {
    examples: {
      nextParts: {
        before: sendFirstParts,
        summary: 'Signed URLs for the next four parts',
        path: multipart,
        headers: CLIENT,
        body: { partNumbers: [5, 6, 7, 8] },
      },
    },
    fixture: {
      fresh: async (stage) => ({
        parameters: await newSession(stage, { sizeBytes: MULTIPART_BYTES }),
        body: { partNumbers: [1, 2] },
      }),
      missing: ofSession,
    },
    probe: ({ uploadId }) => `(id: "${uploadId}", partNumbers: [1])`,
  },
  abortUploadSession: {
    examples: {
      unwanted: {
        summary: 'A cancelled upload',
        path: multipart,
        headers: CLIENT,
      },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: await newSession(stage) }),
      missing: ofSession,
    },
    probe: aboutUpload,
  },
  completeUploadSession: {
    examples: {
      queued: {
        summary: 'A completed upload: status 202, and the scan is queued',
        path: single,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-complete' },
        body: {},
      },
      settled: {
        before: ({ world }) => world.settled(),
        summary: 'A repeated request after the scan: status 200 with the result',
        path: single,
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-complete-again' },
        body: {},
      },
    },
    fixture: {
      async fresh(stage) {
        const uploadId = await sendFile(stage.creator, await newTarget(stage), bytes);
        return { parameters: { upload_id: uploadId }, body: {} };
      },
      missing: ofSession,
    },
    probe: ({ uploadId }) => `(id: "${uploadId}", input: {})`,
  },
  getUploadReview: {
    examples: {
      none: {
        after: 'getUploadSession.ready',
        summary: 'An upload that needed no review',
        path: single,
      },
    },
    fixture: {
      fresh: async (stage) => ({ parameters: await newSession(stage) }),
      missing: ofSession,
    },
    probe: aboutUpload,
  },
  renewUploadSession: {
    probe: aboutUpload,
  },
  removeUploadedFile: {
    probe: aboutUpload,
    rules: removalRules,
  },
  listUploadSessions: {
    probe: () => '',
  },
};
