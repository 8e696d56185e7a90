import { problem } from '../../../registry/errors.js';
import type { WriteGrant } from './tokens.js';

/** The retry delay of a rejected writer. A silent writer loses its slot after one minute. */
const RETRY_SECONDS = 30;

/** Limits the concurrent bodies of signed PUTs. */
export interface Writers {
  /**
   * Receives a body. Throws `service_unavailable` with `Retry-After` before it reads a byte, if the
   * upload has no free writer slot.
   */
  admit<T>(grant: WriteGrant, receive: () => Promise<T>): Promise<T>;
}

/**
 * Limits the concurrent bodies within one process. Each address of an upload (its single PUT, or
 * one part) has one writer. In addition, one address per upload may have a second writer, because a
 * retry overlaps the connection that it replaces. So the writers of an upload use at most its
 * declared size plus one more body on disk.
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

/** The part number, for every multipart upload of the key; 0 for a single PUT. */
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
