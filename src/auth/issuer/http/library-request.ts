import type { IncomingMessage } from 'node:http';

/** Parameters of a request that were already read and checked. */
export interface Parameters {
  readonly query?: URLSearchParams;
  readonly form?: URLSearchParams;
}

/**
 * Creates the request that the library sees:
 * - sent to the service's public address, whatever proxies are in between, because the library
 *   derives its endpoints from it
 * - to a path without a trailing slash, because the library knows no other
 * - with the parameters that were already read and checked
 */
export function libraryRequest(
  req: IncomingMessage,
  publicUrl: string,
  { query, form }: Parameters,
): IncomingMessage {
  const { host, protocol } = new URL(publicUrl);
  const { 'x-forwarded-host': _host, 'transfer-encoding': _coding, ...headers } = req.headers;
  const body = form ? Buffer.from(form.toString()) : null;
  const seen = {
    ...headers,
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(body ? { 'content-length': String(body.length) } : {}),
  };
  return Object.create(req, {
    headers: { value: seen },
    url: { value: urlOf(req, query), writable: true },
    ...(body ? { readable: { value: true }, iterator: { value: () => [body].values() } } : {}),
  });
}

function urlOf({ url = '/' }: IncomingMessage, query: URLSearchParams | undefined): string {
  const [, path = '/', given = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return `${path.replace(/(.)\/$/, '$1')}${query ? `?${query}` : given}`;
}
