import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import { problem } from '../../../registry/errors.js';
import { attachment } from '../disposition.js';
import type { Objects } from './objects.js';
import type { ReadGrant } from './tokens.js';

/**
 * Handles a signed GET or HEAD, with ranges and conditions (RFC 9110 sections 13 and 14). Sends the
 * bytes unchanged: uncompressed, and caches must not transform or share them.
 */
export async function serve(
  objects: Objects,
  grant: ReadGrant,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const head = await objects.head(grant.key);
  if (head === null) throw problem('not_found');
  res.setHeader('ETag', head.etag);
  res.setHeader('Last-Modified', head.lastModified.toUTCString());
  res.setHeader('Content-Type', grant.contentType ?? head.contentType);
  res.setHeader('Content-Disposition', attachment(grant.filename));
  res.setHeader('Cache-Control', 'private, max-age=0, no-transform');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  adaptRequest(req, head.sizeBytes);
  await stream(objects.path(grant.key), req, res);
}

// Adapts the request where `send` deviates from RFC 9110.
function adaptRequest(req: IncomingMessage, sizeBytes: number): void {
  const { headers } = req;
  // A reload directive addresses caches. Here it would hide that the client's copy is current.
  delete headers['cache-control'];
  // Ranges apply only to GET. HEAD returns the size of the whole object.
  if (req.method === 'HEAD') delete headers.range;
  // A suffix range longer than the object means the whole object.
  const suffix = /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > sizeBytes) headers.range = 'bytes=0-';
  // A weak validator must not match for ranges, because their bytes are combined.
  if (String(headers['if-range'] ?? '').startsWith('W/')) delete headers.range;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) headers['if-match'] = ifMatch.replace(/W\/"[^"]*"/g, '""');
}

function stream(root: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const own = { etag: false, lastModified: false, cacheControl: false, index: false } as const;
  return new Promise((resolve, reject) => {
    res.once('close', resolve);
    send(req, 'data', { ...own, root })
      .on('error', (error: { status?: number }) => {
        if (error.status === 412) reject(problem('precondition_failed', { cause: error }));
        else if (error.status === 416) resolve(refuseRange(res));
        else if (error.status === 404) reject(problem('not_found', { cause: error }));
        else reject(error);
      })
      .pipe(res);
  });
}

// No registered error has status 416. The header `Content-Range` is already set and tells the
// client enough.
function refuseRange(res: ServerResponse): void {
  for (const name of ['Content-Type', 'Content-Disposition']) res.removeHeader(name);
  res.writeHead(416, { 'Content-Length': 0 }).end();
}
