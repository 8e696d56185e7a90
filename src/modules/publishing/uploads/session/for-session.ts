import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { RegisteredError } from '../../../../registry/errors.js';

/** The id that creators give to support, in every response about a session (Spec 2.9). */
const HEADER = 'X-Upload-Correlation-Id';

/** Runs work on a session that the viewer may see. Adds the id to its errors. */
export async function forSession<T>(row: UploadSessionModel, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegisteredError)) throw error;
    const { code, status, extensions, logDetail, cause, detail } = error;
    const headers = { ...error.headers, [HEADER]: row.correlationId };
    throw new RegisteredError(code, status, extensions, headers, logDetail, cause, detail);
  }
}
