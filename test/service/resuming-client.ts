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

/** How a file is sent: in one PUT, in parts, or with a digest that is not its own. */
export type FileKind = 'single' | 'parts' | 'refused';

/** How bytes are sent; throws a TypeError, as `fetch` does, where they were not. */
export type Put = (to: PutTarget, bytes: Uint8Array<ArrayBuffer>) => Promise<{ status: number }>;

/** What a client remembers of an upload that it has to bring to its end. */
export interface ClientUpload {
  readonly versionId: string;
  readonly uploadId: string;
  readonly sha256: string;
}

/** An upload that was reserved, and how it goes on. */
export interface BegunUpload extends ClientUpload {
  /** Sends what the store does not hold. */
  send(): Promise<void>;
  /** Completes it, and answers the state that it ends in. */
  end(): Promise<string>;
}

/**
 * Makes a version and reserves the upload of some new file, as docs/uploads.md tells a client to.
 * The first PUT of all may be sent otherwise than the others.
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
    ...{ versionId, uploadId, sha256: declared.expectedHashes.sha256 },
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

/** Uploads some new file, whatever happens; answers it with the state that it ended in. */
export async function uploadToTheEnd(service: Killables, kind: FileKind, firstPut?: Put) {
  const upload = await beginUpload(service, kind, firstPut);
  await upload.send();
  return { ...upload, lifecycleStatus: await upload.end() };
}

/** Of a client that does one more thing and is not heard of again. */
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
  // What is sent with a key stays as it is, whatever is read meanwhile.
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

/** Asks again until it is answered, by whatever process lives then. */
export async function insist<T>(
  service: Killables,
  ask: (actor: Actor) => Promise<T | undefined>,
): Promise<T> {
  return vi.waitUntil(async () => {
    try {
      return await ask(await service.actor());
    } catch (error) {
      // Nobody was there, or the answer broke off.
      if (error instanceof TypeError || error instanceof TryAgain) return undefined;
      throw error;
    }
  }, ENOUGH) as Promise<T>;
}

class TryAgain extends Error {}

/** The data of an answer of these statuses; asks again where the answer says that one may. */
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
  // What stands there already was sent before.
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

/** The bytes that a kind of upload sends, and what is declared of them besides. */
function fileFor(kind: FileKind): { bytes: Uint8Array<ArrayBuffer>; more: object } {
  const zip = new AdmZip();
  zip.addFile('noise.bin', randomBytes((kind === 'parts' ? 200 : 20) * KIB));
  const sha256 = randomBytes(32).toString('hex');
  const more = kind === 'refused' ? { expectedHashes: { sha256 } } : {};
  return { bytes: new Uint8Array(zip.toBuffer()), more };
}
