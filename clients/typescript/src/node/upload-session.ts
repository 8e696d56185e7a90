import type { Client } from '../core/client.js';
import { ProblemError } from '../core/errors.js';
import type { Schema } from '../core/operations.js';
import { type Instructions, readSession, type UploadSession } from './upload-send.js';
import type { UploadSource } from './upload-source.js';
import {
  declarationDigest,
  newState,
  readState,
  type UploadState,
  writeState,
} from './upload-state.js';

/** An upload of this process: the open file, and the file that keeps the state. */
export interface Upload {
  readonly client: Client;
  readonly source: UploadSource;
  readonly stateFile: string;
  readonly signal: AbortSignal | undefined;
}

/** The body of the create. */
export type Declaration = Schema<'UploadInput'>;

/** A session that this run created or found again. */
export interface OpenSession {
  readonly uploadId: string;
  /** The idempotency key of the create. */
  readonly key: string;
  /** Null if the session accepts no more bytes. */
  readonly instructions: Instructions | null;
  /**
   * Gets a fresh address for a single PUT. Null if the session accepts no more bytes, and for a
   * session with parts that this run found again by its id.
   */
  readonly renew: () => Promise<Instructions | null>;
}

/**
 * Creates the session of a declaration, or continues that of an interrupted run. Stores the key
 * before the request, so that a lost response does not lead to a second session.
 * - If the state file has no state of this declaration, the service first validates the
 *   declaration.
 * - If the declaration is valid and the state file has the session of another one, aborts that
 *   session, unless its bytes are complete. The create may still fail then, for example because of
 *   a quota.
 * - An invalid declaration leaves the state file unchanged, and the create throws the refusal.
 *
 * Throws the errors of `client.post`, and the system's error for a state file that cannot be
 * written. After an error, another run with the same state file continues.
 */
export async function openSession(upload: Upload, declaration: Declaration): Promise<OpenSession> {
  const { client, stateFile } = upload;
  const digest = declarationDigest(client.baseUrl, declaration);
  const stored = await readState(stateFile);
  const isSame = stored?.declaration === digest;
  const continued = isSame ? await continueSession(upload, declaration, stored) : null;
  if (continued !== null) return continued;
  const state = newState(digest);
  if (!isSame) {
    const { body } = await client.post('/uploads:validate', {
      body: declaration,
      ...signalOf(upload),
    });
    // The create throws the refusal. An earlier upload stays, so that it can be continued.
    if (!body.data.valid) return createSession(upload, declaration, state);
    if (stored !== null && stored.uploadId !== null) await abandon(upload, stored.uploadId);
  }
  await writeState(stateFile, state);
  return createSession(upload, declaration, state);
}

/**
 * Finds the session of an interrupted run: by its id, because the service forgets keys sooner than
 * sessions, or by the key if the response was lost. Returns null if the session has ended.
 */
async function continueSession(
  upload: Upload,
  declaration: Declaration,
  state: UploadState,
): Promise<OpenSession | null> {
  const { client, signal, source } = upload;
  try {
    if (state.uploadId === null) {
      const created = await createSession(upload, declaration, state);
      return isOver(await readSession(client, created.uploadId, signal)) ? null : created;
    }
    const session = await readSession(client, state.uploadId, signal);
    if (isOver(session)) return null;
    if (!RECEIVING.has(session.lifecycleStatus)) return openOf(state, state.uploadId, null);
    if (state.partSizeBytes !== null) {
      const { partSizeBytes } = state;
      const totalParts = Math.ceil(source.sizeBytes / partSizeBytes);
      return openOf(state, state.uploadId, { partSizeBytes, totalParts });
    }
    const again = await createSession(upload, declaration, state);
    // With a forgotten key it is another session, and two would hold up the publication.
    if (again.uploadId !== state.uploadId) await abandon(upload, state.uploadId);
    return again;
  } catch (error) {
    if (error instanceof ProblemError && (error.status === 410 || error.status === 404))
      return null;
    throw error;
  }
}

/** Creates the session of a state, or finds it by the key, and stores what continues it. */
async function createSession(
  upload: Upload,
  declaration: Declaration,
  state: UploadState,
): Promise<OpenSession> {
  const create = async () => {
    const { body } = await upload.client.post('/uploads', {
      body: declaration,
      idempotencyKey: state.key,
      ...signalOf(upload),
    });
    return body.data;
  };
  const { upload_id: uploadId, upload: instructions } = await create();
  const partSizeBytes = instructions?.partSizeBytes ?? null;
  await writeState(upload.stateFile, { ...state, uploadId, partSizeBytes });
  const renew = async () => (await create()).upload ?? null;
  return openOf(state, uploadId, instructions ?? null, renew);
}

function openOf(
  { key }: UploadState,
  uploadId: string,
  instructions: Instructions | null,
  renew: OpenSession['renew'] = async () => null,
): OpenSession {
  return { uploadId, key, instructions, renew };
}

const signalOf = ({ signal }: Upload) => (signal === undefined ? {} : { signal });

/** The states in which the store accepts bytes of a session. */
const RECEIVING = new Set(['draft', 'uploading']);

/**
 * Whether a session has ended, so that a new one is needed. An interrupted session can continue.
 */
function isOver({ lifecycleStatus, failure }: UploadSession): boolean {
  if (failure?.state === 'upload_interrupted') return false;
  return lifecycleStatus === 'cancelled' || lifecycleStatus === 'failed';
}

/**
 * Aborts a session that still waits for bytes, because it would hold up the publication. A session
 * whose bytes are complete stays. Ignores refusals of the service: the session then expires by
 * itself. Throws TransportError if the service does not respond.
 */
async function abandon(upload: Upload, uploadId: string): Promise<void> {
  const { client, signal } = upload;
  try {
    const { lifecycleStatus } = await readSession(client, uploadId, signal);
    if (!RECEIVING.has(lifecycleStatus)) return;
    await client.post('/uploads/{upload_id}/abort', {
      params: { path: { upload_id: uploadId } },
      ...signalOf(upload),
    });
  } catch (error) {
    // It has ended, or the service refuses the abort; then it expires by itself.
    if (!(error instanceof ProblemError)) throw error;
  }
}
