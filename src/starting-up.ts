import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers while the parts are being opened: the process lives, and nothing else is said yet. */
export function startingUp(req: IncomingMessage, res: ServerResponse): void {
  const alive = req.url === '/healthz';
  const body = JSON.stringify(alive ? { status: 'ok' } : { status: 'starting' });
  res.writeHead(alive ? 200 : 503, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': '1',
  });
  res.end(body);
}
