import type { IncomingMessage } from 'node:http';
import { problem } from '../registry/errors.js';

/**
 * Asks whether a page of this service sent a request (decisions, Identity). Browsers say where from
 * with everything that may change something; one that does not say is refused, and `Referer` is no
 * substitute. Throws `origin_mismatch`.
 */
export function requireSameOrigin(req: IncomingMessage, publicUrl: string): void {
  if (req.headers.origin !== new URL(publicUrl).origin) throw problem('origin_mismatch');
}
