import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Api } from './api.js';
import type { RequestBody, RestClient, Transfer } from './client.js';
import type {
  MultipartInstructions,
  NewUploadSession,
  SignedPart,
  SingleInstructions,
  UploadSession,
} from './shapes.js';

/** The maximum number of attempts to send the same bytes. */
const putAttempts = 3;

/** The request that sends `body` to a signed URL, with all signed headers. */
function signedPut(
  {
    method,
    url,
    headers,
  }: { method: string; url: string; headers: Readonly<Record<string, string>> },
  body: RequestBody,
  sizeBytes: number,
): Transfer {
  // Set explicitly, because a stream would otherwise use chunked encoding, which stores reject.
  return { method, url, headers: { ...headers, 'Content-Length': String(sizeBytes) }, body };
}

/** The response with its body read, or the connection error. */
async function attempted(client: RestClient, call: Transfer): Promise<Response | Error> {
  try {
    const response = await client.transfer(call);
    await response.arrayBuffer();
    return response;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The error after the store accepted no attempt. */
function uploadFailed(what: string, outcome: Response | Error): Error {
  return outcome instanceof Error
    ? new Error(`the store could not be reached with ${what}`, { cause: outcome })
    : new Error(`the store did not take ${what}: status ${outcome.status}`);
}

/** Upload data that can be read again from any offset for a retry. */
export interface UploadSource {
  readonly sizeBytes: number;
  /** Hex SHA-256 of the whole. */
  readonly sha256: string;
  /** The bytes from `start` (inclusive) to `end` (exclusive). */
  open(start: number, end: number): RequestBody;
}

/** A source in memory. */
export function bytesSource(bytes: Uint8Array): UploadSource {
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: (start, end) => bytes.subarray(start, end),
  };
}

/** A source on disk. It is read once for its hash and never held in memory as a whole. */
export async function fileSource(path: string): Promise<UploadSource> {
  const { size } = await stat(path);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return {
    sizeBytes: size,
    sha256: hash.digest('hex'),
    open: (start, end) => Readable.toWeb(createReadStream(path, { start, end: end - 1 })),
  };
}

/** A part that the store accepted. */
interface UploadedPart {
  readonly partNumber: number;
  readonly etag: string;
}

const partsPerSigning = 4;

/**
 * Sends the parts in batches of one signing request, and returns them in order. The next batch
 * starts when all parts of the previous one have arrived, because more may not be in flight. Each
 * part gets three attempts, each with a new signature. Throws if a part still fails; the session
 * then stays open.
 */
async function sendParts(
  client: RestClient,
  api: Api,
  uploadId: string,
  plan: MultipartInstructions,
  source: UploadSource,
): Promise<readonly UploadedPart[]> {
  const sender: PartSender = { client, api, uploadId, plan, source };
  const sent = await sendTogether(sender, plan.parts);
  for (let from = sent.length + 1; from <= plan.totalParts; from += partsPerSigning) {
    const count = Math.min(partsPerSigning, plan.totalParts - from + 1);
    const numbers = Array.from({ length: count }, (_, at) => from + at);
    sent.push(...(await sendTogether(sender, await api.signParts(uploadId, numbers))));
  }
  return sent;
}

interface PartSender {
  readonly client: RestClient;
  readonly api: Api;
  readonly uploadId: string;
  readonly plan: MultipartInstructions;
  readonly source: UploadSource;
}

/** The first failed part ends the upload and aborts the others. */
async function sendTogether(
  sender: PartSender,
  parts: readonly SignedPart[],
): Promise<UploadedPart[]> {
  const stop = new AbortController();
  try {
    return await Promise.all(parts.map((part) => sendPart(sender, part, stop.signal)));
  } catch (error) {
    stop.abort();
    throw error;
  }
}

async function sendPart(
  { client, api, uploadId, plan, source }: PartSender,
  part: SignedPart,
  signal: AbortSignal,
): Promise<UploadedPart> {
  let signed = part;
  for (let attempt = 1; ; attempt += 1) {
    const start = (signed.partNumber - 1) * plan.partSizeBytes;
    const body = source.open(start, start + signed.sizeBytes);
    const call = { ...signedPut(signed, body, signed.sizeBytes), signal };
    const response = await attempted(client, call);
    const etag = response instanceof Response && response.ok ? response.headers.get('etag') : null;
    if (etag !== null) return { partNumber: signed.partNumber, etag };
    if (attempt === putAttempts || signal.aborted) {
      throw uploadFailed(`part ${signed.partNumber}`, response);
    }
    await client.pause(250 * 2 ** attempt);
    const [renewed] = await api.signParts(uploadId, [signed.partNumber]);
    signed = renewed ?? signed;
  }
}

const settled = new Set(['ready', 'published', 'failed', 'quarantined', 'cancelled']);
const longestWaitMs = 300_000;

/**
 * Sends the bytes to the session's URLs and returns the body of `complete` (Spec 4.4). Throws after
 * three failed attempts; the session then stays open and can be resumed. Also throws for a session
 * that accepts no more bytes.
 */
export async function sendBytes(
  client: RestClient,
  api: Api,
  session: NewUploadSession,
  source: UploadSource,
): Promise<{ parts?: readonly UploadedPart[] }> {
  const { upload } = session;
  if (!upload) throw new Error(`session ${session.upload_id} takes no bytes any more`);
  if ('parts' in upload) {
    return { parts: await sendParts(client, api, session.upload_id, upload, source) };
  }
  await sendWhole(client, upload, source);
  return {};
}

/**
 * Polls the session until it needs no further processing. Returns it: accepted, failed, cancelled
 * or waiting for a moderator. Throws after five minutes.
 */
export async function waitForUpload(
  client: RestClient,
  api: Api,
  endpoint: string,
): Promise<UploadSession> {
  let waitedMs = 0;
  for (let delayMs = 50; ; delayMs = Math.min(1000, delayMs * 1.5)) {
    const session = await api.readUpload(endpoint);
    if (settled.has(session.lifecycleStatus)) return session;
    if (waitedMs > longestWaitMs)
      throw new Error(`${endpoint} is still ${session.lifecycleStatus}`);
    await client.pause(delayMs);
    waitedMs += delayMs;
  }
}

/**
 * Sends everything in one PUT. A 412 means that an earlier attempt may have succeeded; then
 * `complete` decides.
 */
async function sendWhole(
  client: RestClient,
  request: SingleInstructions,
  source: UploadSource,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const body = source.open(0, source.sizeBytes);
    const response = await attempted(client, signedPut(request, body, source.sizeBytes));
    if (response instanceof Response && (response.ok || response.status === 412)) return;
    if (attempt === putAttempts) throw uploadFailed('the file', response);
    await client.pause(250 * 2 ** attempt);
  }
}
