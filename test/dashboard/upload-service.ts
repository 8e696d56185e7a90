import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { buildSchema, graphql, parse } from 'graphql';
import { selectsSecret } from '../../src/graphql/secret-fields.js';

const SCHEMA = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const PART_BYTES = 2;

interface Declared {
  readonly versionId: string;
  readonly filename: string;
  readonly fileKind: string;
  readonly sizeBytes: number;
}

/** The uploads of a service with idempotency keys, and its object store. */
export interface UploadService {
  readonly listener: RequestListener;
  /** The state of each upload, the newest first. */
  states(): readonly string[];
  /** Loses the responses that it keeps for repetitions, as a service that stops at that moment. */
  forgetResponses(): void;
}

type Upload = ReturnType<typeof newUpload>;

/** Creates a service whose files of up to 4 bytes are sent in one piece, and others in parts. */
export function createUploadService(): UploadService {
  const uploads: Upload[] = [];
  /** The responses by key; null if the service may not keep one. */
  const kept = new Map<string, object | null>();
  const root = rootOf(uploads);
  const run = async (request: IncomingMessage) => {
    const { query: source, variables: variableValues } = JSON.parse(await text(request));
    const key = String(request.headers['idempotency-key'] ?? '');
    const known = kept.get(key);
    if (known) return known;
    if (known === null) return refusal('idempotency_replay_unavailable');
    const result = await graphql({ schema: SCHEMA, source, rootValue: root, variableValues });
    if (key) kept.set(key, selectsSecret(SCHEMA, parse(source)) ? null : result);
    return result;
  };
  return {
    async listener(request, response) {
      if (request.method === 'PUT') {
        const [id = '', part] = (request.url ?? '').slice('/store/'.length).split('/');
        found(uploads, id).parts.set(Number(part), (await buffer(request)).length);
        response.end();
        return;
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(await run(request)));
    },
    states: () => uploads.map(({ lifecycleStatus }) => lifecycleStatus),
    forgetResponses() {
      for (const key of kept.keys()) kept.set(key, null);
    },
  };
}

/** The queries and mutations of the service. */
const rootOf = (uploads: Upload[]) => ({
  createUploadSession({ input }: { input: Declared }) {
    uploads.unshift(newUpload(`upload-${uploads.length + 1}`, input));
    return uploads[0];
  },
  getUploadSession: ({ id }: { id: string }) => found(uploads, id),
  listUploadSessions: () => ({ items: uploads, pagination: { nextCursor: null } }),
  renewUploadSession: ({ id }: { id: string }) => found(uploads, id).renewed(),
  signUploadParts: ({ id, partNumbers }: { id: string; partNumbers: number[] }) => ({
    parts: partNumbers.map((partNumber) => ({ partNumber, ...addressOf(id, partNumber) })),
  }),
  completeUploadSession: ({ id }: { id: string }) => found(uploads, id).completed(),
});

function found(uploads: readonly Upload[], id: string): Upload {
  const upload = uploads.find((it) => it.id === id);
  if (!upload) throw new Error(`no upload ${id}`);
  return upload;
}

const refusal = (code: string) => ({
  data: null,
  errors: [{ message: code, extensions: { code } }],
});

const addressOf = (id: string, part: number) => ({
  url: `/store/${id}/${part}`,
  method: 'PUT',
  headers: {},
  sizeBytes: PART_BYTES,
});

function newUpload(id: string, { versionId, filename, fileKind, sizeBytes }: Declared) {
  const isSingle = sizeBytes <= 2 * PART_BYTES;
  const parts = new Map<number, number>();
  const totalParts = isSingle ? 1 : Math.ceil(sizeBytes / PART_BYTES);
  const upload = {
    id,
    modId: 'mod',
    versionId,
    artifactId: 'file',
    filename,
    fileKind,
    sizeBytes,
    createdAt: '',
    expiresAt: '',
    findings: [],
    review: { state: 'none' },
    strategy: isSingle ? 'single' : 'multipart',
    lifecycleStatus: 'uploading',
    parts,
    progress() {
      const completedParts = [...parts].map(([partNumber, size]) => ({
        partNumber,
        etag: `"${partNumber}"`,
        sizeBytes: size,
      }));
      const uploadedBytes = completedParts.reduce((sum, part) => sum + part.sizeBytes, 0);
      const percent = Math.floor((uploadedBytes * 100) / sizeBytes);
      return { available: true, percent, uploadedBytes, totalParts, completedParts };
    },
    renewed: () => ({
      ...upload,
      upload: isSingle ? addressOf(id, 1) : { partSizeBytes: PART_BYTES },
    }),
    completed() {
      if (upload.progress().uploadedBytes < sizeBytes) throw new Error('bytes are missing');
      upload.lifecycleStatus = 'uploaded';
      return upload;
    },
  };
  return upload;
}
