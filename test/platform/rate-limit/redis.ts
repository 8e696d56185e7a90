/** The Redis that tests may use, where somebody gives one; they only touch keys of their own. */
export const REDIS_URL = process.env['REDIS_URL'] || undefined;

/** Stands in the names of what is left out without a Redis. */
export const NEEDS_REDIS = REDIS_URL === undefined ? ' (left out: REDIS_URL is not set)' : '';

/** The address, in what runs only where there is one. */
export function redisUrl(): string {
  if (REDIS_URL === undefined) throw new Error('REDIS_URL is not set');
  return REDIS_URL;
}
