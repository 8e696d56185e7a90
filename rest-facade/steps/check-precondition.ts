import { problem } from '../../src/registry/errors.js';
import type { Exchange } from '../exchange.js';
import { headerOf } from '../headers.js';

const STRONG_ETAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/**
 * A conditional write must have exactly one strong, quoted `If-Match` (Spec 4.3). The domain checks
 * whether it is current.
 * Throws `precondition_required` without one, `precondition_failed` for a weak tag, `*`, a list or
 * anything else.
 */
export function checkPrecondition(exchange: Exchange): void {
  if (exchange.route.route.precondition === 'none') return;
  const value = headerOf(exchange.req, 'if-match');
  if (value === undefined) throw problem('precondition_required');
  if (!STRONG_ETAG.test(value)) throw problem('precondition_failed');
  exchange.ifMatch = value;
}
