import type { IncomingMessage } from 'node:http';
import { problem } from '../registry/errors.js';
import { PAGE_USER_HEADER } from '../registry/page-user.js';
import type { Viewer } from '../request/viewer.js';

/**
 * The session cookie of a browser, hidden from scripts. With requests from other sites, browsers
 * send it only if a GET opens a page (`SameSite=Lax`), and never with a POST form.
 */
export interface SessionCookie {
  readonly name: string;
  /** The `Set-Cookie` header that stores a token until it expires. */
  keep(token: string, expiresAt: Date): string;
  /** The `Set-Cookie` header that deletes it. */
  forget(): string;
  /** The token in a `Cookie` header; null if it has no well-formed session cookie, or several. */
  read(header: string | undefined): string | null;
}

/**
 * Creates the session cookie of a public URL. With https, it is bound to this host and to https.
 */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-modport_session' : 'modport_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    keep: (token, expiresAt) =>
      `${name}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
    forget: () => `${name}=; ${attributes}; Max-Age=0`,
    read(header = '') {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      const [token] = values;
      return values.length === 1 && token && /^[\w-]{43}$/.test(token) ? token : null;
    },
  };
}

/**
 * Throws `origin_mismatch` unless the `Origin` of a request is that of the public URL. Browsers
 * send `Origin` with every request that may change something, so a request without it is rejected
 * too.
 */
export function requireSameOrigin(req: IncomingMessage, publicUrl: string): void {
  if (req.headers.origin !== new URL(publicUrl).origin) throw problem('origin_mismatch');
}

/**
 * Throws `forbidden` if the page that sent a request was made for another user (`PAGE_USER_HEADER`)
 * than the user of the session. Another tab may have changed the account in the meantime. Requests
 * without the header pass, and so do those without a session.
 */
export function requirePageUser(req: IncomingMessage, viewer: Viewer): void {
  const pageUser = req.headers[PAGE_USER_HEADER.toLowerCase()];
  if (pageUser === undefined || viewer.kind !== 'user') return;
  if (viewer.credential.kind !== 'session' || viewer.userId === pageUser) return;
  throw problem('forbidden', { log: 'the page belongs to another user', detail: OTHER_USER });
}

const OTHER_USER = {
  en: 'This browser is now signed in as another user than this page; load the page again.',
  ru: 'Теперь в этом браузере вошёл не тот пользователь, для которого открыта страница; обновите страницу.',
  de: 'In diesem Browser ist jetzt ein anderes Konto angemeldet als auf dieser Seite; laden Sie die Seite neu.',
};
