import type { IncomingMessage } from 'node:http';

/** The parameters of a request that were read and checked already. */
export interface Parameters {
  readonly query?: URLSearchParams;
  readonly form?: URLSearchParams;
}

/**
 * A request as the library is to see it:
 * - sent to the public address of the service, whatever stands in between, since the library derives
 *   its endpoints from there
 * - to a path without a slash at its end, as the library knows no other
 * - with the parameters that were read and checked already
 */
export function standIn(
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
