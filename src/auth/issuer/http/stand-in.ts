import type { IncomingMessage } from 'node:http';

/**
 * A request as the library is to see it: sent to the public address of the service, whatever stands
 * in between, since the library derives its endpoints from there; and with the body that was read
 * and checked already.
 */
export function standIn(
  req: IncomingMessage,
  publicUrl: string,
  form: URLSearchParams | null,
): IncomingMessage {
  const { host, protocol } = new URL(publicUrl);
  const { 'x-forwarded-host': _host, 'transfer-encoding': _coding, ...headers } = req.headers;
  const body = form === null ? null : Buffer.from(form.toString());
  const seen = {
    ...headers,
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(body ? { 'content-length': String(body.length) } : {}),
  };
  return Object.create(req, {
    headers: { value: seen },
    ...(body ? { readable: { value: true }, iterator: { value: () => [body].values() } } : {}),
  });
}
