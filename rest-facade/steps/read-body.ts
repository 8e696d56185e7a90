import { problem } from '../../src/registry/errors.js';
import type { Exchange } from '../exchange.js';
import { readJsonBody } from '../json-body.js';

/**
 * Reads and parses the body of a write. Where it may be left out, nothing counts as `{}`.
 * Throws `invalid_json` where one is needed, and what readJsonBody throws.
 */
export async function readBody(exchange: Exchange): Promise<void> {
  const { route, bodyLimitBytes } = exchange.route;
  if (route.method === 'GET') return;
  const body = await readJsonBody(exchange.req, bodyLimitBytes);
  if (body === undefined && route.body && !route.body.optional) throw problem('invalid_json');
  exchange.body = body ?? {};
}
