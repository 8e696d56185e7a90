import { failure } from './failure.js';

/**
 * The origin of the address that a user gives. The address may end with `/v1` or `/api/v1`, and is
 * `https` if it names no scheme. Throws `server_invalid` for any other path, for a query or
 * credentials, and for another scheme than `http` and `https`.
 */
export function serverAddress(text: string): string {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  const isAddress =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    /^\/(?:v1\/?|api\/v1\/?)?$/.test(url.pathname) &&
    url.search === '' &&
    url.hash === '';
  if (!isAddress) throw failure('server_invalid', { server: text });
  return url.origin;
}

/**
 * Whether others on the network could read what is sent to this origin: it uses `http`, and is not
 * `localhost`, `127.x.x.x` or `[::1]`.
 */
export function isUnencrypted(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isHere;
}
