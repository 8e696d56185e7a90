import { problem } from '../../../registry/errors.js';
import type { WriteGrant } from './tokens.js';

/** When a refused writer may try again. A silent one loses its place after a minute at the latest. */
const RETRY_SECONDS = 30;

/** Lets the bodies of signed PUTs in. */
export interface Writers {
  /**
   * Receives a body. Throws `service_unavailable` with `Retry-After` if its upload has no place for
   * it, before a byte is read.
   */
  admit<T>(grant: WriteGrant, receive: () => Promise<T>): Promise<T>;
}

/**
 * Bounds the bodies that are received at once, within one process. Each address of an upload (its
 * single PUT, or one part) takes one writer. Beside these, one address of the upload may have a
 * second writer, as a retry overlaps the connection that it replaces. So what the writers of an
 * upload hold on the disk is at most its declared size and one more body.
 */
export function createWriters(): Writers {
  const uploads = new Map<string, Map<number, number>>();
  return {
    async admit(grant, receive) {
      const address = addressOf(grant);
      const writers = uploads.get(grant.key) ?? new Map<number, number>();
      const present = writers.get(address) ?? 0;
      if (present > 0 && hasOverlap(writers)) throw busy();
      uploads.set(grant.key, writers);
      writers.set(address, present + 1);
      try {
        return await receive();
      } finally {
        leave(writers, address);
        if (writers.size === 0) uploads.delete(grant.key);
      }
    },
  };
}

/** A part by its number, whichever multipart upload of the key it is for. */
const addressOf = (grant: WriteGrant): number =>
  grant.operation === 'part' ? grant.partNumber : 0;

const hasOverlap = (writers: ReadonlyMap<number, number>): boolean =>
  [...writers.values()].some((count) => count > 1);

function leave(writers: Map<number, number>, address: number): void {
  const left = (writers.get(address) ?? 0) - 1;
  if (left > 0) writers.set(address, left);
  else writers.delete(address);
}

function busy(): Error {
  return problem('service_unavailable', {
    retryAfterSeconds: RETRY_SECONDS,
    headers: { 'Retry-After': String(RETRY_SECONDS) },
    log: 'too many writers of one upload at once',
  });
}
