import { CLIENT, type Examples } from './example.js';

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

/** An upload of a version's file. */
export const uploadExamples: Examples = {
  validateUploadRequest: {
    good: { summary: 'A file that would be taken', body: archive },
    bad: {
      summary: 'A file that would not: still 200, and every fault at once',
      body: { ...archive, filename: 'lantern-roads-1.4.0.exe', expectedHashes: {} },
    },
  },
  createUploadSession: {
    single: {
      summary: 'A small file: one signed PUT',
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-upload' },
      body: archive,
    },
    multipart: {
      summary: 'A large file: parts, of which the first ones are signed',
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-textures' },
      body: textures,
    },
  },
  getUploadSession: {
    uploading: { summary: 'The bytes have arrived, and nobody said so yet', path: single },
    ready: { summary: 'The scan has accepted the file', path: single },
  },
  getUploadReview: {
    none: { summary: 'The scan needed nobody', path: single },
  },
  signUploadParts: {
    nextParts: {
      summary: 'The parts behind those that the session brought',
      path: multipart,
      headers: CLIENT,
      body: { partNumbers: [5, 6, 7, 8] },
    },
  },
  completeUploadSession: {
    queued: {
      summary: 'All bytes are there: 202, and the scan is queued',
      path: single,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-complete' },
      body: {},
    },
    settled: {
      summary: 'Asked again after the scan: 200 with its outcome',
      path: single,
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-1.4.0-complete-again' },
      body: {},
    },
  },
  abortUploadSession: {
    unwanted: {
      summary: 'An upload that is not wanted any more',
      path: multipart,
      headers: CLIENT,
    },
  },
};
