import { setTimeout as pause } from 'node:timers/promises';
import {
  type NewUploadSession,
  type SignedPart,
  shapes,
  type UploadSession,
} from '../../../src/demo/shapes.js';
import { until } from '../wait.js';
import { type Caller, Refused } from './client.js';

const PUT_ATTEMPTS = 20;
const PUT_PAUSE_MS = 1_000;

/** Uploads bytes, and waits for the result of their scan. */
export async function upload(
  caller: Caller,
  to: { readonly modId: string; readonly versionId: string; readonly scanLimitMs: number },
  bytes: Uint8Array<ArrayBuffer>,
  sha256: string,
): Promise<UploadSession> {
  const session = await caller.call({
    operation: 'create upload',
    method: 'POST',
    path: '/uploads',
    shape: shapes.newSession,
    body: {
      modId: to.modId,
      versionId: to.versionId,
      filename: 'mod.zip',
      sizeBytes: bytes.length,
      fileKind: 'main',
      expectedHashes: { sha256 },
    },
  });
  const { upload_id: id, upload: signed } = session.body.data;
  if (!signed) throw new Error('the upload has no address');
  const body = await send(caller, id, signed, bytes);
  const path = `/uploads/${id}/complete`;
  const complete = { operation: 'complete upload', method: 'POST', path, body } as const;
  await caller.call({ ...complete, shape: shapes.session });
  const ended = await until('an upload is scanned', to.scanLimitMs, async () => {
    const read = { operation: 'read upload', method: 'GET', path: `/uploads/${id}` } as const;
    const { data } = (await caller.call({ ...read, shape: shapes.session })).body;
    return ['ready', 'failed', 'quarantined'].includes(data.lifecycleStatus) && data;
  });
  return ended;
}

/** Sends bytes, in one piece or in parts. Returns the body of the completion. */
async function send(
  caller: Caller,
  id: string,
  signed: NonNullable<NewUploadSession['upload']>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ parts?: { partNumber: number; etag: string | null }[] }> {
  if (!('parts' in signed)) {
    await put(caller, signed, bytes);
    return {};
  }
  const parts = [];
  const path = `/uploads/${id}/parts`;
  const sign = { operation: 'sign part', method: 'POST', path, shape: shapes.parts } as const;
  for (let partNumber = 1; partNumber <= signed.totalParts; partNumber += 1) {
    const { data } = (await caller.call({ ...sign, body: { partNumbers: [partNumber] } })).body;
    const [part] = data.parts;
    if (!part) throw new Error(`part ${partNumber} has no address`);
    const start = (partNumber - 1) * signed.partSizeBytes;
    const etag = await put(caller, part, bytes.subarray(start, start + part.sizeBytes));
    parts.push({ partNumber, etag });
  }
  return { parts };
}

/** Sends bytes until the store has them, and returns its ETag: 412 means that an earlier attempt arrived. */
async function put(
  caller: Caller,
  { method, url, headers }: Pick<SignedPart, 'method' | 'url' | 'headers'>,
  body: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  for (let count = 1; ; count += 1) {
    try {
      const stored = await caller.transfer({ operation: 'send bytes', method, url, headers, body });
      return stored.etag;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 412) return null;
      if (count === PUT_ATTEMPTS) throw error;
      await pause(PUT_PAUSE_MS);
    }
  }
}
