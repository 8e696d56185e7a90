import { createHash } from 'node:crypto';
import { DATA_POLICY } from '../../platform/html/frame.js';
import { ATOM_TYPE, atomFeed, type Feed } from './atom.js';
import type { PageReply, Visit } from './visit.js';

/** How long a feed reader may reuse a response. */
const FRESH_SECONDS = 300;

/** Sends a feed, or only a 304 to a feed reader that has it already. */
export function sendFeed({ req, res, locale }: Visit, feed: Feed): PageReply {
  const text = atomFeed(feed);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  res.set({
    ETag: etag,
    'Content-Language': locale,
    'Cache-Control': `private, max-age=${FRESH_SECONDS}`,
    'Content-Security-Policy': DATA_POLICY,
    'X-Content-Type-Options': 'nosniff',
  });
  if (req.headers['if-none-match']?.includes(etag)) res.status(304).end();
  else res.set('Content-Type', ATOM_TYPE).send(text);
  return null;
}
