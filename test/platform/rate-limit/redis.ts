/** The Redis that tests may use, where somebody gives one; they only touch keys of their own. */
export const REDIS_URL = process.env['REDIS_URL'] || undefined;

/** Stands in the names of what is left out without a Redis. */
export const NEEDS_REDIS = REDIS_URL === undefined ? ' (left out: REDIS_URL is not set)' : '';

/** The address, in what runs only where there is one: of a database of its own where a number is given. */
export function redisUrl(database = 0): string {
  if (REDIS_URL === undefined) throw new Error('REDIS_URL is not set');
  const url = new URL(REDIS_URL);
  if (database !== 0) url.pathname = `/${database}`;
  return url.href;
}
