import type { IncomingMessage } from 'node:http';
import type { Spool } from '../src/platform/spool/spool.js';
import { problem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';
import { readFormBody } from './form-body.js';
import type { FormParts, ReceivedForm } from './form-parts.js';

/** Reads forms with files: a bounded number at a time, in total and for each actor. */
export interface FormReader {
  /**
   * Throws `service_unavailable` if too many forms are being read, by this process or for this
   * actor. Throws the errors of `readFormBody`.
   */
  read(req: IncomingMessage, rule: FormParts, actor: string): Promise<ReceivedForm>;
}

/** The `Retry-After` of this `service_unavailable`, in seconds. */
const BUSY_SECONDS = 5;

/** Creates the reader of one process. Its limits bound the disk space of forms in progress. */
export function createFormReader(spool: Spool): FormReader {
  const reading = new Map<string, number>();
  let total = 0;
  const count = (actor: string, by: 1 | -1) => {
    total += by;
    const left = (reading.get(actor) ?? 0) + by;
    if (left > 0) reading.set(actor, left);
    else reading.delete(actor);
  };
  return {
    async read(req, rule, actor) {
      const own = reading.get(actor) ?? 0;
      if (total >= LIMITS.fileFormsAtOnce || own >= LIMITS.fileFormsOfOne) {
        throw problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
      }
      count(actor, 1);
      try {
        return await readFormBody(req, rule, spool);
      } finally {
        count(actor, -1);
      }
    },
  };
}
