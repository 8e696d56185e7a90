import { type PutResult, putBytes } from './put-bytes';
import {
  readUpload,
  renewUpload,
  type Session,
  type SignedPut,
  signPart,
  type UploadAddresses,
} from './upload-api';
import { UploadFault } from './upload-fault';
import { ATTEMPTS, pauseAfter, type Waiting, whenReached } from './when-reached';

/** A file on its way to the object store. */
export interface Sending extends Waiting {
  readonly file: File;
  /** Gets the number of bytes that the store has or that are under way. */
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * The parts for the completion. Null for a file that the store has in one piece, and for a session
 * that lacks parts but accepts no more bytes.
 */
export type SentParts = readonly { readonly partNumber: number; readonly etag: string }[] | null;

const IN_FLIGHT = 4;
/** The largest number of rounds. Each reads the progress, and then sends the missing parts. */
const ROUNDS = 5;

/**
 * Sends what the store does not have yet: the whole file, or parts. `upload` is null for a session
 * that accepts no more bytes. Then this sends nothing, and the completion fails with the reason if
 * bytes are missing. Throws `UploadFault` if the file changed, or after the last attempt. Throws a
 * `Problem`, or the reason of the signal. After an error, the same call continues the upload.
 */
export function sendFile(
  { id, strategy }: Session,
  upload: UploadAddresses | null,
  sending: Sending,
): Promise<SentParts> {
  return strategy === 'single'
    ? sendWhole(id, upload, sending)
    : sendParts(id, upload?.partSizeBytes ?? null, sending);
}

async function sendWhole(
  id: string,
  upload: UploadAddresses | null,
  sending: Sending,
): Promise<SentParts> {
  let signed = signedOf(upload);
  for (let attempt = 1; signed !== null; attempt += 1) {
    await assertUnchanged(sending.file);
    const result = await putBytes(signed, sending.file, sending.signal, sending.onProgress);
    if (result === 'stored' || result === 'exists') return null;
    await settle(sending, result, attempt);
    signed = signedOf(await whenReached(() => renewUpload(id), sending));
  }
  return null;
}

function signedOf(upload: UploadAddresses | null): SignedPut | null {
  return upload?.url ? { url: upload.url, headers: upload.headers ?? {} } : null;
}

async function sendParts(
  id: string,
  partBytes: number | null,
  sending: Sending,
): Promise<SentParts> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const current = await knownProgress(id, sending);
    const { completedParts, percent, totalParts } = current.progress;
    // The store has joined the parts already.
    if (percent === 100 && completedParts.length === 0) return null;
    const done = new Set(completedParts.map(({ partNumber }) => partNumber));
    const missing = Array.from({ length: totalParts }, (_, at) => at + 1).filter(
      (number) => !done.has(number),
    );
    if (missing.length === 0) {
      return completedParts.map(({ partNumber, etag }) => ({ partNumber, etag }));
    }
    if (partBytes === null) return null;
    await sendMissing({ id, missing, partBytes, sending, current });
  }
  throw new UploadFault('unreachable');
}

/**
 * Reads the session until it says which parts the store has, because an unknown progress is not an
 * empty one. Throws `UploadFault` after the last attempt.
 */
async function knownProgress(id: string, sending: Sending): Promise<Session> {
  for (let attempt = 1; ; attempt += 1) {
    const session = await whenReached(() => readUpload(id, sending.signal), sending);
    if (session.progress.available) return session;
    await settle(sending, 'failed', attempt);
  }
}

interface Missing {
  readonly id: string;
  readonly missing: readonly number[];
  readonly partBytes: number;
  readonly sending: Sending;
  readonly current: Session;
}

/** Sends parts, four at a time. The first one that fails stops the others. */
async function sendMissing({ id, missing, partBytes, sending, current }: Missing): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([sending.signal, stop.signal]);
  const progress = partProgress(current.progress.uploadedBytes, sending.onProgress);
  const queue = [...missing];
  const work = async () => {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      const bytes = sending.file.slice((number - 1) * partBytes, number * partBytes);
      await sendPart(id, number, bytes, { ...sending, signal, onProgress: progress(number) });
    }
  };
  const workers = Array.from({ length: IN_FLIGHT }, () =>
    work().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

/** Adds the bytes of all parts that are under way to those that the store had `before`. */
function partProgress(before: number, onProgress: (sentBytes: number) => void) {
  const sent = new Map<number, number>();
  return (number: number) => (bytes: number) => {
    sent.set(number, bytes);
    onProgress([...sent.values()].reduce((sum, it) => sum + it, before));
  };
}

async function sendPart(id: string, number: number, bytes: Blob, sending: Sending): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await assertUnchanged(sending.file);
    const signed = await signWhenRoom(id, number, sending);
    const result = await putBytes(signed, bytes, sending.signal, sending.onProgress);
    if (result === 'stored' || result === 'exists') return;
    await settle(sending, result, attempt);
  }
}

/** Signs a part. The service allows four in flight, so this waits until another ends or expires. */
async function signWhenRoom(id: string, number: number, sending: Sending): Promise<SignedPut> {
  const signed = await whenReached(() => signPart(id, number), sending);
  if (!signed) throw new UploadFault('unreachable');
  return signed;
}

/**
 * Waits before the next attempt, unless only the address has expired. Throws `UploadFault` after
 * the last attempt, or if the file changed.
 */
async function settle(sending: Sending, result: PutResult, attempt: number): Promise<void> {
  if (attempt >= ATTEMPTS) throw new UploadFault('unreachable');
  if (result === 'expired') return;
  await assertUnchanged(sending.file);
  await pauseAfter(attempt, sending);
}

/** Throws `UploadFault`. Browsers refuse to read a file that changed after its user chose it. */
async function assertUnchanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new UploadFault('changed');
  }
}
