import { problem } from '../../src/registry/errors.js';
import { contextOf, type Exchange } from '../exchange.js';
import { readJsonBody } from '../json-body.js';

/**
 * Reads and parses the body of a write. Where it may be left out, nothing counts as `{}`.
 * Throws `invalid_json` where one is needed, and what readJsonBody and a FormReader throw.
 */
export async function readBody(exchange: Exchange): Promise<void> {
  const { route, bodyLimitBytes } = exchange.route;
  if (route.method === 'GET') return;
  if (route.body?.form) {
    const { forms } = exchange.services;
    const { actor } = contextOf(exchange).viewer;
    const { metadata, file } = await forms.read(exchange.req, route.body.form, actor);
    exchange.body = metadata;
    exchange.file = file;
    return;
  }
  const body = await readJsonBody(exchange.req, bodyLimitBytes);
  if (body === undefined && route.body && !route.body.optional) throw problem('invalid_json');
  exchange.body = body ?? {};
}
