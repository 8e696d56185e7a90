import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { openMedia } from '../modules/catalog/index.js';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import type { RequestContext } from '../request/context.js';
import { lowerCaseId } from '../request/ids.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FOR_EVERYONE = `public, max-age=${YEAR_SECONDS}, immutable`;
/** The id of a picture, optionally the width of a smaller copy, and any of the file extensions. */
const FILE = /^([0-9a-f-]{36})(?:-([1-9]\d{0,4}))?\.(webp|png|jpg)$/i;

/**
 * A picture cannot run scripts with any type that a browser guesses, and other sites may embed it.
 */
const ALONE = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Creates the handler of the permanent URLs of pictures. An id always names the same bytes, so
 * caches may keep them for a year. While a takedown restricts who may see a picture (`openMedia`),
 * its response is private. Throws `not_found`, and the errors of `openMedia`.
 */
export function serveMedia(
  platform: Platform,
  contextOf: (req: IncomingMessage) => Promise<RequestContext>,
) {
  return async (req: Request, res: Response): Promise<void> => {
    const [, id, width] = FILE.exec(String(req.params['file'])) ?? [];
    const media = id
      ? await openMedia(platform, lowerCaseId(id), width ? Number(width) : null, () =>
          contextOf(req),
        )
      : null;
    if (!media) throw problem('not_found');
    const etag = `"${media.sha256}"`;
    const isKnown = req.headers['if-none-match']?.includes(etag) === true;
    // Opened before the headers are set, because a missing picture must not be cached as immutable.
    const bytes = isKnown || req.method === 'HEAD' ? null : await media.read();
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', media.isRestricted ? 'private, no-store' : FOR_EVERYONE);
    for (const [name, value] of Object.entries(ALONE)) res.setHeader(name, value);
    if (isKnown) {
      res.status(304).end();
      return;
    }
    res.setHeader('Content-Type', media.contentType);
    res.setHeader('Content-Length', media.sizeBytes);
    if (bytes) await pipeline(bytes, res).catch(unlessGone);
    else res.end();
  };
}

/** A client that closes a page before its pictures load is not a failure of the service. */
function unlessGone(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
