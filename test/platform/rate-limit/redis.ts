/** The Redis for tests, if one is configured; tests only touch their own keys. */
export const REDIS_URL = process.env['REDIS_URL'] || undefined;

/** Added to the names of tests that need Redis. */
export const NEEDS_REDIS = REDIS_URL === undefined ? ' (left out: REDIS_URL is not set)' : '';

/** The URL of Redis, optionally with the number of a database; throws without Redis. */
export function redisUrl(database = 0): string {
  if (REDIS_URL === undefined) throw new Error('REDIS_URL is not set');
  const url = new URL(REDIS_URL);
  if (database !== 0) url.pathname = `/${database}`;
  return url.href;
}
