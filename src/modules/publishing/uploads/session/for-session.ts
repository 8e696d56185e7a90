import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { RegisteredError } from '../../../../registry/errors.js';

/** What a creator tells support, in every answer about a session (Spec 2.9). */
const HEADER = 'X-Upload-Correlation-Id';

/** Does something with a session that its viewer may know of; what is refused then names it too. */
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
