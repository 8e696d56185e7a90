import type { Client } from '../core/client.js';
import { ProblemError } from '../core/errors.js';
import type { Schema } from '../core/operations.js';
import { type Instructions, readSession, type UploadSession } from './upload-send.js';
import type { UploadSource } from './upload-source.js';
import { declarationDigest, newState, readState, writeState } from './upload-state.js';

/** One upload of this process. */
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
  readonly key: string;
  /** Null if the session accepts no more bytes. */
  readonly instructions: Instructions | null;
  readonly renew: () => Promise<Instructions | null>;
}

/**
 * Creates the session, or finds that of an interrupted run by its key. The key is stored before the
 * request, so that a lost response cannot leave a second session.
 */
export async function openSession(upload: Upload, declaration: Declaration): Promise<OpenSession> {
  const { client, stateFile } = upload;
  const digest = declarationDigest(client.baseUrl, declaration);
  const stored = await readState(stateFile);
  const signal = upload.signal === undefined ? {} : { signal: upload.signal };
  let state = stored?.declaration === digest ? stored : newState(digest);
  if (state !== stored) {
    await client.post('/uploads:validate', { body: declaration, ...signal });
    if (stored !== null && stored.uploadId !== null) await abandon(upload, stored.uploadId);
    await writeState(stateFile, state);
  }
  const create = async () => {
    const { body } = await client.post('/uploads', {
      body: declaration,
      idempotencyKey: state.key,
      ...signal,
    });
    return body.data;
  };
  let data: Awaited<ReturnType<typeof create>>;
  try {
    data = await create();
    // The service replays the first response; a session that has ended since needs a successor.
    if (state === stored && isOver(await readSession(client, data.upload_id, upload.signal))) {
      throw new Ended();
    }
  } catch (error) {
    if (state !== stored || !isEnded(error)) throw error;
    state = newState(digest);
    await writeState(stateFile, state);
    data = await create();
  }
  const { upload_id: uploadId } = data;
  await writeState(stateFile, { ...state, uploadId });
  return {
    uploadId,
    key: state.key,
    instructions: data.upload ?? null,
    renew: async () => (await create()).upload ?? null,
  };
}

class Ended extends Error {}

/** Whether a stored session is of no use any more. */
function isEnded(error: unknown): boolean {
  if (error instanceof Ended) return true;
  return error instanceof ProblemError && (error.status === 410 || error.status === 404);
}

function isOver({ lifecycleStatus, failure }: UploadSession): boolean {
  if (failure?.state === 'upload_interrupted') return false;
  return lifecycleStatus === 'cancelled' || lifecycleStatus === 'failed';
}

/** Aborts the session of another declaration, because it would hold up the publication. */
async function abandon(upload: Upload, uploadId: string): Promise<void> {
  try {
    await upload.client.post('/uploads/{upload_id}/abort', {
      params: { path: { upload_id: uploadId } },
      ...(upload.signal === undefined ? {} : { signal: upload.signal }),
    });
  } catch (error) {
    // It has ended, or is out of reach; then it expires by itself.
    if (!(error instanceof ProblemError)) throw error;
  }
}
