import type { IncomingMessage } from 'node:http';
import { problem } from '../registry/errors.js';

/**
 * Checks that a page of this service sent a request (decisions, Identity). Browsers send `Origin`
 * with every request that may change something. A request without it is rejected, and `Referer` is
 * no substitute. Throws `origin_mismatch`.
 */
export function requireSameOrigin(req: IncomingMessage, publicUrl: string): void {
  if (req.headers.origin !== new URL(publicUrl).origin) throw problem('origin_mismatch');
}
