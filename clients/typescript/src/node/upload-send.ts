import type { Client } from '../core/client.js';
import { IntegrityError, TransportError } from '../core/errors.js';
import type { BodyOf } from '../core/operations.js';
import { pause, RETRY_POLICY } from '../core/retry.js';
import type { paths } from '../generated/api.js';
import { type PutOptions, putBytes, type SignedPut } from './upload-put.js';
import type { UploadSource } from './upload-source.js';

/** The session of an upload (section 2.9 of `docs/contract`). */
export type UploadSession = BodyOf<paths['/uploads/{upload_id}'], 'get'>['data'];

/** The instructions of a session that accepts bytes. */
export type Instructions = NonNullable<BodyOf<paths['/uploads'], 'post'>['data']['upload']>;

/** The body of the request that completes an upload. `parts` is absent for a file without parts. */
export interface Completion {
  readonly parts?: { readonly partNumber: number; readonly etag: string }[];
}

/** Everything that sending needs. */
export interface Sending extends PutOptions {
  readonly client: Client;
  readonly uploadId: string;
  readonly source: UploadSource;
  /**
   * Repeats the create with the same key, to get a fresh address. Null if the session accepts no
   * more bytes.
   */
  readonly renew: () => Promise<Instructions | null>;
}

/** The most attempts to send the file or one part of it. */
const ATTEMPTS = 4;
/** The number of parts that are sent at the same time. */
const IN_FLIGHT = 4;
/** The number of times that missing parts are sent before the upload fails with TransportError. */
const ROUNDS = 3;
const MOST_PARTS = 10_000;

/**
 * Sends the file as the instructions say. Returns the body of the completion, with the parts if the
 * file has parts. Throws TransportError, ProblemError, FileError `changed`, the reason of the
 * signal, the error of a failed read, and IntegrityError for instructions that do not fit the file.
 */
export async function sendFile(sending: Sending, given: Instructions): Promise<Completion> {
  const completion =
    given.totalParts === undefined
      ? await sendWhole(sending, given)
      : await sendParts(sending, given);
  await sending.source.assertUnchanged();
  return completion;
}

/**
 * Sends the file in one PUT. A 412 means that an earlier attempt may have arrived; the completion
 * then shows whether it did.
 */
async function sendWhole(sending: Sending, given: Instructions): Promise<Completion> {
  const { client, source } = sending;
  let current: Instructions | null = given;
  for (let attempt = 1; current !== null; attempt += 1) {
    await source.assertUnchanged();
    const range = { start: 0, end: source.sizeBytes };
    const result = await putBytes(client, signedOf(current), source, range, sending);
    if (result === 'stored' || result === 'exists') return {};
    await settle(result, attempt, sending.signal);
    current = await sending.renew();
  }
  // The session accepts no more bytes, so an earlier attempt did arrive.
  return {};
}

function signedOf({ method, url, headers }: Partial<SignedPut>): SignedPut {
  if (method !== 'PUT' || url === undefined) {
    throw new IntegrityError('address', 'the service sent no instructions for the upload');
  }
  return { method, url, headers: headers ?? {} };
}

/**
 * Sends missing parts until the store confirms all of them. The completion names them in the order
 * of their numbers, or no parts if the store has joined them already.
 */
async function sendParts(sending: Sending, given: Instructions): Promise<Completion> {
  const plan = planOf(given, sending.source.sizeBytes);
  for (let round = 0; ; round += 1) {
    const confirmed = await confirmedParts(sending, plan);
    // The store has joined the parts already.
    if (confirmed === 'joined') return {};
    const missing = plan.filter(({ partNumber }) => !confirmed.has(partNumber));
    if (missing.length === 0) {
      return { parts: [...confirmed].map(([partNumber, etag]) => ({ partNumber, etag })) };
    }
    if (round === ROUNDS) throw new TransportError('the store does not confirm all parts');
    await sendMissing(sending, missing);
  }
}

interface Part {
  readonly partNumber: number;
  readonly start: number;
  readonly end: number;
}

function planOf({ partSizeBytes = 0, totalParts = 0 }: Instructions, sizeBytes: number): Part[] {
  const isPlausible = partSizeBytes > 0 && totalParts <= MOST_PARTS;
  if (!isPlausible || Math.ceil(sizeBytes / partSizeBytes) !== totalParts) {
    throw new IntegrityError(
      'size',
      'the sizes of the parts do not add up to the size of the file',
    );
  }
  return Array.from({ length: totalParts }, (_, at) => ({
    partNumber: at + 1,
    start: at * partSizeBytes,
    end: Math.min(sizeBytes, (at + 1) * partSizeBytes),
  }));
}

/**
 * The ETags of the parts that the store has in the right size, by number; `joined` if the store has
 * joined them already. Reads again while the progress is unknown, which is not zero.
 */
async function confirmedParts(
  { client, uploadId, signal }: Sending,
  plan: readonly Part[],
): Promise<Map<number, string> | 'joined'> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { progress } = await readSession(client, uploadId, signal);
    if (progress.available) {
      if (progress.percent === 100 && progress.completedParts.length === 0) return 'joined';
      const sizes = new Map(plan.map((one) => [one.partNumber, one.end - one.start]));
      const right = progress.completedParts
        .filter((one) => sizes.get(one.partNumber) === one.sizeBytes)
        .sort((a, b) => a.partNumber - b.partNumber);
      return new Map(right.map(({ partNumber, etag }) => [partNumber, etag]));
    }
    await pause(RETRY_POLICY.baseMs * 2 ** attempt, signal);
  }
  throw new TransportError('the service does not know which parts have arrived');
}

/** Sends parts, four at a time. The first one that fails stops the others. */
async function sendMissing(sending: Sending, missing: readonly Part[]): Promise<void> {
  const stop = new AbortController();
  const signal = sending.signal ? AbortSignal.any([sending.signal, stop.signal]) : stop.signal;
  const queue = [...missing];
  const work = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      await sendPart({ ...sending, signal }, part);
    }
  };
  const workers = Array.from({ length: IN_FLIGHT }, () =>
    work().catch((error) => {
      stop.abort(error);
      throw error;
    }),
  );
  // All must end before the error goes on, because they read the file.
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

/** Sends one part. Signs it right before each attempt, so that the signature is fresh. */
async function sendPart(sending: Sending, part: Part): Promise<void> {
  const { client, uploadId, source, signal } = sending;
  for (let attempt = 1; ; attempt += 1) {
    await source.assertUnchanged();
    const { body } = await client.post('/uploads/{upload_id}/parts', {
      params: { path: { upload_id: uploadId } },
      body: { partNumbers: [part.partNumber] },
      ...(signal === undefined ? {} : { signal }),
    });
    const signed = body.data.parts.find(({ partNumber }) => partNumber === part.partNumber);
    if (signed?.sizeBytes !== part.end - part.start) {
      throw new IntegrityError(
        'size',
        `the service signed part ${part.partNumber} for another size`,
      );
    }
    const result = await putBytes(client, signedOf(signed), source, part, sending);
    if (result === 'stored' || result === 'exists') return;
    await settle(result, attempt, signal);
  }
}

/** Waits before the next attempt, or throws after the last one. */
async function settle(
  result: 'expired' | TransportError,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (attempt === ATTEMPTS) {
    throw result === 'expired' ? new TransportError('the store refuses every signed URL') : result;
  }
  if (result !== 'expired') await pause(RETRY_POLICY.baseMs * 2 ** attempt * Math.random(), signal);
}

/** Reads a session. Throws the errors of `client.get`. */
export async function readSession(
  client: Client,
  uploadId: string,
  signal: AbortSignal | undefined,
): Promise<UploadSession> {
  const { body } = await client.get('/uploads/{upload_id}', {
    params: { path: { upload_id: uploadId } },
    ...(signal === undefined ? {} : { signal }),
  });
  return body.data;
}
