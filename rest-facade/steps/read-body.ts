import { problem } from '../../src/registry/errors.js';
import { contextOf, type Exchange } from '../exchange.js';
import { readJsonBody } from '../json-body.js';

/**
 * Reads and parses the body of a write. An omitted optional body counts as `{}`. If a credential
 * ends while a slow body arrives, the request ends.
 * Throws `invalid_json` for a missing body, and the errors of readJsonBody, a FormReader and
 * `refresh`.
 */
export async function readBody(exchange: Exchange): Promise<void> {
  if (exchange.route.route.method === 'GET') return;
  await takeBody(exchange);
  exchange.ctx = await exchange.services.gateway.refresh(contextOf(exchange));
}

async function takeBody(exchange: Exchange): Promise<void> {
  const { route, bodyLimitBytes } = exchange.route;
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
