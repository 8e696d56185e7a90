import { randomBytes, randomUUID } from 'node:crypto';
import AdmZip from 'adm-zip';
import { vi } from 'vitest';
import type { Actor, Answer, Json } from '../actors.js';
import { declarationOf, draftVersion, putBytes } from '../publishing.js';
import type { PutTarget } from './half-put.js';
import type { Killables } from './killables.js';

const ENOUGH = { timeout: 90_000, interval: 25 };

const KIB = 1024;
const PART_BYTES = 64 * KIB;

/** The upload strategy: one PUT, several parts, or a declared digest that does not match. */
export type FileKind = 'single' | 'parts' | 'refused';

/** Sends bytes. Throws a TypeError, like `fetch`, if the transfer fails. */
export type Put = (to: PutTarget, bytes: Uint8Array<ArrayBuffer>) => Promise<{ status: number }>;

/** The state of an upload that a client stores in order to resume it. */
export interface ClientUpload {
  readonly versionId: string;
  readonly uploadId: string;
  readonly sha256: string;
}

/** A reserved upload with its next steps. */
export interface BegunUpload extends ClientUpload {
  /** Sends the bytes that the store does not have. */
  send(): Promise<void>;
  /** Completes the upload and returns its final state. */
  end(): Promise<string>;
}

/**
 * Creates a version and reserves the upload of a new file, like docs/uploads.md describes. A test
 * can replace the first PUT.
 */
export async function beginUpload(
  service: Killables,
  kind: FileKind,
  firstPut: Put = putBytes,
): Promise<BegunUpload> {
  const { bytes, more } = fileFor(kind);
  const { modId } = service;
  const { id: versionId } = await insist(service, (actor) =>
    draftVersion(actor, modId, { version: randomUUID() }),
  );
  const declared = declarationOf({ modId, versionId }, bytes, more);
  const key = randomUUID();
  const reserve = async (actor: Actor) =>
    answered(await actor.post('/uploads', declared, { 'Idempotency-Key': key }), 201);
  const { upload_id: uploadId, strategy } = await insist(service, reserve);
  let next = firstPut;
  const put: Put = (to, body) => {
    const now = next;
    next = putBytes;
    return now(to, body);
  };
  return {
    versionId,
    uploadId,
    sha256: declared.expectedHashes.sha256,
    async send() {
      await insist(service, (actor) =>
        strategy === 'single'
          ? sendWhole(reserve, actor, bytes, put)
          : sendParts(actor, uploadId, bytes, put),
      );
    },
    end: () => endUpload(service, uploadId, strategy),
  };
}

/** Uploads a new file with retries and returns it with its final state. */
export async function uploadToTheEnd(service: Killables, kind: FileKind, firstPut?: Put) {
  const upload = await beginUpload(service, kind, firstPut);
  await upload.send();
  return { ...upload, lifecycleStatus: await upload.end() };
}

/** A PUT after which the client never returns. */
export function goneAfter(put: Put): Put {
  return async (to, bytes) => {
    await put(to, bytes).catch(() => undefined);
    throw new Error('the client is gone');
  };
}

async function endUpload(
  service: Killables,
  uploadId: string,
  strategy: 'single' | 'multipart',
): Promise<string> {
  const read = async (actor: Actor) => answered(await actor.get(`/uploads/${uploadId}`), 200);
  // A request with a key keeps its body, even if later reads differ.
  const key = randomUUID();
  const completion = await insist(service, async (actor) => {
    if (strategy === 'single') return {};
    const { completedParts } = (await read(actor)).progress;
    return { parts: completedParts.map(({ partNumber, etag }: Json) => ({ partNumber, etag })) };
  });
  await insist(service, async (actor) => {
    const path = `/uploads/${uploadId}/complete`;
    return answered(await actor.post(path, completion, { 'Idempotency-Key': key }), 200, 202);
  });
  return insist(service, async (actor) => {
    const { lifecycleStatus } = await read(actor);
    return ['ready', 'failed'].includes(lifecycleStatus) ? lifecycleStatus : undefined;
  });
}

/** Repeats a request at live processes until it succeeds. */
export async function insist<T>(
  service: Killables,
  ask: (actor: Actor) => Promise<T | undefined>,
): Promise<T> {
  return vi.waitUntil(async () => {
    try {
      return await ask(await service.actor());
    } catch (error) {
      // No process was reachable, or the response was interrupted.
      if (error instanceof TypeError || error instanceof TryAgain) return undefined;
      throw error;
    }
  }, ENOUGH) as Promise<T>;
}

class TryAgain extends Error {}

/** The data of a response with an expected status. Throws TryAgain if the response is retryable. */
export function answered({ status, body, text }: Answer, ...expected: number[]): Json {
  if (expected.includes(status)) return body.data;
  if (body.retryable) throw new TryAgain(text);
  throw new Error(`answered ${status} ${text}`);
}

async function sendWhole(
  reserve: (actor: Actor) => Promise<Json>,
  actor: Actor,
  bytes: Uint8Array<ArrayBuffer>,
  put: Put,
): Promise<true> {
  const { upload } = await reserve(actor);
  const { status } = await put(upload, bytes);
  // 412 means that an earlier attempt sent the object.
  if (status !== 200 && status !== 412) throw new Error(`the store answered ${status}`);
  return true;
}

async function sendParts(
  actor: Actor,
  uploadId: string,
  bytes: Uint8Array<ArrayBuffer>,
  put: Put,
): Promise<true> {
  const read = answered(await actor.get(`/uploads/${uploadId}`), 200);
  const { totalParts, completedParts } = read.progress;
  const held = new Set(completedParts.map((part: Json) => part.partNumber));
  const missing = Array.from({ length: totalParts }, (_, at) => at + 1).filter(
    (number) => !held.has(number),
  );
  for (let at = 0; at < missing.length; at += 4) {
    const partNumbers = missing.slice(at, at + 4);
    const signed = answered(await actor.post(`/uploads/${uploadId}/parts`, { partNumbers }), 200);
    for (const part of signed.parts) {
      const start = (part.partNumber - 1) * PART_BYTES;
      const { status } = await put(part, bytes.slice(start, start + part.sizeBytes));
      if (status !== 200) throw new Error(`the store answered ${status}`);
    }
  }
  return true;
}

/** The bytes of an upload kind and its extra declarations. */
function fileFor(kind: FileKind): { bytes: Uint8Array<ArrayBuffer>; more: object } {
  const zip = new AdmZip();
  zip.addFile('noise.bin', randomBytes((kind === 'parts' ? 200 : 20) * KIB));
  const sha256 = randomBytes(32).toString('hex');
  const more = kind === 'refused' ? { expectedHashes: { sha256 } } : {};
  return { bytes: new Uint8Array(zip.toBuffer()), more };
}
